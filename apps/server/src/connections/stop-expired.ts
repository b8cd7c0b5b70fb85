import { record } from '../audit/record.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { auditDetailOf } from './audit-detail.ts'
import { stopConnectionsOf } from './sql.ts'

/** Turns off the connections whose access key has expired. */
export async function stopConnectionsOfExpiredKeys(db: Db, now: Date): Promise<void> {
  const keys = await db.selectFrom('access_key').select(['id', 'owner_id']).where('expires_at', '<=', now).execute()
  const owners = Map.groupBy(keys, ({ owner_id }) => owner_id)
  for (const [ownerId, expired] of owners)
    await inTransaction(db, async (tx) => {
      const ids = expired.map(({ id }) => id)
      for (const connection of await stopConnectionsOf(tx, ids))
        await record(
          tx,
          { caller: { id: ownerId }, request: null, now },
          'connection_stopped',
          auditDetailOf(connection),
        )
    })
}
