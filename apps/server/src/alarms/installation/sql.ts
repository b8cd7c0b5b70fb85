import type {
  BodyOf,
  changeInstallationRule,
  InstallationAlarm,
  InstallationRule,
  InstallationRuleKind,
  WithDates,
} from '@binnacle/contract'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { notFound } from '../../http/errors.ts'
import { shown, WORST_FIRST } from '../alarms-sql.ts'

type AlarmRow = WithDates<InstallationAlarm>

const columns = [
  'id',
  'kind',
  'instance',
  'limit',
  'severity',
  'value',
  'text',
  'began_at',
  'ended_at',
  'acknowledged_at',
  'acknowledged_by',
  'silenced_at',
  'silenced_until',
] as const

const MAX_ENDED = 100

/** The open alarms, the worst first, and the newest that ended. */
export async function listInstallationAlarms(db: Db): Promise<{ open: AlarmRow[]; ended: AlarmRow[] }> {
  const alarms = db.selectFrom('installation_alarm').select(columns)
  const open = await alarms.where('ended_at', 'is', null).orderBy(WORST_FIRST).execute()
  const ended = await alarms
    .where('ended_at', 'is not', null)
    .orderBy('began_at', 'desc')
    .orderBy('id')
    .limit(MAX_ENDED)
    .execute()
  return { open: open.map(shown), ended: ended.map(shown) }
}

/** Only the first acknowledgement counts. */
export async function acknowledgeInstallationAlarm(db: Db, id: string, by: string, now: Date): Promise<AlarmRow> {
  const row = await db
    .updateTable('installation_alarm')
    .set(({ fn, ref, val }) => ({
      acknowledged_at: fn.coalesce(ref('acknowledged_at'), val(now)),
      acknowledged_by: fn.coalesce(ref('acknowledged_by'), val(by)),
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow(notFound)
  return shown(row)
}

/**
 * Stops messages about an alarm, also those that wait. `until` null: until it ends; else also about later ones of its kind and
 * instance.
 */
export async function silenceInstallationAlarm(db: Db, id: string, until: Date | null, now: Date): Promise<AlarmRow> {
  const row = await setSilence(db, id, { silenced_at: now, silenced_until: until })
  if (until === null || until > now)
    await sql`update message set done_at = ${now}, error = 'silenced' where alarm_id = ${id} and done_at is null`.execute(
      db,
    )
  return row
}

export const endInstallationSilence = (db: Db, id: string): Promise<AlarmRow> =>
  setSilence(db, id, { silenced_at: null, silenced_until: null })

/** Also of the others of its kind and instance, from which the next one takes a silence over. */
async function setSilence(
  db: Db,
  id: string,
  change: Pick<Updateable<Tables['installation_alarm']>, 'silenced_at' | 'silenced_until'>,
): Promise<AlarmRow> {
  const rows = await db
    .updateTable('installation_alarm as a')
    .from('installation_alarm as named')
    .where('named.id', '=', id)
    .whereRef('a.kind', '=', 'named.kind')
    .whereRef('a.instance', '=', 'named.instance')
    .where(({ eb, or }) =>
      or([eb('a.id', '=', id), eb('a.ended_at', 'is', null), eb('a.silenced_until', '>', sql<Date>`now()`)]),
    )
    .set(change)
    .returning(columns.map((column) => `a.${column}` as const))
    .execute()
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound()
  return shown(row)
}

export const listInstallationRules = (db: Db): Promise<InstallationRule[]> =>
  db.selectFrom('installation_rule').select(['kind', 'limit', 'severity', 'enabled']).orderBy('position').execute()

/** Changes the given fields. The alarms of a rule that is switched off end. */
export async function changeRuleOfInstallation(
  tx: Db,
  kind: InstallationRuleKind,
  change: BodyOf<typeof changeInstallationRule>,
  now: Date,
): Promise<InstallationRule> {
  const rule = await tx
    .updateTable('installation_rule')
    .set(({ ref }) => ({ kind: ref('kind'), ...change }))
    .where('kind', '=', kind)
    .returning(['kind', 'limit', 'severity', 'enabled'])
    .executeTakeFirstOrThrow(notFound)
  if (!rule.enabled)
    await sql`update installation_alarm set ended_at = greatest(began_at, ${now}) where kind = ${kind} and ended_at is null`.execute(
      tx,
    )
  return rule
}
