import type { AccessKey, Account, Scope, WithDates } from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../http/errors.ts'

interface KnownKey {
  id: string
  name: string
  scopes: Scope[]
  lastUsedAt: Date | null
  suspended: boolean
  account: Account
}

/** The key with this hash, unless it has expired, and its account. */
export async function findAccessKey(db: Db, keyHash: Uint8Array, now: Date): Promise<KnownKey | undefined> {
  const row = await db
    .selectFrom('access_key as k')
    .innerJoin('owner as a', 'a.id', 'k.owner_id')
    .select([
      'k.id as key_id',
      'k.name as key_name',
      'k.scopes',
      'k.last_used_at',
      'a.id',
      'a.name',
      'a.email',
      'a.plan',
      'a.operator',
      'a.suspended_at',
    ])
    .where('k.key_hash', '=', keyHash)
    .where((where) => where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', now)]))
    .executeTakeFirst()
  if (!row) return undefined
  const { key_id, key_name, scopes, last_used_at, suspended_at, ...account } = row
  return { id: key_id, name: key_name, scopes, lastUsedAt: last_used_at, suspended: suspended_at !== null, account }
}

const MINUTE_MS = 60_000

/** Notes the use of a key, at most once a minute: a read need not cost a write. */
export async function touchAccessKey(db: Db, key: KnownKey, now: Date): Promise<void> {
  if (key.lastUsedAt && Math.abs(now.getTime() - key.lastUsedAt.getTime()) < MINUTE_MS) return
  await db.updateTable('access_key').set({ last_used_at: now }).where('id', '=', key.id).execute()
}

type AccessKeyRow = WithDates<AccessKey>

const columns = ['id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const

export function listAccessKeys(db: Db, ownerId: string): Promise<AccessKeyRow[]> {
  return db
    .selectFrom('access_key')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

interface NewAccessKey {
  id: string
  owner_id: string
  name: string
  prefix: string
  key_hash: Uint8Array
  scopes: Scope[]
  expires_at: Date | null
}

export function insertAccessKey(db: Db, key: NewAccessKey): Promise<AccessKeyRow> {
  return db.insertInto('access_key').values(key).returning(columns).executeTakeFirstOrThrow()
}

export async function deleteAccessKey(db: Db, ownerId: string, id: string): Promise<{ id: string; name: string }> {
  return db
    .deleteFrom('access_key')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow(notFound)
}

/** Deletes all keys of the account. */
export function deleteAccessKeys(db: Db, ownerId: string): Promise<{ id: string; name: string }[]> {
  return db.deleteFrom('access_key').where('owner_id', '=', ownerId).returning(['id', 'name']).execute()
}
