import type * as contract from '@binnacle/contract'
import type { BodyOf } from '@binnacle/contract'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { ApiError, notFound } from '../../http/errors.ts'
import { meterAfter } from '../hour-meter/hour-meter.ts'
import { type HourLogRow, hourEntry, hourLogColumns, insertHourLog } from '../hour-meter/sql.ts'
import { keepTaskOrNotFound } from '../tasks/sql.ts'
import { titleKey } from '../tasks/title-key.ts'
import { readAt, type ServiceRow, service, serviceColumns } from './sql.ts'

type Tx = Transaction<Tables>
type LogTable = 'service_log' | 'engine_hour_log'

/** Locks the vessel of the owner's log entry, so that its meter cannot change until the transaction ends. */
function lockVesselOfOrNotFound(tx: Tx, ownerId: string, table: LogTable, id: string) {
  return tx
    .selectFrom('vessel')
    .select(['id', 'engine_hours'])
    .where('owner_id', '=', ownerId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom(table)
          .select('id')
          .whereRef(`${table}.vessel_id`, '=', 'vessel.id')
          .where(`${table}.id`, '=', id),
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
}

type Vessel = Awaited<ReturnType<typeof lockVesselOfOrNotFound>>

/** The meter according to the hour log: the last manual reading, or a higher one since then. Null for an empty log. */
async function meterByLog(tx: Tx, vesselId: string): Promise<number | null> {
  const { rows } = await sql<{ hours: number | null }>`
    with by_hand as (
      select logged_at, id from engine_hour_log
      where vessel_id = ${vesselId} and hours is not null and source in ('manual', 'signalk', 'api')
      order by logged_at desc, id desc limit 1
    )
    select max(e.hours) as hours from engine_hour_log e
    where e.vessel_id = ${vesselId}
      and (not exists (select from by_hand) or (e.logged_at, e.id) >= (select logged_at, id from by_hand))`.execute(tx)
  return rows[0]!.hours
}

/** Corrects the meter after an entry was changed or deleted. `before`: the old hours of the entry. */
async function correctMeter(tx: Tx, vessel: Vessel, before: number | null): Promise<number | null> {
  const engine_hours = meterAfter(vessel.engine_hours, before, await meterByLog(tx, vessel.id))
  if (engine_hours !== vessel.engine_hours)
    await tx.updateTable('vessel').set({ engine_hours }).where('id', '=', vessel.id).execute()
  return engine_hours
}

type ServiceChange = BodyOf<typeof contract.changeService>

/** Changes the given fields of a service. */
export function changeService(
  db: Db,
  ownerId: string,
  id: string,
  change: ServiceChange,
  now: Date,
): Promise<ServiceRow> {
  return inTransaction(db, async (tx) => {
    const vessel = await lockVesselOfOrNotFound(tx, ownerId, 'service_log', id)
    if (change.task_id) await keepTaskOrNotFound(tx, vessel.id, change.task_id)
    const entry = tx.selectFrom('service_log').select(serviceColumns).where('vessel_id', '=', vessel.id)
    const before = service(await entry.where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow())
    const after = merged(before, change)
    const { id: _id, ...columns } = after
    await tx
      .updateTable('service_log')
      .set({ ...columns, title_key: titleKey(after.title), note_key: after.note && titleKey(after.note) })
      .where('vessel_id', '=', vessel.id)
      .where('id', '=', id)
      .execute()
    if (after.engine_hours !== before.engine_hours || after.done_at.getTime() !== before.done_at.getTime())
      await replaceHours(tx, vessel, before, after, now)
    return after
  })
}

function merged(entry: ServiceRow, change: ServiceChange): ServiceRow {
  const { title, engine_hours, cost, currency, route, note, task_id } = { ...entry, ...change }
  const done_at = change.done_at === undefined ? entry.done_at : new Date(change.done_at)
  return { id: entry.id, title, done_at, engine_hours, cost, currency, route, note, task_id }
}

/** Replaces the service's entry in the hour log. */
async function replaceHours(tx: Tx, vessel: Vessel, before: ServiceRow, after: ServiceRow, now: Date): Promise<void> {
  const { id: service_id, engine_hours: hours } = after
  const logged_at = readAt(after.done_at, now)
  await tx
    .deleteFrom('engine_hour_log')
    .where('vessel_id', '=', vessel.id)
    .where('service_id', '=', service_id)
    .execute()
  if (hours !== null) await insertHourLog(tx, vessel.id, { hours, source: 'service', logged_at, service_id })
  await correctMeter(tx, vessel, before.engine_hours)
}

/** Deletes a service and its entry in the hour log. */
export function deleteService(db: Db, ownerId: string, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const vessel = await lockVesselOfOrNotFound(tx, ownerId, 'service_log', id)
    const { engine_hours } = await tx
      .deleteFrom('service_log')
      .where('vessel_id', '=', vessel.id)
      .where('id', '=', id)
      .returning('engine_hours')
      .executeTakeFirstOrThrow()
    if (engine_hours !== null) await correctMeter(tx, vessel, engine_hours)
  })
}

/** Locks the vessel of an hour log entry and returns both. Throws conflict for an entry of a service: edit the service instead. */
async function lockHours(tx: Tx, ownerId: string, id: string) {
  const vessel = await lockVesselOfOrNotFound(tx, ownerId, 'engine_hour_log', id)
  const { service_id, ...row } = await tx
    .selectFrom('engine_hour_log')
    .select([...hourLogColumns, 'service_id'])
    .where('vessel_id', '=', vessel.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (service_id !== null) throw new ApiError('conflict')
  return { vessel, entry: hourEntry(row) }
}

type HoursChange = BodyOf<typeof contract.changeHours>

/** Changes the given fields. Returns the entry and the new meter. */
export function changeHours(
  db: Db,
  ownerId: string,
  id: string,
  change: HoursChange,
): Promise<{ engine_hour_log: HourLogRow; engine_hours: number | null }> {
  return inTransaction(db, async (tx) => {
    const { vessel, entry } = await lockHours(tx, ownerId, id)
    const { hours, litres, fuel_cost, currency } = { ...entry, ...change }
    const logged_at = change.logged_at === undefined ? entry.logged_at : new Date(change.logged_at)
    const row = await tx
      .updateTable('engine_hour_log')
      .set({ hours, litres, fuel_cost, currency, logged_at })
      .where('vessel_id', '=', vessel.id)
      .where('id', '=', id)
      .returning(hourLogColumns)
      .executeTakeFirstOrThrow()
    return { engine_hour_log: hourEntry(row), engine_hours: await correctMeter(tx, vessel, entry.hours) }
  })
}

export function deleteHours(db: Db, ownerId: string, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { vessel, entry } = await lockHours(tx, ownerId, id)
    await tx.deleteFrom('engine_hour_log').where('vessel_id', '=', vessel.id).where('id', '=', id).execute()
    await correctMeter(tx, vessel, entry.hours)
  })
}
