import { randomUUIDv7 } from 'node:crypto'
import * as contract from '@binnacle/contract'
import { makeKey } from '../accounts/key.ts'
import type { Db } from '../db/database.ts'
import { ApiError, found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { findVessel } from '../vessels/sql.ts'
import { findProvider, insertBrandRequest, listProviders } from './catalogue-sql.ts'
import { refuseUnstorable } from './config-rule.ts'
import { holdsCredentials } from './credentials.ts'
import { listConnectionsWithUse } from './overview-sql.ts'
import { deleteConnection, insertConnection, listConnections, updateConnection } from './sql.ts'

export function connectionRoutes(on: On, db: Db, baseUrl: string): void {
  on(contract.listProviders, async () => ({ providers: await listProviders(db) }))

  on(contract.requestBrand, async ({ caller, body }) => {
    if (body.vessel_id) found(await findVessel(db, caller.id, body.vessel_id))
    const { system_name, boat_make = null, vessel_id = null, note = null } = body
    const request = { id: randomUUIDv7(), owner_id: caller.id, system_name, boat_make, vessel_id, note }
    return { brand_request: await insertBrandRequest(db, request).catch(asApiError) }
  })

  on(contract.listConnections, async ({ caller, params }) => {
    const vessel = found(await findVessel(db, caller.id, params.id))
    return { connections: await listConnections(db, vessel.id) }
  })

  on(contract.overviewConnections, async ({ caller, params, now }) => {
    const vessel = found(await findVessel(db, caller.id, params.id))
    return { service_url: baseUrl, connections: await listConnectionsWithUse(db, vessel.id, now) }
  })

  on(contract.createConnection, async ({ caller, params, body }) => {
    const { provider, label = null, config = {} } = body
    refuseUnstorable(config)
    const vessel = found(await findVessel(db, caller.id, params.id))
    refuseUnconnectable(await findProvider(db, provider))
    if (holdsCredentials(config)) throw new ApiError('credentials_not_accepted')
    const { key, hash, prefix } = makeKey('ct_')
    const connection = await insertConnection(db, {
      vessel_id: vessel.id,
      id: randomUUIDv7(),
      provider,
      label,
      config: JSON.stringify(config),
      key_hash: hash,
      key_prefix: prefix,
    }).catch(asApiError)
    return { connection, ingest_key: key }
  })

  on(contract.deleteConnection, async ({ caller, params }) => {
    found((await deleteConnection(db, caller.id, params.id)) || null)
    return { removed: true }
  })

  on(contract.changeConnection, async ({ caller, params, body }) => {
    const { enabled, label, config } = body
    if (config) refuseUnstorable(config)
    if (config && holdsCredentials(config)) throw new ApiError('credentials_not_accepted')
    const change = { enabled, label, config: config && JSON.stringify(config) }
    return { connection: found(await updateConnection(db, caller.id, params.id, change)) }
  })

  on(contract.rotateConnectionKey, async ({ caller, params }) => {
    const { key, hash, prefix } = makeKey('ct_')
    const change = { key_hash: hash, key_prefix: prefix }
    return { connection: found(await updateConnection(db, caller.id, params.id, change)), ingest_key: key }
  })
}

/** Source: vessel-data-api.md, "Provider status": push and not unavailable. */
function refuseUnconnectable(provider: contract.Provider | null): void {
  if (!provider) throw new ApiError('unknown_provider')
  if (provider.direction === 'pull' || provider.status === 'unavailable') throw new ApiError('provider_not_connectable')
}

/** The unique key decides between two connections made at once; a vessel that was deleted meanwhile is not there. */
function asApiError(error: unknown): never {
  const { code } = error as { code?: string }
  if (code === '23505') throw new ApiError('already_connected')
  if (code === '23503') throw new ApiError('not_found')
  throw error
}
