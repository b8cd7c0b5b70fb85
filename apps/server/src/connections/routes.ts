import { randomUUIDv7 } from 'node:crypto'
import * as contract from '@binnacle/contract'
import { type Act, record } from '../audit/record.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { ApiError } from '../http/errors.ts'
import type { Handle } from '../http/route/register.ts'
import { makeKey } from '../http/values/key.ts'
import type { Quotas } from '../quotas/quotas.ts'
import { requireRoom } from '../quotas/require-room.ts'
import { vesselOrNotFound } from '../vessels/sql.ts'
import { auditDetailOf } from './audit-detail.ts'
import { refuseUnstorable } from './config-rule.ts'
import { holdsCredentials } from './credentials.ts'
import { listConnectionsWithUse } from './overview-sql.ts'
import { findProvider, insertBrandRequest, listProviders } from './providers/sql.ts'
import {
  type ConnectionChange,
  deleteConnection,
  insertConnection,
  listConnections,
  lockAccessKey,
  updateConnection,
} from './sql.ts'

/**
 * A connection that an access key created is turned off after that key ends (decision 35), unless its owner turns it on or
 * replaces its key in the app.
 */
const OWNED_BY_ACCOUNT = { access_key_id: null }

export function connectionRoutes(handle: Handle, db: Db, baseUrl: string, quotas: Quotas): void {
  handle(contract.listProviders, async () => ({ providers: await listProviders(db) }))

  handle(contract.requestBrand, async ({ caller, body, once }) => {
    if (body.vessel_id) await vesselOrNotFound(db, caller.id, body.vessel_id)
    const { system_name, boat_make = null, vessel_id = null, note = null } = body
    const request = { id: randomUUIDv7(), owner_id: caller.id, system_name, boat_make, vessel_id, note }
    return once(async (tx) => ({ brand_request: await insertBrandRequest(tx, request) }))
  })

  handle(contract.listConnections, async ({ caller, params }) => {
    const vessel = await vesselOrNotFound(db, caller.id, params.id)
    return { connections: await listConnections(db, vessel.id) }
  })

  handle(contract.overviewConnections, async ({ caller, params, now }) => {
    const vessel = await vesselOrNotFound(db, caller.id, params.id)
    return { service_url: baseUrl, connections: await listConnectionsWithUse(db, vessel.id, now) }
  })

  handle(contract.createConnection, async (call) => {
    const { caller, params, body, once } = call
    const { provider, label = null, config = {} } = body
    refuseUnstorable(config)
    const vessel = await vesselOrNotFound(db, caller.id, params.id)
    refuseUnconnectable(await findProvider(db, provider))
    if (holdsCredentials(config)) throw new ApiError('credentials_not_accepted')
    const { key, hash, prefix } = makeKey('ct_')
    const made = {
      vessel_id: vessel.id,
      id: randomUUIDv7(),
      provider,
      label,
      config: JSON.stringify(config),
      key_hash: hash,
      key_prefix: prefix,
      access_key_id: caller.accessKey?.id ?? null,
    }
    return once(async (tx) => {
      await requireRoom(tx, quotas, caller.id, { connections: 1 })
      if (made.access_key_id) await lockAccessKey(tx, made.access_key_id)
      await record(tx, call, 'connection_created', auditDetailOf(made))
      return { connection: await insertConnection(tx, made), ingest_key: key }
    })
  })

  handle(contract.deleteConnection, async (call) => {
    await inTransaction(db, async (tx) => {
      const gone = await deleteConnection(tx, call.caller.id, call.params.id)
      await record(tx, call, 'connection_deleted', auditDetailOf(gone))
    })
    return { removed: true }
  })

  const change = (db: Db, call: Act & { params: { id: string } }, kind: contract.AuditKind, fields: ConnectionChange) =>
    inTransaction(db, async (tx) => {
      const { vessel_id, ...connection } = await updateConnection(tx, call.caller.id, call.params.id, fields)
      await record(tx, call, kind, auditDetailOf({ ...connection, vessel_id }))
      return connection
    })

  handle(contract.changeConnection, async (call) => {
    const { enabled, label, config } = call.body
    if (config) refuseUnstorable(config)
    if (config && holdsCredentials(config)) throw new ApiError('credentials_not_accepted')
    const fields = { enabled, label, config: config && JSON.stringify(config), ...(enabled && OWNED_BY_ACCOUNT) }
    return { connection: await change(db, call, 'connection_changed', fields) }
  })

  handle(contract.rotateConnectionKey, async (call) => {
    const { key, hash, prefix } = makeKey('ct_')
    const fields = { key_hash: hash, key_prefix: prefix, ...OWNED_BY_ACCOUNT }
    return call.once(async (db) => ({
      connection: await change(db, call, 'connection_key_rotated', fields),
      ingest_key: key,
    }))
  })
}

/** Source: vessel-data-api.md, "Provider status": push and not unavailable. */
function refuseUnconnectable(provider: contract.Provider | undefined): void {
  if (!provider) throw new ApiError('unknown_provider')
  if (provider.direction === 'pull' || provider.status === 'unavailable') throw new ApiError('provider_not_connectable')
}
