import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Disk } from './disks.ts'

/** How long what a process said is kept after it was last seen: a process that is gone for a day is missed no longer. */
const KEPT_HOURS = 24

/** What a process says of itself. Of the others only how long ago, by its own clock: clocks of machines differ. */
interface ProcessState {
  id: string
  place: string
  /** For how long the machine, and the process, run, ms. */
  upMs: number
  ageMs: number
  /** For how long not all that waited was judged, or told, ms. */
  judgeLagMs: number
  tellLagMs: number
  makesBackups: boolean
  disks: readonly Disk[]
}

const ago = (ms: number) => sql`now() - ${ms}::double precision * interval '1 millisecond'`

/**
 * Notes that the process runs. All times are the database's, and told anew each time: a computer without a clock of its own may
 * have started with the time of the evening before.
 */
export async function noteProcess(db: Db, state: ProcessState): Promise<void> {
  const { id, place, upMs, ageMs, judgeLagMs, tellLagMs, makesBackups, disks } = state
  await sql`
    insert into service_process (id, place, booted_at, started_at, seen_at, judged_at, told_at, makes_backups, disks)
    values (${id}, ${place}, ${ago(upMs)}, ${ago(ageMs)}, now(), ${ago(judgeLagMs)}, ${ago(tellLagMs)}, ${makesBackups}, ${JSON.stringify(disks)}::json)
    on conflict (id) do update set booted_at = excluded.booted_at, started_at = excluded.started_at, seen_at = excluded.seen_at,
      judged_at = excluded.judged_at, told_at = excluded.told_at, makes_backups = excluded.makes_backups, disks = excluded.disks, ended_at = null`.execute(
    db,
  )
  await sql`delete from service_process where seen_at < now() - ${KEPT_HOURS} * interval '1 hour'`.execute(db)
  await noteWish(db)
}

/** Notes since when backups are wanted. The rows of processes go sooner than the rule for backups says. */
async function noteWish(db: Db): Promise<void> {
  await sql`
    insert into backup_status (wanted_since) select now()
    where exists (select from service_process where makes_backups) and not exists (select from backup_status where wanted_since is not null)
    on conflict (singleton) do update set wanted_since = excluded.wanted_since`.execute(db)
  await sql`
    update backup_status set wanted_since = null
    where wanted_since is not null and not exists (select from service_process where makes_backups)`.execute(db)
}

/** Notes that it was stopped in order. */
export async function noteEnd(db: Db, id: string): Promise<void> {
  await sql`update service_process set ended_at = now() where id = ${id}`.execute(db)
}
