import type { Channel, WithDates } from '@binnacle/contract'
import { LIMITS } from '@binnacle/contract'
import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { ChannelTable } from '../../../db/schema/tables.ts'
import { ApiError, notFound } from '../../../http/errors.ts'

type ChannelRow = WithDates<Channel>

const columns = [
  'id',
  'kind',
  'name',
  'address',
  'severity',
  'events',
  'language',
  'enabled',
  'quiet_passes',
  'frames',
  'summary',
  'told_at',
  'verified_at',
  'last_error',
  'created_at',
] as const

export const listChannels = (db: Db, ownerId: string): Promise<ChannelRow[]> =>
  db.selectFrom('channel').select(columns).where('owner_id', '=', ownerId).orderBy('created_at').orderBy('id').execute()

/** Throws conflict when the account has as many as it may. */
export function insertChannel(db: Db, channel: Insertable<ChannelTable>): Promise<ChannelRow> {
  return inTransaction(db, async (tx) => {
    await tx.selectFrom('owner').select('id').where('id', '=', channel.owner_id).forNoKeyUpdate().execute()
    if ((await listChannels(tx, channel.owner_id)).length >= LIMITS.channelsPerAccount) throw new ApiError('conflict')
    return tx.insertInto('channel').values(channel).returning(columns).executeTakeFirstOrThrow()
  })
}

export const changeChannel = (
  db: Db,
  ownerId: string,
  id: string,
  change: Updateable<ChannelTable>,
): Promise<ChannelRow> =>
  db
    .updateTable('channel')
    .set(({ ref }) => ({ id: ref('id'), ...change }))
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow(notFound)

/** Deletes a channel with its messages, those that wait and those of its log. */
export const deleteChannel = (db: Db, ownerId: string, id: string): Promise<ChannelRow> =>
  db
    .deleteFrom('channel')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow(notFound)

/** Where and how to send, with its secret. */
export const receiverOrNotFound = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('channel')
    .select(['id', 'kind', 'address', 'secret', 'language', 'verified_at', 'summary'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
