import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { FULL_BYTES } from '../db/blame-disk.ts'
import type { Db } from '../db/database.ts'

const DATABASE_TIMEOUT_MS = 3_000
type Checks = Record<'database' | 'disk', 'ok' | 'failing'>

/** Whether the database answers and the data folder's disk has room. */
export async function checkHealth(db: Db, dataDir: string): Promise<Checks> {
  const [database, disk] = await Promise.all([holds(answers(db)), holds(hasRoom(dataDir))])
  return { database, disk }
}

const holds = (check: Promise<boolean>) =>
  check.then(
    (ok) => (ok ? 'ok' : 'failing') as 'ok' | 'failing',
    () => 'failing' as const,
  )

async function answers(db: Db): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), DATABASE_TIMEOUT_MS)
  const answer = sql`select 1`.execute(db).then(() => true)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

async function hasRoom(dataDir: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize >= FULL_BYTES
}
