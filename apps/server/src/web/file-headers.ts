import type { FastifyReply } from 'fastify'

/** What goes with each file of built pages, for @fastify/static. */
export const fileHeaders = (policy: string) => (reply: Pick<FastifyReply, 'header'>, path: string) => {
  // The names of what is in assets/ change with their content.
  const keep = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  reply.header('cache-control', keep).header('content-security-policy', policy)
  reply.header('referrer-policy', 'same-origin').header('cross-origin-opener-policy', 'same-origin')
}
