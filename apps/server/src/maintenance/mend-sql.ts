import type * as contract from '@binnacle/contract'
import type { BodyOf } from '@binnacle/contract'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import { meterAfter } from './hour-meter.ts'
import { type HourLogRow, hourEntry, hourLogColumns, insertHourLog } from './hour-meter-sql.ts'
import { type ServiceRow, service, serviceColumns } from './logbook-sql.ts'
import { holdTask } from './task-sql.ts'
import { titleKey } from './title-key.ts'

type Tx = Transaction<Tables>
type LogTable = 'service_log' | 'engine_hour_log'

/** An entry's vessel when it is the account's, held: its meter cannot move until the transaction ends. */
async function holdVesselOf(tx: Tx, ownerId: string, table: LogTable, id: string) {
  const row = await tx
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
    .executeTakeFirst()
  return row ?? null
}

type Held = NonNullable<Awaited<ReturnType<typeof holdVesselOf>>>

/** What the hour log says the meter is: the last reading by hand, or what went above it since. null for an empty log. */
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

/** Puts the meter where it belongs once an entry that said `before` says something else, or nothing. */
async function settleMeter(tx: Tx, vessel: Held, before: number | null): Promise<number | null> {
  const engine_hours = meterAfter(vessel.engine_hours, before, await meterByLog(tx, vessel.id))
  if (engine_hours !== vessel.engine_hours)
    await tx.updateTable('vessel').set({ engine_hours }).where('id', '=', vessel.id).execute()
  return engine_hours
}

type ServiceChange = BodyOf<typeof contract.changeService>

/** Changes the fields that are given; null when the account has no such entry, or its vessel no such task. */
export function changeService(db: Db, ownerId: string, id: string, change: ServiceChange): Promise<ServiceRow | null> {
  return inTransaction(db, async (tx) => {
    const vessel = await holdVesselOf(tx, ownerId, 'service_log', id)
    if (!vessel || (change.task_id && !(await holdTask(tx, vessel.id, change.task_id)))) return null
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
      await replaceHours(tx, vessel, before, after)
    return after
  })
}

/** The entry with the fields that are given in place of its own. */
function merged(entry: ServiceRow, change: ServiceChange): ServiceRow {
  const { title, engine_hours, cost, currency, route, note, task_id } = { ...entry, ...change }
  const done_at = change.done_at === undefined ? entry.done_at : new Date(change.done_at)
  return { id: entry.id, title, done_at, engine_hours, cost, currency, route, note, task_id }
}

/** The service's entry of the hour log says what the service says now. */
async function replaceHours(tx: Tx, vessel: Held, before: ServiceRow, after: ServiceRow): Promise<void> {
  const { id: service_id, engine_hours: hours, done_at: logged_at } = after
  await tx
    .deleteFrom('engine_hour_log')
    .where('vessel_id', '=', vessel.id)
    .where('service_id', '=', service_id)
    .execute()
  if (hours !== null) await insertHourLog(tx, vessel.id, { hours, source: 'service', logged_at, service_id })
  await settleMeter(tx, vessel, before.engine_hours)
}

/** Deletes a service, and with it its entry of the hour log; false when the account has no such service. */
export function deleteService(db: Db, ownerId: string, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const vessel = await holdVesselOf(tx, ownerId, 'service_log', id)
    if (!vessel) return false
    const { engine_hours } = await tx
      .deleteFrom('service_log')
      .where('vessel_id', '=', vessel.id)
      .where('id', '=', id)
      .returning('engine_hours')
      .executeTakeFirstOrThrow()
    if (engine_hours !== null) await settleMeter(tx, vessel, engine_hours)
    return true
  })
}

/** The entry and its vessel; null when the account has none, conflict for one that is its service's to change. */
async function holdHours(tx: Tx, ownerId: string, id: string) {
  const vessel = await holdVesselOf(tx, ownerId, 'engine_hour_log', id)
  if (!vessel) return null
  const { service_id, ...row } = await tx
    .selectFrom('engine_hour_log')
    .select([...hourLogColumns, 'service_id'])
    .where('vessel_id', '=', vessel.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return service_id === null ? { vessel, entry: hourEntry(row) } : 'conflict'
}

type HoursChange = BodyOf<typeof contract.changeHours>

/** Changes the fields that are given, and gives the meter as it is then. */
export function changeHours(
  db: Db,
  ownerId: string,
  id: string,
  change: HoursChange,
): Promise<{ engine_hour_log: HourLogRow; engine_hours: number | null } | 'conflict' | null> {
  return inTransaction(db, async (tx) => {
    const held = await holdHours(tx, ownerId, id)
    if (held === null || held === 'conflict') return held
    const { hours, litres, fuel_cost, currency } = { ...held.entry, ...change }
    const logged_at = change.logged_at === undefined ? held.entry.logged_at : new Date(change.logged_at)
    const row = await tx
      .updateTable('engine_hour_log')
      .set({ hours, litres, fuel_cost, currency, logged_at })
      .where('vessel_id', '=', held.vessel.id)
      .where('id', '=', id)
      .returning(hourLogColumns)
      .executeTakeFirstOrThrow()
    return { engine_hour_log: hourEntry(row), engine_hours: await settleMeter(tx, held.vessel, held.entry.hours) }
  })
}

/** Deletes an entry of the hour log. */
export function deleteHours(db: Db, ownerId: string, id: string): Promise<true | 'conflict' | null> {
  return inTransaction(db, async (tx) => {
    const held = await holdHours(tx, ownerId, id)
    if (held === null || held === 'conflict') return held
    await tx.deleteFrom('engine_hour_log').where('vessel_id', '=', held.vessel.id).where('id', '=', id).execute()
    await settleMeter(tx, held.vessel, held.entry.hours)
    return true
  })
}
