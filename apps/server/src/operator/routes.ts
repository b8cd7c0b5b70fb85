import * as contract from '@binnacle/contract'
import { record } from '../audit/record.ts'
import { isEncrypting } from '../backup/archive/encryption.ts'
import { putProvider } from '../connections/providers/sql.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Handle } from '../http/route/register.ts'
import { storedSettings, storeSetting } from '../service/settings.ts'
import type { Config } from '../settings/config.ts'
import { listBrandInterest } from './brand-interest-sql.ts'
import { figuresOf } from './figures.ts'
import { listAccounts, updatePlan } from './sql.ts'

interface Sources {
  /** Room left on the disk of the images, bytes; null where nobody knows. */
  freeBytes: () => Promise<number | null>
  /** Writes down what this process has counted. */
  writeTraffic: () => Promise<void>
}

export function operatorRoutes(
  handle: Handle,
  database: Database,
  config: Config,
  { freeBytes, writeTraffic }: Sources,
): void {
  const { db } = database
  handle(contract.listAccounts, async ({ query }) => ({ accounts: await listAccounts(db, query) }))

  const backups = config.backupDir === null ? null : { encrypted: isEncrypting(config) }
  handle(contract.getFigures, async ({ now }) => {
    await writeTraffic()
    return { figures: await figuresOf(database, now, await freeBytes().catch(() => null), backups) }
  })

  handle(contract.listBrandInterest, async () => ({ systems: await listBrandInterest(db) }))

  handle(contract.changeAccount, async (call) => {
    const { params, body } = call
    const account = await inTransaction(db, async (tx) => {
      const changed = await updatePlan(tx, params.id, body.plan)
      await record(tx, call, 'plan_changed', { ownerId: params.id, value: body.plan })
      return changed
    })
    return { account }
  })

  const settings = async (): Promise<contract.OperatorSettings> => {
    const { ingest_enabled = config.ingestEnabled, signups = config.signups } = await storedSettings(db)
    return { ingest_enabled, signups, telemetry_keep_days: config.telemetryKeepDays }
  }

  handle(contract.getSettings, async () => ({ settings: await settings() }))

  handle(contract.changeSettings, async (call) => {
    const { body } = call
    await inTransaction(db, async (tx) => {
      if (body.ingest_enabled !== undefined) await storeSetting(tx, 'ingest_enabled', body.ingest_enabled)
      if (body.signups !== undefined) await storeSetting(tx, 'signups', body.signups)
      const value = Object.entries(body).map(([name, to]) => `${name}=${to}`)
      await record(tx, call, 'settings_changed', { value: value.join(', ') })
    })
    return { settings: await settings() }
  })

  handle(contract.putProvider, async (call) => {
    const { params, body } = call
    const { name, summary, direction, status, covers, install_notes = null, docs_url = null } = body
    const provider = { slug: params.slug, name, summary, direction, status, covers, install_notes, docs_url }
    const put = await inTransaction(db, async (tx) => {
      await record(tx, call, 'catalogue_changed', { name })
      return putProvider(tx, provider)
    })
    return { provider: put }
  })
}
