import type { Alarm, AlarmState, WithDates } from '@binnacle/contract'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/schema/tables.ts'
import { notFound } from '../http/errors.ts'
import { isBehind, type Position, positionTime } from '../http/values/time-cursor.ts'

const columns = [
  'id',
  'rule_id',
  'kind',
  'metric',
  'instance',
  'limit',
  'severity',
  'value',
  'text',
  'camera_id',
  'began_at',
  'ended_at',
  'acknowledged_at',
  'acknowledged_by',
  'silenced_at',
  'silenced_until',
] as const

type AlarmRow = WithDates<Alarm>

/** An alarm as it is answered: '' is no instance. */
export const shown = <T extends { instance: string }>(row: T) => ({ ...row, instance: row.instance || null })

interface AlarmFilter {
  state?: AlarmState
  /** `from` is included, `until` is not. */
  time?: { from: Date; until: Date }
}

/** The alarms of a vessel by when they began, from a position on. */
export async function listAlarms(
  db: Db,
  vesselId: string,
  { state, time }: AlarmFilter,
  after: Position | null,
  limit: number,
  order: 'asc' | 'desc',
): Promise<(AlarmRow & { position: Position })[]> {
  const rows = await db
    .selectFrom('alarm')
    .select(columns)
    .select(positionTime(sql.ref('began_at')).as('at'))
    .where('vessel_id', '=', vesselId)
    .where(isBehind(sql.ref('began_at'), after, order))
    .$if(time !== undefined, (query) => query.where('began_at', '>=', time!.from).where('began_at', '<', time!.until))
    .$if(state !== undefined, (query) => query.where('ended_at', state === 'open' ? 'is' : 'is not', null))
    .orderBy('began_at', order)
    .orderBy('id', order)
    .limit(limit)
    .execute()
  return rows.map(({ at, ...row }) => ({ ...shown(row), position: { at, id: row.id } }))
}

/** Tasks and keys: the pages show them in the due feed and on the account's page. */
const SHOWN_ELSEWHERE = ['task_due', 'task_overdue', 'key_expiring'] as const

/**
 * The order of open alarms: alarms before warnings, what nobody has acknowledged first, then the newest. The app has the same:
 * apps/web/src/alarms/worst-first.ts.
 */
export const WORST_FIRST = sql`severity = 'alarm' desc, acknowledged_at is null desc, began_at desc, id`

/** The open alarms of each vessel by its id, the worst first, without those about tasks and keys. */
export async function openAlarms(db: Db, vesselIds: readonly string[]): Promise<Map<string, AlarmRow[]>> {
  const rows = await db
    .selectFrom('alarm')
    .select([...columns, 'vessel_id'])
    .where('vessel_id', 'in', [...vesselIds])
    .where('ended_at', 'is', null)
    .where('kind', 'not in', SHOWN_ELSEWHERE)
    .orderBy(WORST_FIRST)
    .execute()
  const found = rows.map(({ vessel_id, ...row }) => [vessel_id, shown(row)] as const)
  return new Map(
    [...Map.groupBy(found, ([vesselId]) => vesselId)].map(([vesselId, of]) => [vesselId, of.map(([, row]) => row)]),
  )
}

const updateOwn = (db: Db, ownerId: string) =>
  db
    .updateTable('alarm')
    .from('vessel as v')
    .whereRef('v.id', '=', 'alarm.vessel_id')
    .where('v.owner_id', '=', ownerId)
    .returning(columns.map((column) => `alarm.${column}` as const))

/** Only the first acknowledgement counts. `by`: a person's name, or an access key's. */
export async function acknowledge(db: Db, ownerId: string, id: string, by: string, now: Date): Promise<AlarmRow> {
  const row = await updateOwn(db, ownerId)
    .where('alarm.id', '=', id)
    .set(({ fn, ref, val }) => ({
      acknowledged_at: fn.coalesce(ref('alarm.acknowledged_at'), val(now)),
      acknowledged_by: fn.coalesce(ref('alarm.acknowledged_by'), val(by)),
    }))
    .executeTakeFirstOrThrow(notFound)
  return shown(row)
}

/**
 * Stops messages about an alarm, also those that wait to be sent. `until` null: until it ends; else also about others of its rule
 * and instance.
 */
export async function silence(db: Db, ownerId: string, id: string, until: Date | null, now: Date): Promise<AlarmRow> {
  const rows = await setSilence(db, ownerId, id, { silenced_at: now, silenced_until: until }, until !== null)
  // A phone whose clock is late means no time that is still to come.
  if (until && until <= now) return rows.find((row) => row.id === id)!
  await sql`
    update message m set done_at = ${now}, error = 'silenced' from vessel v
    where v.id = m.vessel_id and v.owner_id = ${ownerId} and m.alarm_id = any(${rows.map((row) => row.id)}::uuid[]) and m.done_at is null`.execute(
    db,
  )
  return rows.find((row) => row.id === id)!
}

export async function endSilence(db: Db, ownerId: string, id: string): Promise<AlarmRow> {
  const rows = await setSilence(db, ownerId, id, { silenced_at: null, silenced_until: null }, true)
  return rows.find((row) => row.id === id)!
}

/** `ofRule`: also of the open alarm of its rule and instance, and of those from which the next one takes a silence over. */
async function setSilence(
  db: Db,
  ownerId: string,
  id: string,
  change: Pick<Updateable<Tables['alarm']>, 'silenced_at' | 'silenced_until'>,
  ofRule: boolean,
): Promise<AlarmRow[]> {
  const rows = await updateOwn(db, ownerId)
    .from('alarm as named')
    .where('named.id', '=', id)
    .whereRef('alarm.vessel_id', '=', 'named.vessel_id')
    .whereRef('alarm.rule_id', '=', 'named.rule_id')
    .whereRef('alarm.instance', '=', 'named.instance')
    .where(({ eb, or, lit }) =>
      or([
        eb('alarm.id', '=', id),
        lit(ofRule).and(or([eb('alarm.ended_at', 'is', null), eb('alarm.silenced_until', '>', sql<Date>`now()`)])),
      ]),
    )
    .set(change)
    .execute()
  if (rows.length === 0) throw notFound()
  return rows.map(shown)
}

/** Whether the alarm `a` is silenced. */
export const isSilenced = (now: Date) =>
  sql<boolean>`(a.silenced_at is not null and coalesce(a.silenced_until, 'infinity') > ${now})`

type Named = Record<'vessel_id' | 'rule_id' | 'instance' | 'began_at', unknown>

/** What a new alarm takes over from earlier ones of its rule and instance: a silence until a time after it began. */
export const takenOver = (
  { vessel_id, rule_id, instance, began_at }: Named,
  column: 'silenced_at' | 'silenced_until',
) => sql<Date | null>`(
    select max(${sql.ref(`s.${column}`)}) from alarm s
    where s.vessel_id = ${vessel_id} and s.rule_id = ${rule_id} and s.instance = ${instance} and s.silenced_until > ${began_at})`
