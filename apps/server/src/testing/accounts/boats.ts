import { randomUUID } from 'node:crypto'
import { insertAccessKey } from '../../accounts/access-keys/sql.ts'
import { insertConnection } from '../../connections/sql.ts'
import type { Db } from '../../db/database.ts'
import { makeKey } from '../../http/values/key.ts'

/** A vessel with one onboard device, and its owner's access key. */
export interface Boat {
  ownerId: string
  vesselId: string
  connectionId: string
  /** Of the onboard device: ct_... */
  deviceKey: string
  /** Of the owner: bnk_... */
  ownerKey: string
  ownerKeyId: string
}

/** Writes boats straight into the database, each with an owner of its own, for tests whose service is another process. */
export function insertBoats(db: Db, count: number): Promise<Boat[]> {
  return db.transaction().execute(async (tx) => {
    const boats: Boat[] = []
    for (let i = 0; i < count; i++) boats.push(await insertBoat(tx))
    return boats
  })
}

async function insertBoat(db: Db): Promise<Boat> {
  const ownerId = randomUUID()
  await db
    .insertInto('owner')
    .values({ id: ownerId, name: 'Ada', email: `${ownerId}@example.org`, plan: 'pro', image: null })
    .execute()
  const vesselId = randomUUID()
  await db
    .insertInto('vessel')
    .values({ id: vesselId, owner_id: ownerId, name: 'Vega', vessel_type: 'sailboat' })
    .execute()
  const owner = makeKey('bnk_')
  const { id: ownerKeyId } = await insertAccessKey(db, {
    id: randomUUID(),
    owner_id: ownerId,
    name: 'test',
    prefix: owner.prefix,
    key_hash: owner.hash,
    scopes: ['read:vessel', 'write:log'],
    expires_at: null,
  })
  const device = makeKey('ct_')
  const { id: connectionId } = await insertConnection(db, {
    vessel_id: vesselId,
    id: randomUUID(),
    provider: 'generic-http',
    config: '{}',
    key_hash: device.hash,
    key_prefix: device.prefix,
  })
  return { ownerId, vesselId, connectionId, deviceKey: device.key, ownerKey: owner.key, ownerKeyId }
}
