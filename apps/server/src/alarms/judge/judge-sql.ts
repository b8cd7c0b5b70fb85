import { randomUUIDv7 } from 'node:crypto'
import { KINDS_BY_READINGS } from '@binnacle/contract'
import { type InsertObject, sql, type Transaction } from 'kysely'
import type { Database, Db } from '../../db/database.ts'
import type { AlarmRuleTable, Tables } from '../../db/schema/tables.ts'
import { takenOver } from '../alarms-sql.ts'
import type { Differences, Interval } from './intervals.ts'
import { type Memory, memoryText, readMemory } from './judge-span.ts'

/** Readings of a connection that are not yet judged. */
interface Mark {
  connection: string
  batches: number
  /** ms */
  first: number
  last: number
}

export type Rule = Pick<
  AlarmRuleTable,
  'id' | 'kind' | 'metric' | 'instance' | 'limit' | 'lat' | 'lon' | 'margin' | 'hold_s' | 'applies' | 'severity'
>

export interface KnownAlarm extends Interval {
  id: string
}

/** What judging a vessel begins with. If it has no marks, its rules changed. */
export interface Case {
  vesselId: string
  marks: Mark[]
  rules: Rule[]
  /** Of alarm_judged; 0 while it has no row. */
  version: number
  memory: Memory | null
  /** The alarms that reach into the time that is judged, or are later. */
  alarms: KnownAlarm[]
}

const ms = (time: string) => `floor(extract(epoch from ${time}) * 1000)::double precision`

const CASES = `
select w.vessel_id,
  (select json_agg(json_build_object('connection', c.id, 'batches', c.unjudged_batches, 'first', ${ms('c.unjudged_from')}, 'last', ${ms('c.unjudged_to')}))
   from connection c where c.vessel_id = w.vessel_id and c.unjudged_from is not null) as marks,
  (select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'metric', r.metric, 'instance', r.instance, 'limit', r."limit", 'lat', r.lat, 'lon', r.lon, 'margin', r.margin,
    'hold_s', r.hold_s, 'applies', r.applies, 'severity', r.severity) order by r.id)
   from alarm_rule r where r.vessel_id = w.vessel_id and r.enabled and r.kind = any ($2::text[])) as rules,
  (select json_build_object('version', j.version, 'until', ${ms('j.until_at')}, 'state', j.state) from alarm_judged j where j.vessel_id = w.vessel_id) as judged,
  (select json_agg(json_build_object('id', a.id, 'rule', a.rule_id, 'instance', a.instance, 'began', ${ms('a.began_at')}, 'ended', ${ms('a.ended_at')},
    'value', a.value, 'text', a.text))
   from alarm a where a.vessel_id = w.vessel_id
     and coalesce(a.ended_at, 'infinity') >= coalesce((select min(c.unjudged_from) from connection c where c.vessel_id = w.vessel_id), 'infinity')) as alarms
from unnest($1::uuid[]) w(vessel_id)`

interface Row {
  vessel_id: string
  marks: Mark[] | null
  rules: Rule[] | null
  judged: { version: number; until: number | null; state: string | null } | null
  alarms: KnownAlarm[] | null
}

/** Of the vessels of which something waits. */
export async function openCases(database: Database, vesselIds: readonly string[]): Promise<Case[]> {
  return (await database.prepared<Row>('alarm-cases', CASES, [vesselIds, KINDS_BY_READINGS])).flatMap(openCase)
}

function openCase({ vessel_id, marks, rules, judged, alarms }: Row): Case[] {
  const { until = null, state = null } = judged ?? {}
  const memory = until === null ? null : { until, state: state === null ? null : readMemory(state, until) }
  if (!marks && (memory === null || memory.state)) return []
  return [
    {
      vesselId: vessel_id,
      marks: marks ?? [],
      rules: rules ?? [],
      version: judged?.version ?? 0,
      memory,
      alarms: alarms ?? [],
    },
  ]
}

/** What was judged of a vessel. */
export interface Finding {
  vesselId: string
  /** Before it was judged. */
  version: number
  marks: readonly Pick<Mark, 'connection' | 'batches'>[]
  memory: Memory
}

