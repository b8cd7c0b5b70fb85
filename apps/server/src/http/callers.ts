import type { Account, Auth, Route } from '@binnacle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Box, BoxKey } from './register.ts'

interface CallerByAuth {
  owner: Account
  session: Account
  operator: Account
  box: Box
  ingest: BoxKey
  public: null
}

/** How each kind of route gets to know its caller; throws the error of that kind for anyone else. */
export type Callers = {
  [A in Auth]: (
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route,
  ) => Promise<CallerByAuth[A]> | CallerByAuth[A]
}
