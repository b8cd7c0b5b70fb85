import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { dumpSchema, SCHEMA_FILE } from '../../../../../scripts/schema.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { isIngestFunctionCurrent } from './ingest-function.ts'
import { migrate, schemaState } from './migrate.ts'

const { database, url, drop } = await openTestDatabase()
const { db } = database
after(drop)

const FOLDER = join(import.meta.dirname, '../../../migrations')

/** What databases that are in use were made with. */
const FIRST = ['0001_schema', '0002_ingest']

const run = async (text: string) => {
  for (const statement of text.split(/;\n(?:\n|$)/).filter((part) => part.trim() !== ''))
    await sql.raw(statement).execute(db)
}

async function rowsOf<T>(statement: string): Promise<T[]> {
  return (await sql.raw<T>(statement).execute(db)).rows
}

const emptySchema = () =>
  run("drop schema public cascade;\n\ncreate schema public;\n\ncomment on schema public is 'standard public schema'")

/** The database as the first version left it, empty. */
async function goBack(): Promise<void> {
  await emptySchema()
  await run(`
    create table schema_migration (name varchar(255) primary key, timestamp varchar(255) not null)`)
  for (const name of FIRST) {
    await run(await readFile(join(FOLDER, `${name}.sql`), 'utf8'))
    await sql`insert into schema_migration (name, timestamp) values (${name}, '2026-01-01T00:00:00.000Z')`.execute(db)
  }
}

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [OWNER, BOAT, OIL, IMPELLER, LATER] = [1, 2, 3, 4, 5].map(id)

const A_BOAT = `
insert into owner (id, name, email, plan) values ('${OWNER}', 'Ada', 'ada@example.org', 'pro');

insert into vessel (id, owner_id, name, vessel_type, engine_hours) values ('${BOAT}', '${OWNER}', 'Nordlys', 'rib', 412)`

/** Two services of one visit, logged with the same hours and time; one without hours; readings of an hour and of a winter. */
const ROWS = `${A_BOAT};

insert into service_log (vessel_id, id, title, title_key, done_at, engine_hours, route, note) values
  ('${BOAT}', '${OIL}', 'Oil', 'oil', '2026-05-14T09:30:00Z', 412, 'diy', 'Two LITRES'),
  ('${BOAT}', '${IMPELLER}', 'Impeller', 'impeller', '2026-05-14T09:30:00Z', 412, 'diy', null),
  ('${BOAT}', '${LATER}', 'Anodes', 'anodes', '2026-05-15T09:30:00Z', null, 'diy', null);

insert into engine_hour_log (vessel_id, id, hours, source, logged_at) values
  ('${BOAT}', '${id(13)}', 412, 'service', '2026-05-14T09:30:00Z'),
  ('${BOAT}', '${id(14)}', 412, 'service', '2026-05-14T09:30:00Z'),
  ('${BOAT}', '${id(15)}', 412, 'manual', '2026-05-14T09:30:00Z');

insert into telemetry_batch (vessel_id, connection_id, batch_key, first_at, last_at, arrived_at, metrics, accepted, hours_applied, body) values
  ('${BOAT}', '${BOAT}', '${id(20)}', '1970-01-02T00:59:00Z', '1970-01-02T01:01:00Z', now(), 1, 0, false, ''),
  ('${BOAT}', '${BOAT}', '${id(21)}', '1970-01-05T00:00:00Z', '1970-03-05T00:00:00Z', now(), 1, 0, false, '')`

test('a database with data is brought up to date, and nothing of it is lost or taken for something else', async () => {
  await goBack()
  await run(ROWS)
  await migrate(db)

  assert.deepEqual(await rowsOf('select id, service_id from engine_hour_log order by id'), [
    { id: id(13), service_id: OIL },
    { id: id(14), service_id: IMPELLER },
    { id: id(15), service_id: null },
  ])
  assert.deepEqual(await rowsOf('select title, note_key from service_log where note_key is not null'), [
    { title: 'Oil', note_key: 'two litres' },
  ])
  assert.deepEqual(await rowsOf('select hour from telemetry_pending_rollup order by hour'), [
    { hour: 24 },
    { hour: 25 },
  ])
  assert.deepEqual(await rowsOf('select vessel_id from vessel_change'), [{ vessel_id: BOAT }])
  assert.deepEqual(await rowsOf('select operator, two_factor_enabled from owner'), [
    { operator: true, two_factor_enabled: false },
  ])
})

