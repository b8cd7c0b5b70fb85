import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Less than a day, so that a daily timer never fires too early. */
const EVERY_MS = 20 * 60 * 60_000

/**
 * Claims the sweep of the bucket for this process. False if another process swept it in the last 20 hours. A stored time in the
 * future comes from a wrong clock and is ignored.
 */
export async function claimSweep(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into setting (name, value) values ('bucket_swept_at', to_jsonb(${now.getTime()}::bigint))
    on conflict (name) do update set value = excluded.value
    where abs(setting.value::bigint - excluded.value::bigint) > ${sql.lit(EVERY_MS)}
    returning name`.execute(db)
  return rows.length > 0
}

/** After a failed sweep, any process may sweep again. */
export async function releaseSweep(db: Db): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', 'bucket_swept_at').execute()
}
