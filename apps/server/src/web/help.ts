import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
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
  app.register(fastifyStatic, {
    root: built,
    prefix: '/help/',
    // A page's address is its name without .html.
    extensions: ['html'],
    decorateReply: false,
    cacheControl: false,
    setHeaders: fileHeaders(contentSecurityPolicy()),
  })
}