test('starter batteries are warned of as before, by a rule of their own; where there was one, the second alarm ends', async () => {
  const [OTHER, BANK, BANK_OF_OTHER, STARTER_OF_OTHER] = [30, 31, 32, 33].map(id)
  await emptySchema()
  await migrate(db, '0049_marks_of_batches')
  await run(`${A_BOAT};

insert into vessel (id, owner_id, name, vessel_type) values ('${OTHER}', '${OWNER}', 'Sula', 'rib');

insert into alarm_rule (vessel_id, id, kind, metric, "limit", margin, severity) values
  ('${BOAT}', '${BANK}', 'bank_below', 'battery_voltage', 11.7, 0.4, 'warning'),
  ('${OTHER}', '${BANK_OF_OTHER}', 'bank_below', 'battery_voltage', 11.8, 0.4, 'warning'),
  ('${OTHER}', '${STARTER_OF_OTHER}', 'starter_below', 'battery_voltage', 12.2, 0.2, 'warning');

insert into alarm (vessel_id, id, rule_id, kind, metric, instance, severity, began_at) values
  ('${BOAT}', '${id(40)}', '${BANK}', 'bank_below', 'battery_voltage', 'house', 'warning', '2026-05-14T09:30:00Z'),
  ('${BOAT}', '${id(41)}', '${BANK}', 'bank_below', 'battery_voltage', '256-starter', 'warning', '2026-05-14T09:30:00Z'),
  ('${OTHER}', '${id(42)}', '${BANK_OF_OTHER}', 'bank_below', 'battery_voltage', 'Starter', 'warning', '2026-05-14T09:30:00Z');

insert into alarm_judged (vessel_id, version, until_at, state) values ('${BOAT}', 7, '2026-05-14T09:30:00Z', '{}')`)
  await migrate(db)
  assert.deepEqual(
    await rowsOf('select vessel_id, kind, "limit", margin, severity from alarm_rule order by vessel_id, kind'),
    [
      { vessel_id: BOAT, kind: 'bank_below', limit: 11.7, margin: 0.4, severity: 'warning' },
      { vessel_id: BOAT, kind: 'starter_below', limit: 11.7, margin: 0.4, severity: 'warning' },
      { vessel_id: OTHER, kind: 'bank_below', limit: 11.8, margin: 0.4, severity: 'warning' },
      { vessel_id: OTHER, kind: 'starter_below', limit: 12.2, margin: 0.2, severity: 'warning' },
    ],
  )
  const alarms = `
    select a.id, a.kind, a.kind = r.kind as same_rule, a.ended_at is null as open
    from alarm a join alarm_rule r on r.id = a.rule_id order by a.id`
  assert.deepEqual(await rowsOf(alarms), [
    { id: id(40), kind: 'bank_below', same_rule: true, open: true },
    { id: id(41), kind: 'starter_below', same_rule: true, open: true },
    { id: id(42), kind: 'bank_below', same_rule: true, open: false },
  ])
  assert.deepEqual(await rowsOf('select version, state from alarm_judged'), [{ version: 8, state: null }])
})

const functionText = await readFile(join(import.meta.dirname, '../../telemetry/ingest/ingest-function.sql'), 'utf8')
const states = (await readdir(FOLDER)).flatMap((name) => /^(.+)\.sql$/.exec(name)?.[1] ?? []).sort()

/** The ingest function as an older version left it: with the same arguments, and no comment. */
const olderFunction = functionText.replace(/as \$\$.*\$\$/s, () => 'as $$ begin end $$')

for (const state of states.slice(1))
  test(`the schema of ${state} with a boat and its ingest function is upgraded to the current one`, async () => {
    await emptySchema()
    await migrate(db, state)
    await run(A_BOAT)
    await run(olderFunction)
    assert.equal(await isIngestFunctionCurrent(db), false)
    await migrate(db)
    assert.equal(await schemaState(db), 'current')
    assert.ok(await isIngestFunctionCurrent(db))
    const [{ body }] = (await rowsOf<{ body: string }>(
      "select prosrc as body from pg_proc where proname = 'ingest_telemetry'",
    )) as [{ body: string }]
    assert.ok(functionText.includes(body))
    if (url) assert.equal(await dumpSchema(url), await readFile(SCHEMA_FILE, 'utf8'))
  })