/**
 * Counts the versions up, remembers the states, and clears the marks, in one statement; a connection to which a batch came
 * meanwhile, or comes just now, keeps its mark, so that this waits for no ingest. Gives the vessels of which it did: not those of
 * another version, which somebody else judged meanwhile, or whose rules changed.
 * @param onlyAll nor those of which a connection would keep its mark
 */
export async function noteJudged(db: Db, found: readonly Finding[], onlyAll = false): Promise<Set<string>> {
  if (found.length === 0) return new Set()
  const marks = found.flatMap(({ vesselId, marks }) => marks.map((mark) => ({ ...mark, vesselId })))
  const { rows } = await sql<{ vessel_id: string }>`
    with mark as (
      select * from unnest(
        ${marks.map(({ vesselId }) => vesselId)}::uuid[], ${marks.map(({ connection }) => connection)}::uuid[], ${marks.map(({ batches }) => batches)}::integer[]
      ) m(vessel_id, id, batches)
    ), free as (
      select c.vessel_id, c.id from mark m join connection c on c.vessel_id = m.vessel_id and c.id = m.id and c.unjudged_batches = m.batches
      for update of c skip locked
    ), claimed as (
      insert into alarm_judged as j (vessel_id, version, until_at, state)
      select f.vessel_id, f.version + 1, f.until_at, f.state
      from unnest(
        ${found.map(({ vesselId }) => vesselId)}::uuid[], ${found.map(({ version }) => version)}::integer[],
        ${found.map(({ memory }) => new Date(memory.until))}::timestamptz[], ${found.map(({ memory }) => memory.state && memoryText(memory.state))}::text[]
      ) f(vessel_id, version, until_at, state)
      where not ${onlyAll}
        or (select count(*) from mark m where m.vessel_id = f.vessel_id) = (select count(*) from free c where c.vessel_id = f.vessel_id)
      on conflict (vessel_id) do update set version = excluded.version, until_at = excluded.until_at, state = excluded.state
      where j.version = excluded.version - 1 returning j.vessel_id
    ), cleared as (
      update connection c set unjudged_from = null, unjudged_to = null, unjudged_since = null, unjudged_batches = 0
      from free f, claimed j where c.vessel_id = f.vessel_id and c.id = f.id and j.vessel_id = f.vessel_id
    )
    select vessel_id from claimed`.execute(db)
  return new Set(rows.map(({ vessel_id }) => vessel_id))
}

/** The rules of the vessel changed: a judgement that is under way is not written, and the newest readings are judged anew. */
export async function judgeAnew(tx: Transaction<Tables>, vesselId: string): Promise<void> {
  await tx
    .insertInto('alarm_judged')
    .values({ vessel_id: vesselId, version: 1, until_at: null, state: null })
    .onConflict((conflict) =>
      conflict
        .column('vessel_id')
        .doUpdateSet(({ eb, ref }) => ({ version: eb(ref('alarm_judged.version'), '+', 1), state: null })),
    )
    .execute()
}

/** Ends the open alarms of a rule. */
export async function endAlarms(tx: Transaction<Tables>, vesselId: string, ruleId: string, now: Date): Promise<void> {
  await tx
    .updateTable('alarm')
    .set(({ fn, ref, val }) => ({ ended_at: fn<Date>('greatest', [ref('began_at'), val(now)]) }))
    .where('vessel_id', '=', vesselId)
    .where('rule_id', '=', ruleId)
    .where('ended_at', 'is', null)
    .execute()
}

const times = ({ began, ended, value, text }: Interval) => ({
  began_at: new Date(began),
  ended_at: ended === null ? null : new Date(ended),
  value,
  text,
})

/** A statement has 65,535 parameters at most. */
const ROWS_IN_A_STATEMENT = 1_000

