import {
  KINDS_BY_READINGS,
  LIMITS,
  type OnboardAlarm,
  SEVERITIES,
  type Severity,
  type WithDates,
} from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isSilenced } from './alarms-sql.ts'
import { alarmLine } from './tell/words.ts'

interface OnboardAlarms {
  worst: Severity | null
  alarms: WithDates<OnboardAlarm>[]
}

type Row = Omit<WithDates<OnboardAlarm>, 'message'> & Parameters<typeof alarmLine>[0]

/** The open alarms of a vessel, for what sounds on board: those that are not quiet first, then alarms before warnings. */
export async function onboardAlarms(db: Db, vesselId: string, now: Date): Promise<OnboardAlarms> {
  const { rows } = await sql<Row>`
    select a.id, a.kind, a.metric, nullif(a.instance, '') as instance, a."limit", a.value, a.text, a.severity, a.began_at,
      (a.acknowledged_at is not null or ${isSilenced(now)}) as quiet
    from alarm a where a.vessel_id = ${vesselId} and a.ended_at is null and a.kind = any(${KINDS_BY_READINGS})
    order by quiet, a.severity = 'alarm' desc, a.began_at desc, a.id limit ${LIMITS.onboardAlarms}`.execute(db)
  const alarms = rows.map(({ limit: _limit, value: _value, text: _text, ...alarm }, i) => ({
    ...alarm,
    message: alarmLine(rows[i]!, 'en'),
  }))
  const worst = SEVERITIES.find((severity) => alarms.some((one) => one.severity === severity && !one.quiet))
  return { worst: worst ?? null, alarms }
}
