import { randomUUIDv7 } from 'node:crypto'
import * as contract from '@binnacle/contract'
import { type Act, record } from '../audit/record.ts'
import { auditDetailOf } from '../connections/audit-detail.ts'
import { stopConnectionsOf } from '../connections/sql.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { ApiError, invalid } from '../http/errors.ts'
import type { Handle } from '../http/route/register.ts'
import { makeKey } from '../http/values/key.ts'
import type { Quotas } from '../quotas/quotas.ts'
import { requireRoom } from '../quotas/require-room.ts'
import { useOf } from '../quotas/use-sql.ts'
import { deleteAccessKey, deleteAccessKeys, insertAccessKey, listAccessKeys } from './access-keys/sql.ts'
import type { FreshSessions } from './sign-in/sessions/fresh-session.ts'

const YEAR_MS = 365 * 24 * 60 * 60_000

export function accountRoutes(handle: Handle, db: Db, fresh: FreshSessions, quotas: Quotas): void {
  handle(contract.getMe, async ({ caller }) => ({ account: caller }))

  handle(contract.getUse, async ({ caller }) => {
    const used = await useOf(db, caller.id)
    const max = quotas[caller.plan]
    const use = contract.QUOTAS.map((quota) => [quota, { used: used[quota], max: max[quota] }])
    return { use: Object.fromEntries(use) as contract.AccountUse }
  })

  handle(contract.listAccessKeys, async ({ caller }) => ({ access_keys: await listAccessKeys(db, caller.id) }))

  handle(contract.createAccessKey, async (call) => {
    const { caller, body, request, now, once } = call
    if (!contract.PLANS_WITH_KEYS.includes(caller.plan)) throw new ApiError('plan_required')
    const { expires_at = new Date(now.getTime() + YEAR_MS).toISOString() } = body
    const expiresAt = expires_at === null ? null : new Date(expires_at)
    if (expiresAt && expiresAt <= now) throw invalid('/expires_at must be in the future')
    await fresh.require(request, now)
    const { key, hash, prefix } = makeKey('bnk_')
    const made = {
      id: randomUUIDv7(),
      owner_id: caller.id,
      name: body.name,
      prefix,
      key_hash: hash,
      scopes: [...(body.scopes ?? contract.DEFAULT_SCOPES)],
      expires_at: expiresAt,
    }
    return once(async (tx) => {
      await requireRoom(tx, quotas, caller.id, { access_keys: 1 })
      await record(tx, call, 'access_key_created', { name: body.name })
      return { access_key: await insertAccessKey(tx, made), key }
    })
  })

  async function revoke(tx: Db, call: Act, keys: { id: string; name: string }[]) {
    for (const { name } of keys) await record(tx, call, 'access_key_revoked', { name })
    const stopped = await stopConnectionsOf(
      tx,
      keys.map(({ id }) => id),
    )
    for (const connection of stopped) await record(tx, call, 'connection_stopped', auditDetailOf(connection))
  }

  handle(contract.deleteAccessKey, async (call) => {
    await inTransaction(db, async (tx) => revoke(tx, call, [await deleteAccessKey(tx, call.caller.id, call.params.id)]))
    return { removed: true }
  })

  handle(contract.deleteAccessKeys, async (call) => {
    await inTransaction(db, async (tx) => revoke(tx, call, await deleteAccessKeys(tx, call.caller.id)))
    return { removed: true }
  })

  handle(contract.confirmSession, async ({ caller, body, request, now }) => {
    await fresh.confirm(caller.id, request, body.password, now)
    return {}
  })
}
