import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import { admit } from '../../limits/admit.ts'
import type { Limits } from '../../limits/limits.ts'
import { listDeliveries, sendAgain } from './deliveries-sql.ts'
import type { Telling } from './start-telling.ts'

/** What was sent to the channels of an account. */
export function deliveryRoutes(handle: Handle, db: Db, telling: Telling, limits: Limits): void {
  const again = limits.limiter('send-again', contract.LIMITS.sentAgainPerHour, 3600)

  handle(contract.listDeliveries, async ({ caller, query: { channel_id, limit } }) => ({
    deliveries: await listDeliveries(db, caller.id, channel_id, limit ?? contract.LIMITS.deliveriesPerRead.default),
  }))

  handle(contract.sendAgain, async ({ caller, params, now, once }) => {
    await admit(again, caller.id)
    const answer = await once(async (tx) => ({ delivery: await sendAgain(tx, caller.id, params.id, now) }))
    telling.wake([])
    return answer
  })
}
