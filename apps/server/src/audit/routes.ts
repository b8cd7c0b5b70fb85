import * as contract from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import type { Handle } from '../http/route/register.ts'
import { deviceOf } from './device-cookie.ts'
import { confirmNotices, listAllEvents, listEvents, signInNotices } from './sql.ts'

/** sessionSince: when the session of a request began. */
export function auditRoutes(
  handle: Handle,
  db: Db,
  baseUrl: string,
  sessionSince: (request: FastifyRequest) => Promise<Date>,
): void {
  handle(contract.listActivity, async ({ caller, query }) => ({
    events: await listEvents(db, caller.id, query.before),
  }))

  handle(contract.listInstallationActivity, async ({ query }) => ({ events: await listAllEvents(db, query.before) }))

  handle(contract.listSignInNotices, async ({ caller, request }) => {
    const visitor = {
      ownerId: caller.id,
      device: deviceOf(request, baseUrl),
      since: await sessionSince(request),
    }
    return { sign_ins: await signInNotices(db, visitor) }
  })

  handle(contract.confirmSignInNotices, ({ caller, body, request, once }) =>
    once(async (tx) => {
      await confirmNotices(tx, { ownerId: caller.id, device: deviceOf(request, baseUrl) }, body.last)
      return {}
    }),
  )
}