export async function writeAlarms(
  tx: Transaction<Tables>,
  { vesselId, rules }: Case,
  { changed, added, removed }: Differences<KnownAlarm>,
): Promise<void> {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  if (removed.length > 0)
    await sql`delete from alarm where vessel_id = ${vesselId} and id = any(${removed.map(({ id }) => id)}::uuid[])`.execute(
      tx,
    )
  // Those that are open come last: a rule has one open alarm at most.
  await updateTimes(
    tx,
    vesselId,
    changed.filter(({ is }) => is.ended !== null),
  )
  await updateTimes(
    tx,
    vesselId,
    changed.filter(({ is }) => is.ended === null),
  )
  const rows = added.map((one): InsertObject<Tables, 'alarm'> => {
    const { kind, metric, limit, severity } = byId.get(one.rule)!
    const alarm = { vessel_id: vesselId, rule_id: one.rule, instance: one.instance, ...times(one) }
    const silenced_at = takenOver(alarm, 'silenced_at')
    const silenced_until = takenOver(alarm, 'silenced_until')
    return { ...alarm, id: randomUUIDv7(), kind, metric, limit, severity, silenced_at, silenced_until }
  })
  for (let from = 0; from < rows.length; from += ROWS_IN_A_STATEMENT)
    await tx
      .insertInto('alarm')
      .values(rows.slice(from, from + ROWS_IN_A_STATEMENT))
      .execute()
}

async function updateTimes(tx: Transaction<Tables>, vesselId: string, changed: Differences<KnownAlarm>['changed']) {
  if (changed.length === 0) return
  const now = changed.map(({ is }) => times(is))
  await sql`
    update alarm a set began_at = n.began_at, ended_at = n.ended_at, value = n.value, text = n.text
    from unnest(
      ${changed.map(({ was }) => was.id)}::uuid[], ${now.map(({ began_at }) => began_at)}::timestamptz[], ${now.map(({ ended_at }) => ended_at)}::timestamptz[],
      ${now.map(({ value }) => value)}::double precision[], ${now.map(({ text }) => text)}::text[]
    ) n(id, began_at, ended_at, value, text)
    where a.vessel_id = ${vesselId} and a.id = n.id`.execute(tx)
}

const WAITING_OF_KEYS = `select key_hash, vessel_id, id, telemetry_at from connection where key_hash = any($1::bytea[]) and unjudged_from is not null`

/** A connection whose readings wait. */
export interface Waiting {
  key_hash: Buffer
  vessel_id: string
  id: string
  /** Of the newest batch that was stored for it. */
  telemetry_at: Date
}

/** Those of these connection keys whose readings wait. */
export const waitingOf = (database: Database, keyHashes: readonly Buffer[]): Promise<Waiting[]> =>
  database.prepared<Waiting>('alarm-waiting', WAITING_OF_KEYS, [keyHashes])

export const MAX_WAITING = 1000

/**
 * Vessels whose readings wait, in any process, or whose rules changed: by id, those beyond the given one, so many at most.
 * @param since only those that wait since before then
 */
export async function allWaiting(
  db: Db,
  { since = null, beyond = null }: { since?: Date | null; beyond?: string | null } = {},
): Promise<string[]> {
  const { rows } = await sql<{ vessel_id: string }>`
    select vessel_id from (
      select vessel_id from connection
      where unjudged_from is not null and (${since}::timestamptz is null or unjudged_since is null or unjudged_since < ${since})
      union
      select vessel_id from alarm_judged where state is null and until_at is not null
    ) waiting
    where ${beyond}::uuid is null or vessel_id > ${beyond}
    order by vessel_id limit ${MAX_WAITING}`.execute(db)
  return rows.map(({ vessel_id }) => vessel_id)
}

/** Those of these vessels that were judged elsewhere since, or whose rules changed. */
export async function judgedElsewhere(
  db: Db,
  known: readonly Pick<Finding, 'vesselId' | 'version'>[],
): Promise<string[]> {
  if (known.length === 0) return []
  const { rows } = await sql<{ vessel_id: string }>`
    select k.vessel_id from unnest(${known.map(({ vesselId }) => vesselId)}::uuid[], ${known.map(({ version }) => version)}::integer[]) k(vessel_id, version)
    left join alarm_judged j on j.vessel_id = k.vessel_id where coalesce(j.version, 0) <> k.version`.execute(db)
  return rows.map(({ vessel_id }) => vessel_id)
}
