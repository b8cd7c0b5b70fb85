import type { Traffic } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const COUNTS = [
  'requests',
  'refused',
  'failed',
  'readings',
  'readings_rejected',
  'frames',
  'frames_refused',
] as const satisfies (keyof Traffic)[]

const columns = sql.join(COUNTS.map((name) => sql.ref(name)))

/** Adds what a process counted to the hour of `now`. */
export async function addTraffic(db: Db, now: Date, counted: Traffic): Promise<void> {
  const sums = COUNTS.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)} + excluded.${sql.ref(name)}`)
  await sql`
    insert into traffic as t (hour, ${columns})
    values (date_trunc('hour', ${now}::timestamptz, 'UTC'), ${sql.join(COUNTS.map((name) => counted[name]))})
    on conflict (hour) do update set ${sql.join(sums)}`.execute(db)
}

type Span = Traffic & { from: Date }

/** What came since `from`, by the hour or the day (UTC), oldest first; spans in which nothing came are absent. */
export async function listTraffic(db: Db, span: 'hour' | 'day', from: Date): Promise<Span[]> {
  const sums = COUNTS.map((name) => sql`sum(${sql.ref(name)})::double precision as ${sql.ref(name)}`)
  const { rows } = await sql<Span>`
    select date_trunc(${span}, hour, 'UTC') as from, ${sql.join(sums)} from traffic
    where hour > ${from} group by 1 order by 1`.execute(db)
  return rows
}

export const totalOf = (spans: readonly Traffic[]): Traffic =>
  Object.fromEntries(
    COUNTS.map((name) => [name, spans.reduce((sum, span) => sum + span[name], 0)]),
  ) as unknown as Traffic
