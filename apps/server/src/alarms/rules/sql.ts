import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '@binnacle/contract'
import type { AlarmRule, BodyOf } from '@binnacle/contract'
import { LIMITS, READY_MADE_RULES } from '@binnacle/contract'
import type { Transaction } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { ApiError, notFound } from '../../http/errors.ts'
import { lockVesselOrNotFound } from '../../vessels/sql.ts'
import { endAlarms, judgeAnew } from '../judge/judge-sql.ts'
import { requireComplete, requireFieldsOfKind } from './validate.ts'

const columns = [
  'id',
  'kind',
  'metric',
  'instance',
  'limit',
  'lat',
  'lon',
  'margin',
  'hold_s',
  'applies',
  'severity',
  'enabled',
  'camera_id',
] as const

export const listRules = (db: Db, vesselId: string): Promise<AlarmRule[]> =>
  db
    .selectFrom('alarm_rule')
    .select(columns)
    .where('vessel_id', '=', vesselId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The rules of each vessel, by its id. */
export async function rulesOf(db: Db, vesselIds: readonly string[]): Promise<Map<string, AlarmRule[]>> {
  const rows = await db
    .selectFrom('alarm_rule')
    .select([...columns, 'vessel_id'])
    .where('vessel_id', 'in', vesselIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ vessel_id }) => vessel_id)
}

/** Gives a new vessel its rules. Their time is the same, so their ids put them in order. */
export async function insertReadyMade(tx: Transaction<Tables>, vesselId: string): Promise<void> {
  const ids = READY_MADE_RULES.map(() => randomUUIDv7()).sort()
  await tx
    .insertInto('alarm_rule')
    .values(READY_MADE_RULES.map((rule, i) => ({ vessel_id: vesselId, id: ids[i]!, instance: null, ...rule })))
    .execute()
}

/** Adds a rule. Throws conflict when the vessel has as many as it may. The database refuses a camera of another vessel: not_found. */
export function insertRule(
  db: Db,
  ownerId: string,
  vesselId: string,
  given: BodyOf<typeof contract.createAlarmRule>,
  now: Date,
): Promise<AlarmRule> {
  requireComplete(given)
  const {
    kind,
    metric = null,
    instance = null,
    limit = null,
    lat = null,
    lon = null,
    margin,
    hold_s,
    applies,
    severity,
    enabled,
    camera_id = null,
  } = given
  return inTransaction(db, async (tx) => {
    await lockVesselOrNotFound(tx, ownerId, vesselId)
    if ((await listRules(tx, vesselId)).length >= LIMITS.rulesPerVessel) throw new ApiError('conflict')
    // Validation has set the contract's defaults.
    const rule = {
      kind,
      metric,
      instance,
      limit,
      lat,
      lon,
      margin: margin!,
      hold_s: hold_s!,
      applies: kind === 'hours_stuck' ? 'engine_running' : applies!,
      severity: severity!,
      camera_id,
    }
    const row = await tx
      .insertInto('alarm_rule')
      .values({ vessel_id: vesselId, id: randomUUIDv7(), ...rule, enabled: enabled!, created_at: now })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await judgeAnew(tx, vesselId)
    return row
  })
}

/** Changes the given fields; an empty `camera_id` names none. */
export function changeRule(
  db: Db,
  ownerId: string,
  id: string,
  change: BodyOf<typeof contract.changeAlarmRule>,
  now: Date,
): Promise<AlarmRule> {
  const { limit, lat, lon, margin, hold_s, applies, severity, enabled, camera_id: camera } = change
  const camera_id = camera === '' ? null : camera
  return inTransaction(db, async (tx) => {
    const rule = await tx
      .selectFrom('alarm_rule as r')
      .innerJoin('vessel as v', 'v.id', 'r.vessel_id')
      .select(['r.vessel_id', 'r.kind', 'r.metric', 'r.enabled'])
      .where('v.owner_id', '=', ownerId)
      .where('r.id', '=', id)
      .forNoKeyUpdate('r')
      .executeTakeFirstOrThrow(notFound)
    requireFieldsOfKind(rule.kind, rule.metric, change)
    const row = await tx
      .updateTable('alarm_rule')
      .set({ enabled: enabled ?? rule.enabled, limit, lat, lon, margin, hold_s, applies, severity, camera_id })
      .where('vessel_id', '=', rule.vessel_id)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    await judgeAnew(tx, rule.vessel_id)
    if (!row.enabled) await endAlarms(tx, rule.vessel_id, id, now)
    return row
  })
}

/** Deletes the owner's rule and ends its alarms. */
export function deleteRule(db: Db, ownerId: string, id: string, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { vessel_id } = await tx
      .deleteFrom('alarm_rule as r')
      .using('vessel as v')
      .whereRef('v.id', '=', 'r.vessel_id')
      .where('v.owner_id', '=', ownerId)
      .where('r.id', '=', id)
      .returning('r.vessel_id')
      .executeTakeFirstOrThrow(notFound)
    await judgeAnew(tx, vessel_id)
    await endAlarms(tx, vessel_id, id, now)
  })
}
