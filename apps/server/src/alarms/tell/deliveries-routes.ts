import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/register.ts'
import { listDeliveries, sendAgain } from './deliveries-sql.ts'
import type { Telling } from './start-telling.ts'

/** What was sent to the channels of an account. */
export function deliveryRoutes(handle: Handle, db: Db, telling: Telling): void {
  handle(contract.listDeliveries, async ({ caller, query: { channel_id, limit } }) => ({
    deliveries: await listDeliveries(db, caller.id, channel_id, limit ?? contract.LIMITS.deliveriesPerRead.default),
  }))

  handle(contract.sendAgain, async ({ caller, params, now, once }) => {
    const answer = await once(async (tx) => ({ delivery: await sendAgain(tx, caller.id, params.id, now) }))
    telling.wake([])
    return answer
  })
}
