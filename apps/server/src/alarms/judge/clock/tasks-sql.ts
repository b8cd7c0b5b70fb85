import type { DueStatus, RuleKind } from '@binnacle/contract'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import { rankedTasks } from '../../../maintenance/due/sql.ts'
import { endAndBegin } from './end-and-begin-sql.ts'

/** Which tasks break the rules of a kind. */
const BROKEN_BY = { task_due: ['due_soon', 'overdue'], task_overdue: ['overdue'] } as const satisfies Partial<
  Record<RuleKind, readonly DueStatus[]>
>
const KINDS = Object.keys(BROKEN_BY) as (keyof typeof BROKEN_BY)[]

/** Boats that are judged in one transaction, and at most in one sweep: readings wait for it, and a process has 240 sweeps an hour. */
const AT_ONCE = 50
const MAX = 100

/**
 * Judges the rules about tasks, of boats whose tasks or logbook changed and of each boat every hour: time and engine hours pass
 * without a change. Several processes may do it at once: a boat is judged by one of them.
 */
export async function judgeTasks(db: Db, now: Date): Promise<void> {
  for (let done = 0; done < MAX; done += AT_ONCE)
    if ((await inTransaction(db, (tx) => judgeSome(tx, now))) < AT_ONCE) return
}

/** How many boats were judged. */
async function judgeSome(tx: Transaction<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<{ vessel_id: string }>`
    with waiting as (
      select vessel_id from vessel_change
      where tasks_judged_at is null or tasks_judged_at < ${now}::timestamptz - interval '1 hour'
      order by tasks_judged_at nulls first limit ${AT_ONCE} for update skip locked
    )
    update vessel_change c set tasks_judged_at = ${now} from waiting w where c.vessel_id = w.vessel_id returning c.vessel_id`.execute(
    tx,
  )
  const ids = rows.map(({ vessel_id }) => vessel_id)
  const rules = ids.length === 0 ? [] : await rulesOf(tx, ids)
  if (rules.length === 0) return ids.length
  const vessels = [...new Map(rules.map(({ vessel_id: id, engine_hours }) => [id, { id, engine_hours }])).values()]
  const tasks = await rankedTasks(tx, vessels, now)
  const broken = rules.flatMap(({ vessel_id, id, kind }) => {
    const by: readonly DueStatus[] = BROKEN_BY[kind]
    return tasks
      .get(vessel_id)!
      .filter(({ item }) => by.includes(item.status))
      .map(({ item }) => ({ vessel_id, rule_id: id, instance: item.task_id, text: item.title }))
  })
  await write(
    tx,
    vessels.map(({ id }) => id),
    broken,
    now,
  )
  return ids.length
}

async function rulesOf(tx: Transaction<Tables>, vesselIds: readonly string[]) {
  const rows = await tx
    .selectFrom('alarm_rule as r')
    .innerJoin('vessel as v', 'v.id', 'r.vessel_id')
    .select(['r.vessel_id', 'r.id', 'r.kind', 'v.engine_hours'])
    .where('r.vessel_id', 'in', [...vesselIds])
    .where('r.kind', 'in', KINDS)
    .where('r.enabled', '=', true)
    .execute()
  return rows as ((typeof rows)[number] & { kind: keyof typeof BROKEN_BY })[]
}

interface Broken {
  vessel_id: string
  rule_id: string
  instance: string
  text: string
}

async function write(tx: Transaction<Tables>, vesselIds: readonly string[], broken: readonly Broken[], now: Date) {
  const column = (name: keyof Broken) => broken.map((one) => one[name])
  const found = {
    open: sql`a.vessel_id = any(${vesselIds}::uuid[]) and a.kind = any(${KINDS}::text[])`,
    broken: sql`
      select *, ${now}::timestamptz as since
      from unnest(${column('vessel_id')}::uuid[], ${column('rule_id')}::uuid[], ${column('instance')}::text[], ${column('text')}::text[])
        t(vessel_id, rule_id, instance, text)`,
    over: sql`${now}::timestamptz`,
  }
  await endAndBegin(tx, found, now)
}
