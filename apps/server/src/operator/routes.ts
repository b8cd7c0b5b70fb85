import * as contract from '@binnacle/contract'
import type { Config } from '../config.ts'
import { putProvider } from '../connections/catalogue-sql.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { listBrandInterest } from './brand-interest-sql.ts'
import { figuresOf } from './figures.ts'
import { storedSettings, storeSetting } from './settings.ts'
import { listAccounts, updatePlan } from './sql.ts'

interface Sources {
  /** Room left on the disk of the images, bytes; null where nobody knows. */
  freeBytes: () => Promise<number | null>
  /** Writes down what this process has counted. */
  writeTraffic: () => Promise<void>
}

export function operatorRoutes(on: On, db: Db, config: Config, { freeBytes, writeTraffic }: Sources): void {
  on(contract.listAccounts, async ({ query }) => ({ accounts: await listAccounts(db, query) }))

  on(contract.getFigures, async ({ now }) => {
    await writeTraffic()
    return { figures: await figuresOf(db, now, await freeBytes().catch(() => null), config.backupDir !== null) }
  })

  on(contract.listBrandInterest, async () => ({ systems: await listBrandInterest(db) }))

  on(contract.changeAccount, async ({ params, body }) => ({
    account: found(await updatePlan(db, params.id, body.plan)),
  }))

  const settings = async (): Promise<contract.OperatorSettings> => {
    const { ingest_enabled = config.ingestEnabled, signups = config.signups } = await storedSettings(db)
    return { ingest_enabled, signups, telemetry_keep_days: config.telemetryKeepDays }
  }

  on(contract.getSettings, async () => ({ settings: await settings() }))

  on(contract.changeSettings, async ({ body }) => {
    await inTransaction(db, async (tx) => {
      if (body.ingest_enabled !== undefined) await storeSetting(tx, 'ingest_enabled', body.ingest_enabled)
      if (body.signups !== undefined) await storeSetting(tx, 'signups', body.signups)
    })
    return { settings: await settings() }
  })

  on(contract.putProvider, async ({ params, body }) => {
    const { name, summary, direction, status, covers, install_notes = null, docs_url = null } = body
    const provider = { slug: params.slug, name, summary, direction, status, covers, install_notes, docs_url }
    return { provider: await putProvider(db, provider) }
  })
}
