import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** What the operator set, by name; absent: the environment decides. */
interface Stored {
  ingest_enabled?: boolean
  signups?: 'open' | 'closed'
  /** Names the secret with which sessions were last begun, once it was rotated. */
  secret_mark?: string
}

export async function storedSettings(db: Db): Promise<Stored> {
  const rows = await db.selectFrom('setting').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function storeSetting(db: Db, name: keyof Stored, value: Stored[keyof Stored]): Promise<void> {
  const json = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ name, value: json })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: json }))
    .execute()
}

/** Whether one more account may be made: the first always, later ones when the operator or the environment says so. */
export async function signupsOpen(db: Db, environment: 'open' | 'closed'): Promise<boolean> {
  const { signups = environment } = await storedSettings(db)
  return signups === 'open' || !(await anyAccount(db))
}

export async function anyAccount(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from owner) as any`.execute(db)
  return rows[0]!.any
}
