import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { isSpread } from '../citus.ts'
import type { Db } from '../database.ts'

const FOLDER = join(import.meta.dirname, '../../telemetry/ingest')

async function currentFunction(db: Db): Promise<{ text: string; checksum: string }> {
  const file = (await isSpread(db)) ? 'ingest-on-citus.sql' : 'ingest-function.sql'
  const text = await readFile(join(FOLDER, file), 'utf8')
  return { text, checksum: `sha256:${hash('sha256', text)}` }
}

/** Whether the database has the ingest function of this version. The function's comment is the checksum of its file. */
export async function isIngestFunctionCurrent(db: Db): Promise<boolean> {
  const { checksum } = await currentFunction(db)
  const { rows } = await sql<{ comment: string | null }>`
    select obj_description(to_regproc('ingest_telemetry'), 'pg_proc') as comment`.execute(db)
  return rows[0]!.comment === checksum
}

/** Creates or replaces the ingest function, when its file changed. Needs the newest schema. */
export async function updateIngestFunction(db: Db): Promise<void> {
  if (await isIngestFunctionCurrent(db)) return
  const { text, checksum } = await currentFunction(db)
  const replace = async (tx: Db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS.ingestFunction)})`.execute(tx)
    if (await isIngestFunctionCurrent(tx)) return
    await sql.raw(text).execute(tx)
    await sql`comment on function ingest_telemetry is ${sql.lit(checksum)}`.execute(tx)
  }
  await (db.isTransaction ? replace(db) : db.transaction().execute(replace))
}
