import assert from 'node:assert/strict'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import { connectDatabase } from '../database.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-copy-'))
const database = await connectDatabase({ dataDir: join(root, 'data'), databaseUrl: null, sync: false })
after(async () => {
  await database.close()
  await rm(root, { recursive: true })
})
await sql`create table entry (n int, text text)`.execute(database.db)
await sql`insert into entry select g, repeat('x', 100) from generate_series(1, 50000) g`.execute(database.db)

const open = (name: string) => connectDatabase({ dataDir: join(root, name), databaseUrl: null, sync: false })

/** Writes row after row until it is told to stop; gives how many were acknowledged so far. */
function keepWriting() {
  let acknowledged = 0
  let stopped = false
  const done = (async () => {
    for (let n = 1; !stopped; n++) {
      await sql`insert into entry values (${-n}, 'y')`.execute(database.db)
      await sql`update entry set text = ${String(n)} where n = ${n}`.execute(database.db)
      acknowledged = n
    }
  })()
  const stop = () => {
    stopped = true
    return done
  }
  return { acknowledged: () => acknowledged, stop }
}

test('a copy that is made while rows are written has all that were acknowledged before it, and opens', async () => {
  const writing = keepWriting()
  await until(() => writing.acknowledged() >= 5, 'five rows')
  const before = writing.acknowledged()
  await database.copyTo!(join(root, 'copy'))
  const meanwhile = writing.acknowledged() - before
  await writing.stop()
  assert.ok(meanwhile > 0, 'rows were written while it was copied')

  const copy = await open('copy')
  try {
    const { rows } = await sql<{ old: number; fresh: number; changed: number; gaps: number }>`
      select count(*) filter (where n > 0)::int as old, count(*) filter (where n < 0)::int as fresh,
        count(*) filter (where n > 0 and text not like 'x%')::int as changed,
        (-coalesce(min(n), 0) - count(*) filter (where n < 0))::int as gaps
      from entry`.execute(copy.db)
    const { old, fresh, changed, gaps } = rows[0]!
    assert.equal(old, 50_000)
    assert.equal(gaps, 0)
    assert.ok(fresh >= before, `${fresh} of ${before}`)
    assert.ok(fresh - changed === 0 || fresh - changed === 1, 'one moment, not two')
  } finally {
    await copy.close()
  }
})

test('a copy waits for a transaction that is open, and leaves the database as it was', async () => {
  let copying = Promise.resolve()
  await database.db.transaction().execute(async (tx) => {
    await sql`insert into entry values (0, 'in a transaction')`.execute(tx)
    copying = database.copyTo!(join(root, 'second'))
    await sql`select pg_sleep(0.05)`.execute(tx)
  })
  await copying
  const copy = await open('second')
  const { rows } = await sql`select text from entry where n = 0`.execute(copy.db)
  await copy.close()
  assert.deepEqual(rows, [{ text: 'in a transaction' }])
})

test('where the copy cannot be written it says so, and the next one is made', async () => {
  const file = join(root, 'a-file')
  await writeFile(file, '')
  await assert.rejects(database.copyTo!(join(file, 'below')), /ENOTDIR/)
  await database.copyTo!(join(root, 'third'))
})

test('a copy that has no room on the disk is not begun, and the database goes on', async () => {
  const vast = join(root, 'data', 'db', 'base', 'vast')
  await writeFile(vast, '')
  // Of holes: it takes no room itself.
  await truncate(vast, 8 * 2 ** 40)
  await assert.rejects(database.copyTo!(join(root, 'fourth')), /needs \d{7,} MB free on the disk of DATA_DIR/)
  await rm(vast)
  await sql`insert into entry values (1, 'and on')`.execute(database.db)
  await database.copyTo!(join(root, 'fourth'))
})
