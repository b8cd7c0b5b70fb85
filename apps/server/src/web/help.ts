import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
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
  const policy = contentSecurityPolicy()
  app.register(fastifyStatic, {
    root: built,
    prefix: '/help/',
    // A page's address is its name without .html.
    extensions: ['html'],
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The names of what is in assets/ change with their content.
      const keep = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.header('cache-control', keep).header('content-security-policy', policy)
      reply.header('referrer-policy', 'same-origin').header('cross-origin-opener-policy', 'same-origin')
    },
  })
}
