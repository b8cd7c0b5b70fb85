import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '@binnacle/contract'
import type { BodyOf, ServiceLog, WithDates } from '@binnacle/contract'
import type { Transaction } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { ApiError } from '../../http/errors.ts'
import { writeEvent } from '../../outbox/write-event.ts'
import { keepVesselOrNotFound, vesselOrNotFound } from '../../vessels/sql.ts'
import { decimal } from '../hour-meter/decimal.ts'
import { advanceMeter, type HourLogRow, insertHourLog, logHoursOf } from '../hour-meter/sql.ts'
import { keepTaskOrNotFound } from '../tasks/sql.ts'
import { titleKey } from '../tasks/title-key.ts'

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

export type ServiceRow = WithDates<ServiceLog>

/** Converts a stored row into the contract's form. */
export const service = (row: Omit<ServiceRow, 'cost'> & { cost: string | null }): ServiceRow => ({
  ...row,
  cost: decimal(row.cost),
})

/** The service entries, newest first. The caller has checked the owner. */
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
type NewHours = BodyOf<typeof contract.logEngineHours>

export const logService = async (...[db, ownerId, vesselId, given, now]: [Db, string, string, NewService, Date]) =>
  (await logServices(db, ownerId, vesselId, [given], now))[0]!

/** Adds services to the logbook, all or none. */
export function logServices(
  db: Db,
  ownerId: string,
  vesselId: string,
  given: readonly NewService[],
  now: Date,
): Promise<ServiceRow[]> {
  return inTransaction(db, async (tx) => {
    await keepVesselOrNotFound(tx, ownerId, vesselId)
    const rows: ServiceRow[] = []
    for (const one of given) {
      const service_log = await insertService(tx, ownerId, vesselId, one, now)
      await writeEvent(tx, vesselId, 'service.logged', { service_log }, now)
      rows.push(service_log)
    }
    return rows
  })
}

async function insertService(
  tx: Transaction<Tables>,
  ownerId: string,
  vesselId: string,
  given: NewService,
  now: Date,
): Promise<ServiceRow> {
  // Within a list a null is still there; it means absent.
  const { title, engine_hours = null, cost, currency, route, note, task_id } = given
  const done_at = given.done_at ? new Date(given.done_at) : now
  if (task_id) await keepTaskOrNotFound(tx, vesselId, task_id)
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
      route: route ?? 'diy',
      note,
      note_key: note && titleKey(note),
      task_id,
    })
    .returning(serviceColumns)
    .executeTakeFirstOrThrow()
  if (engine_hours !== null)
    await logHoursOf(tx, ownerId, vesselId, {
      hours: engine_hours,
      source: 'service',
      logged_at: readAt(done_at, now),
      service_id: row.id,
    })
  return service(row)
}

/**
 * When the meter of a service was read. East of Greenwich the day of a service may stand for an instant still to come (decision 39);
 * a meter is read now at the latest, or the forecast leaves it out until then.
 */
export const readAt = (doneAt: Date, now: Date): Date => (doneAt > now ? now : doneAt)

/**
 * Sets the meter and writes the hour log. Throws hours_below_current for a reading below the meter; with `past`, only if no later
 * reading shows as many hours: one that was true at its time is stored, and the meter stays.
 */
export function logHours(
  db: Db,
  ownerId: string,
  vesselId: string,
  given: NewHours,
  now: Date,
  { past = false } = {},
): Promise<{ engine_hour_log: HourLogRow; engine_hours: number }> {
  const { hours, litres, fuel_cost, currency, source } = given
  const logged_at = given.logged_at ? new Date(given.logged_at) : now
  return inTransaction(db, async (tx) => {
    const advanced = await advanceMeter(tx, ownerId, vesselId, hours)
    const { engine_hours } = await vesselOrNotFound(tx, ownerId, vesselId)
    if (!advanced && !(past && (await isPassedLater(tx, vesselId, hours, logged_at))))
      throw new ApiError('hours_below_current')
    const entry = { hours, litres, fuel_cost, currency, source: source ?? 'manual', logged_at }
    return { engine_hour_log: await insertHourLog(tx, vesselId, entry), engine_hours: engine_hours! }
  })
}

/** Whether a later entry of the hour log shows as many hours or more. */
async function isPassedLater(tx: Transaction<Tables>, vesselId: string, hours: number, at: Date): Promise<boolean> {
  const later = await tx
    .selectFrom('engine_hour_log')
    .select('id')
    .where('vessel_id', '=', vesselId)
    .where('logged_at', '>', at)
    .where('hours', '>=', hours)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}
