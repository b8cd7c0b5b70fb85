import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { isForBrowser } from '../http/browser/for-browser.ts'
import { ApiError } from '../http/errors.ts'
import { fileHeaders } from './file-headers.ts'
import { contentSecurityPolicy } from './policy.ts'

/** Where `npm run build:help` leaves the pages; a release has them there too. */
const BUILT = resolve(import.meta.dirname, '../../dist/help')

const NOT_BUILT = 'This checkout has no help yet: run `npm run build:help`, which takes a minute, and start again.\n'

/** /help/: the files of docs/ as pages, in the version of this service and without anything from elsewhere. */
export function helpRoutes(app: FastifyInstance, built = BUILT): void {
  app.get('/help', (_request, reply) => reply.redirect('/help/', 301))
  if (!existsSync(join(built, 'index.html'))) {
    app.get('/help/*', (_request, reply) => reply.code(404).type('text/plain').send(NOT_BUILT))
    return
  }
  const setHeaders = fileHeaders(contentSecurityPolicy())
  const help: FastifyPluginAsync = async (help) => {
    // A page's address is its name without .html.
    help.register(fastifyStatic, {
      root: built,
      extensions: ['html'],
      decorateReply: false,
      cacheControl: false,
      setHeaders,
    })
    help.setNotFoundHandler(async (request, reply) => {
      if (!isForBrowser(request)) throw new ApiError('not_found')
      const path = join(built, '404.html')
      setHeaders(reply, path)
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send(await readFile(path))
    })
  }
  app.register(help, { prefix: '/help' })
}
