import type { Alarm, AlarmState, WithDates } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { notFound } from '../http/errors.ts'
import { isBehind, type Position, positionTime } from '../http/time-cursor.ts'

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
  'began_at',
  'ended_at',
  'acknowledged_at',
] as const

type AlarmRow = WithDates<Alarm>

const shown = <T extends { instance: string }>(row: T) => ({ ...row, instance: row.instance || null })

export interface AlarmFilter {
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

export async function acknowledge(db: Db, ownerId: string, id: string, now: Date): Promise<AlarmRow> {
  const row = await db
    .updateTable('alarm')
    .from('vessel as v')
    .set(({ fn, ref, val }) => ({ acknowledged_at: fn.coalesce(ref('alarm.acknowledged_at'), val(now)) }))
    .whereRef('v.id', '=', 'alarm.vessel_id')
    .where('v.owner_id', '=', ownerId)
    .where('alarm.id', '=', id)
    .returning(columns.map((column) => `alarm.${column}` as const))
    .executeTakeFirstOrThrow(notFound)
  return shown(row)
}
