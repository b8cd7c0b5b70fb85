import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '../../apps/server/src/db/database.ts'
import { makeKey, type NewKey } from '../../apps/server/src/http/values/key.ts'

export interface Boat {
  vesselId: string
  connectionId: string
  /** Of its onboard device. */
  key: NewKey
}

/** Boats that do not exist yet, each with one onboard device. */
export const makeBoats = (count: number): Boat[] =>
  Array.from({ length: count }, () => ({
    vesselId: randomUUIDv7(),
    connectionId: randomUUIDv7(),
    key: makeKey('ct_'),
  }))

/** Puts the boats into a database, of one owner with an access key; gives that key. Nothing else runs on it yet. */
export async function storeBoats({ db }: Database, boats: Boat[]): Promise<string> {
  const ownerId = randomUUIDv7()
  const { key, hash, prefix } = makeKey('bnk_')
  await db
    .insertInto('owner')
    .values({ id: ownerId, name: 'Bench', email: 'bench@example.org', plan: 'fleet' })
    .execute()
  await db
    .insertInto('access_key')
    .values({
      id: randomUUIDv7(),
      owner_id: ownerId,
      name: 'bench',
      prefix,
      key_hash: hash,
      scopes: ['read:vessel', 'write:log'],
      expires_at: null,
    })
    .execute()
  await db
    .insertInto('vessel')
    .values(
      boats.map(({ vesselId }, i) => ({
        id: vesselId,
        owner_id: ownerId,
        name: `Boat ${i}`,
        vessel_type: 'sailboat' as const,
      })),
    )
    .execute()
  await db
    .insertInto('connection')
    .values(
      boats.map(({ vesselId, connectionId, key: { hash: key_hash, prefix: key_prefix } }) => ({
        vessel_id: vesselId,
        id: connectionId,
        provider: 'signalk',
        label: null,
        config: '{}',
        key_hash,
        key_prefix,
      })),
    )
    .execute()
  return key
}
