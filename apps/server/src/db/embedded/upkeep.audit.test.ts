import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { until } from '../../../../../scripts/until.ts'
import { type EmbeddedDatabase, openEmbedded } from './open.ts'
import { checkpointIfDue, vacuumIfDue } from './upkeep.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'binnacle-upkeep-'))
let database: EmbeddedDatabase
/** Whether the open database looks after itself: where a test does it, it may not be a moment quicker. */
let looksAfterItself = false
before(async () => {
  const whenIdle = async (work: () => Promise<unknown>) => looksAfterItself && work()
  database = await openEmbedded(dataDir, { sync: false, whenIdle })
  await database.pglite.exec('CREATE TABLE note (id int, text text); ALTER TABLE note ALTER text SET STORAGE external')
})
after(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

const redo = async () => (await database.pglite.query('SELECT redo_lsn FROM pg_control_checkpoint()')).rows[0]
const write = (megabytes: number) =>
  database.pglite.query("INSERT INTO note SELECT g, repeat('x', 1024 * 1024) FROM generate_series(1, $1::int) g", [
    megabytes,
  ])

test('a checkpoint is made once 16 MB of WAL have been written, and not before', async () => {
  await database.pglite.exec('CHECKPOINT')
  await write(8)
  assert.equal(await checkpointIfDue(database.pglite), false)
  await write(9)
  assert.equal(await checkpointIfDue(database.pglite), true)
  assert.equal(await checkpointIfDue(database.pglite), false)
})

test('an open database makes its checkpoints itself, so that the WAL stays small', async () => {
  looksAfterItself = true
  for (let round = 0; round < 4; round++) {
    const before = await redo()
    await write(40)
    await until(async () => !isDeepStrictEqual(await redo(), before), 'a checkpoint')
  }
  looksAfterItself = false
  const segments = readdirSync(join(dataDir, 'db/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  assert.ok(segments.length * 4 <= 64, `${segments.length * 4} MB of WAL after 160 MB of writes`)
})

/** Vacuums until nothing is due; returns the tables in order. */
async function vacuumAll(freezeAfter?: number): Promise<string[]> {
  const tables: string[] = []
  for (;;) {
    // PostgreSQL counts what was written once a second: what others' ANALYZE wrote would be counted after pg_statistic's vacuum.
    await database.pglite.query('SELECT pg_stat_force_next_flush()')
    const table = await vacuumIfDue(database.pglite, freezeAfter)
    if (!table) return tables
    assert.notEqual(table, tables.at(-1), `${table} is due again right after its vacuum`)
    tables.push(table)
  }
}

test('a table is vacuumed and analysed when enough of its rows are dead, one table a call', async () => {
  await database.pglite.exec(
    'CREATE TABLE boat (id int, n int); INSERT INTO boat SELECT g, 0 FROM generate_series(1, 1000) g',
  )
  await vacuumAll()
  await database.pglite.exec('UPDATE boat SET n = 1 WHERE id <= 40')
  assert.deepEqual(await vacuumAll(), [])
  await database.pglite.exec('UPDATE boat SET n = 2')
  assert.deepEqual(await vacuumAll(), ['public.boat'])
  const { rows } = await database.pglite.query("SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'boat'")
  assert.deepEqual(rows, [{ n_dead_tup: 0 }])
})

test('what an ANALYZE writes does not make work for ever', async () => {
  for (let round = 0; round < 3; round++) await database.pglite.exec('ANALYZE')
  await vacuumAll()
})

test('the space of deleted long texts, which lie in a TOAST table, is given back', async () => {
  await vacuumAll()
  await database.pglite.exec('DELETE FROM note')
  const tables = await vacuumAll()
  assert.ok(
    tables.some((table) => table.startsWith('pg_toast.')),
    String(tables),
  )
})

test('old rows are frozen in every table of every database, so that transactions never run out', async () => {
  await vacuumAll()
  // Each vacuum takes a transaction or two itself, and there are a hundred tables.
  for (let i = 0; i < 1000; i++) await database.pglite.exec('INSERT INTO boat VALUES (0, 0)')
  await vacuumAll(800)
  const { rows } = await database.pglite.query<{ age: number }>('SELECT age(datfrozenxid) FROM pg_database')
  assert.ok(
    rows.every(({ age }) => age < 800),
    JSON.stringify(rows),
  )
})
