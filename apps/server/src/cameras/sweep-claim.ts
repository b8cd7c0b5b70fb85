import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Less than a day, so that the process that swept yesterday is not too early today. */
const EVERY_MS = 20 * 60 * 60_000

/** Whether this process is to sweep the bucket now: no other has begun to in the last 20 hours. One that lies ahead had a wrong clock. */
export async function claimSweep(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into setting (name, value) values ('bucket_swept_at', to_jsonb(${now.getTime()}::bigint))
    on conflict (name) do update set value = excluded.value
    where abs(setting.value::bigint - excluded.value::bigint) > ${sql.lit(EVERY_MS)}
    returning name`.execute(db)
  return rows.length > 0
}

/** A sweep that did not come to its end is another's, or a later one's. */
export async function giveSweepBack(db: Db): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', 'bucket_swept_at').execute()
}
