import { randomUUIDv7 } from 'node:crypto'
import type { Auth } from '../accounts/auth.ts'
import { hashKey } from '../accounts/key.ts'
import { deleteAccessKey, findAccessKey, insertAccessKey, listAccessKeys } from '../accounts/sql.ts'
import { findBox, listConnections, updateConnection } from '../connections/sql.ts'
import type { Db } from '../db/database.ts'
import { DEMO_BOATS } from './boats.ts'
import { connectionName, type DemoKeys } from './keys.ts'
import { CAMERA_PROVIDER } from './seed.ts'

const KEY_NAME = 'Demo'

/**
 * Makes what the demo prints open the demo, at each start: whoever has changed the password, deleted the access key or lost
 * demo.json gets in again. Gives the owner's id.
 */
export async function placeKeys(
  db: Db,
  auth: Auth,
  keys: DemoKeys,
  vessels: Record<string, string>,
  now: Date,
): Promise<string> {
  const ownerId = await placePassword(auth, keys)
  if (!(await findAccessKey(db, hashKey(keys.accessKey), now))) {
    for (const { id, name } of await listAccessKeys(db, ownerId))
      if (name === KEY_NAME) await deleteAccessKey(db, ownerId, id)
    await insertAccessKey(db, {
      id: randomUUIDv7(),
      owner_id: ownerId,
      name: KEY_NAME,
      prefix: keys.accessKey.slice(0, 'bnk_'.length + 6),
      key_hash: hashKey(keys.accessKey),
      scopes: ['read:vessel', 'write:log'],
      expires_at: null,
    })
  }
  for (const { plan, provider } of DEMO_BOATS)
    for (const slug of [provider, CAMERA_PROVIDER])
      await placeConnectionKey(db, ownerId, keys, plan.vessel.name, slug, vessels)
  return ownerId
}

async function placePassword(auth: Auth, { email, password }: DemoKeys): Promise<string> {
  const context = await auth.$context
  const found = await context.internalAdapter.findUserByEmail(email, { includeAccounts: true })
  if (!found) throw new Error(`the demo has no account ${email}`)
  const hash = found.accounts.find(({ providerId }) => providerId === 'credential')?.password
  if (!hash || !(await context.password.verify({ hash, password })))
    await context.internalAdapter.updatePassword(found.user.id, await context.password.hash(password))
  return found.user.id
}

/** A connection that its owner has removed stays removed. */
async function placeConnectionKey(
  db: Db,
  ownerId: string,
  keys: DemoKeys,
  boat: string,
  provider: string,
  vessels: Record<string, string>,
): Promise<void> {
  const key = keys.connections[connectionName(boat, provider)]!
  if (await findBox(db, hashKey(key))) return
  const connections = await listConnections(db, vessels[boat]!)
  const connection = connections.find((one) => one.provider === provider)
  if (!connection) return
  const change = { key_hash: hashKey(key), key_prefix: key.slice(0, 'ct_'.length + 6) }
  await updateConnection(db, ownerId, connection.id, change)
}
