import * as contract from '@binnacle/contract'
import { noteCheckInPoll } from '../../connections/sql.ts'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import { pollAfterMs, requestCheckIn } from './check-in.ts'
import { lastWatched, listPending } from './sql.ts'

export function checkInRoutes(handle: Handle, db: Db): void {
  handle(contract.requestCheckIn, ({ caller, params, now, once }) =>
    once(async (tx) => ({ request: await requestCheckIn(tx, caller.id, params.id, now) })),
  )

  handle(contract.listPendingCheckIns, async ({ caller, reply, now }) => {
    reply.header(contract.VESSEL_ID, caller.vesselId)
    await noteCheckInPoll(db, caller, now)
    return {
      requests: await listPending(db, caller, now),
      poll_after_ms: pollAfterMs(await lastWatched(db, caller), now),
    }
  })
}
