import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '@binnacle/contract'
import type { BodyOf } from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { findVessel, holdVessel } from '../vessels/sql.ts'
import { decimal } from './decimal.ts'
import { advanceMeter, type HourLogRow, insertHourLog, logHoursOf } from './hour-meter-sql.ts'
import { holdTask } from './task-sql.ts'
import { titleKey } from './title-key.ts'

export const serviceColumns = [
  'id',
  'title',
  'done_at',
  'engine_hours',
  'cost',
  'currency',
  'route',
  'note',
  'task_id',
] as const

export interface ServiceRow {
  id: string
  title: string
  done_at: Date
  engine_hours: number | null
  cost: number | null
  currency: string | null
  route: 'diy' | 'supplier'
  note: string | null
  task_id: string | null
}

/** A stored row as the contract shows it. */
export const service = (row: Omit<ServiceRow, 'cost'> & { cost: string | null }): ServiceRow => ({
  ...row,
  cost: decimal(row.cost),
})

/** The service entries, newest first. The caller has made sure whose vessel it is. */
export async function listServices(db: Db, vesselId: string, limit: number): Promise<ServiceRow[]> {
  const rows = await db
    .selectFrom('service_log')
    .select(serviceColumns)
    .where('vessel_id', '=', vesselId)
    .orderBy('done_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(service)
}

type NewService = BodyOf<typeof contract.logService>
type NewHours = BodyOf<typeof contract.logHours>

/** Records a service; null when the account has no such vessel, or the vessel no such task. */
export function logService(
  db: Db,
  ownerId: string,
  vesselId: string,
  given: NewService,
  now: Date,
): Promise<ServiceRow | null> {
  const { title, engine_hours, cost, currency, route, note, task_id } = given
  const done_at = given.done_at ? new Date(given.done_at) : now
  return inTransaction(db, async (tx) => {
    if (!(await holdVessel(tx, ownerId, vesselId))) return null
    if (task_id && !(await holdTask(tx, vesselId, task_id))) return null
    const row = await tx
      .insertInto('service_log')
      .values({
        vessel_id: vesselId,
        id: randomUUIDv7(),
        title,
        title_key: titleKey(title),
        done_at,
        engine_hours,
        cost,
        currency,
        // The request's check has put the contract's default in, here and for the source of hours.
        route: route!,
        note,
        note_key: note && titleKey(note),
        task_id,
      })
      .returning(serviceColumns)
      .executeTakeFirstOrThrow()
    if (engine_hours !== undefined)
      await logHoursOf(tx, ownerId, vesselId, {
        hours: engine_hours,
        source: 'service',
        logged_at: done_at,
        service_id: row.id,
      })
    return service(row)
  })
}

/** Sets the meter and writes the hour log; null when the account has no such vessel. */
export function logHours(
  db: Db,
  ownerId: string,
  vesselId: string,
  given: NewHours,
  now: Date,
): Promise<HourLogRow | 'hours_below_current' | null> {
  const { hours, litres, fuel_cost, currency, source } = given
  const logged_at = given.logged_at ? new Date(given.logged_at) : now
  return inTransaction(db, async (tx) => {
    if (!(await advanceMeter(tx, ownerId, vesselId, hours)))
      return (await findVessel(tx, ownerId, vesselId)) ? 'hours_below_current' : null
    return insertHourLog(tx, vesselId, { hours, litres, fuel_cost, currency, source: source!, logged_at })
  })
}
