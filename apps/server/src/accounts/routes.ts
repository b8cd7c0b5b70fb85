import { randomUUIDv7 } from 'node:crypto'
import * as contract from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import { ApiError, found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { makeKey } from './key.ts'
import { deleteAccessKey, insertAccessKey, listAccessKeys } from './sql.ts'

export function accountRoutes(on: On, db: Db): void {
  on(contract.getMe, async ({ caller }) => ({ account: caller }))

  on(contract.listAccessKeys, async ({ caller }) => ({ access_keys: await listAccessKeys(db, caller.id) }))

  on(contract.createAccessKey, async ({ caller, body, now }) => {
    if (!contract.PLANS_WITH_KEYS.includes(caller.plan)) throw new ApiError('plan_required')
    const expiresAt = body.expires_at ? new Date(body.expires_at) : null
    if (expiresAt && expiresAt <= now) throw new ApiError('invalid_request', '/expires_at must lie ahead')
    const { key, hash, prefix } = makeKey('bnk_')
    const access_key = await insertAccessKey(db, {
      id: randomUUIDv7(),
      owner_id: caller.id,
      name: body.name,
      prefix,
      key_hash: hash,
      scopes: [...(body.scopes ?? contract.SCOPES)],
      expires_at: expiresAt,
    })
    return { access_key, key }
  })

  on(contract.deleteAccessKey, async ({ caller, params }) => {
    found((await deleteAccessKey(db, caller.id, params.id)) || null)
    return { removed: true }
  })
}
