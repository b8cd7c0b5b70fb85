import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '@binnacle/contract'
import type { AlarmRule, BodyOf } from '@binnacle/contract'
import { LIMITS } from '@binnacle/contract'
import type { Transaction } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { ApiError, notFound } from '../../http/errors.ts'
import { lockVesselOrNotFound } from '../../vessels/sql.ts'
import { endAlarms, judgeAnew } from '../judge/judge-sql.ts'
import { READY_MADE } from './ready-made.ts'

const MIN_SILENT_HOURS = 1

const columns = [
  'id',
  'kind',
  'metric',
  'instance',
  'limit',
  'margin',
  'hold_s',
  'applies',
  'severity',
  'enabled',
] as const

export const listRules = (db: Db, vesselId: string): Promise<AlarmRule[]> =>
  db
    .selectFrom('alarm_rule')
    .select(columns)
    .where('vessel_id', '=', vesselId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Gives a new vessel its rules. They are made at one time, so their ids put them in order. */
export async function insertReadyMade(tx: Transaction<Tables>, vesselId: string): Promise<void> {
  const ids = READY_MADE.map(() => randomUUIDv7()).sort()
  await tx
    .insertInto('alarm_rule')
    .values(READY_MADE.map((rule, i) => ({ vessel_id: vesselId, id: ids[i]!, instance: null, enabled: true, ...rule })))
    .execute()
}

type NewRule = BodyOf<typeof contract.createAlarmRule>

/** Rules that look at fault texts, not at values. */
const OF_TEXTS: readonly AlarmRule['kind'][] = ['fault', 'onboard_alarm']

/** A rule that could never be judged is refused. Throws invalid_request. */
function requireWhole({ kind, metric, limit }: NewRule): void {
  const isOfTexts = OF_TEXTS.includes(kind)
  if (isOfTexts ? metric !== 'fault_code' : kind === 'silent' ? metric !== undefined : !metric)
    throw new ApiError(
      'invalid_request',
      `/metric ${isOfTexts ? 'must be fault_code' : kind === 'silent' ? 'must be absent' : 'is required'}`,
    )
  if (isOfTexts !== (limit === undefined))
    throw new ApiError('invalid_request', `/limit ${isOfTexts ? 'must be absent' : 'is required'}`)
}

/** What would always hold, or begin and end with each reading, is no alarm. */
function requireSilence(kind: AlarmRule['kind'], limit: number | undefined): void {
  if (kind === 'silent' && limit !== undefined && limit < MIN_SILENT_HOURS)
    throw new ApiError('invalid_request', `/limit must be at least ${MIN_SILENT_HOURS}`)
}

/** Adds a rule. Throws conflict when the vessel has as many as it may. */
export function insertRule(db: Db, ownerId: string, vesselId: string, given: NewRule, now: Date): Promise<AlarmRule> {
  requireWhole(given)
  requireSilence(given.kind, given.limit)
  const { kind, metric = null, instance = null, limit = null, margin, hold_s, applies, severity, enabled } = given
  return inTransaction(db, async (tx) => {
    await lockVesselOrNotFound(tx, ownerId, vesselId)
    if ((await listRules(tx, vesselId)).length >= LIMITS.rulesPerVessel) throw new ApiError('conflict')
    // Validation has set the contract's defaults.
    const rule = {
      kind,
      metric,
      instance,
      limit,
      margin: margin!,
      hold_s: hold_s!,
      applies: applies!,
      severity: severity!,
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

/** Changes the given fields. */
export function changeRule(
  db: Db,
  ownerId: string,
  id: string,
  change: BodyOf<typeof contract.changeAlarmRule>,
  now: Date,
): Promise<AlarmRule> {
  const { limit, margin, hold_s, applies, severity, enabled } = change
  return inTransaction(db, async (tx) => {
    const rule = await tx
      .selectFrom('alarm_rule as r')
      .innerJoin('vessel as v', 'v.id', 'r.vessel_id')
      .select(['r.vessel_id', 'r.kind', 'r.enabled'])
      .where('v.owner_id', '=', ownerId)
      .where('r.id', '=', id)
      .forNoKeyUpdate('r')
      .executeTakeFirstOrThrow(notFound)
    if (OF_TEXTS.includes(rule.kind) && limit !== undefined)
      throw new ApiError('invalid_request', '/limit must be absent')
    requireSilence(rule.kind, limit)
    const row = await tx
      .updateTable('alarm_rule')
      .set({ enabled: enabled ?? rule.enabled, limit, margin, hold_s, applies, severity })
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
