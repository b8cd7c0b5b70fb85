import type { FastifyRequest } from 'fastify'

/** Somebody opens an address in a browser: the answer is a page, also where a program gets JSON. */
export const isForBrowser = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  (headers.accept ?? '').includes('text/html')
