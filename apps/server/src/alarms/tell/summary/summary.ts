import type { Severity } from '@binnacle/contract'
import type { Database } from '../../../db/database.ts'
import { type Money, sumsByCurrency } from '../../../maintenance/costs/costs.ts'
import { costEntries } from '../../../maintenance/costs/sql.ts'
import { dueFeeds } from '../../../maintenance/due/sql.ts'
import { hoursRun } from '../../../maintenance/usage/sql.ts'
import { readTrack } from '../../../telemetry/charts/track.ts'
import type { Period } from './last-period.ts'

/** What happened on a boat in a period, and what comes next. */
export interface BoatSummary extends Pick<Period, 'firstDay' | 'lastDay'> {
  /** Of the engine, whole hours. */
  hours: number
  metres: number
  /** What was done, oldest first. */
  services: string[]
  costs: Money[]
  /** Tasks that are overdue or due soon when the summary is made. */
  due: { title: string; overdue: boolean }[]
  /** Alarms that began. */
  alarms: Record<Severity, number>
}

interface Boat {
  id: string
  engine_hours: number | null
}

export async function summaryOf(database: Database, boat: Boat, period: Period, now: Date): Promise<BoatSummary> {
  const { db } = database
  const { firstDay, lastDay, from, until } = period
  const within = (at: Date) => at >= from && at < until
  const services = await db
    .selectFrom('service_log')
    .select('title')
    .where('vessel_id', '=', boat.id)
    .where('done_at', '>=', from)
    .where('done_at', '<', until)
    .orderBy('done_at')
    .orderBy('id')
    .execute()
  const alarms = await db
    .selectFrom('alarm')
    .select(['severity', (eb) => eb.fn.countAll<string>().as('count')])
    .where('vessel_id', '=', boat.id)
    .where('began_at', '>=', from)
    .where('began_at', '<', until)
    .groupBy('severity')
    .execute()
  const begun = (of: Severity) => Number(alarms.find(({ severity }) => severity === of)?.count ?? 0)
  const track = await readTrack(database, boat.id, { from: from.getTime(), to: until.getTime() })
  const feed = (await dueFeeds(db, [boat], now)).get(boat.id) ?? []
  return {
    firstDay,
    lastDay,
    hours: await hoursRun(db, boat.id, from, until),
    metres: Math.round(track.metres),
    services: services.map(({ title }) => title),
    costs: sumsByCurrency((await costEntries(db, boat.id)).filter(({ at }) => within(at))),
    due: feed
      .filter(({ status }) => status !== 'ok')
      .map(({ title, status }) => ({ title, overdue: status === 'overdue' })),
    alarms: { alarm: begun('alarm'), warning: begun('warning') },
  }
}
