import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { QUICK_START } from '../../../../../scripts/quick-start.ts'
import { DataDirInUse } from './data-dir-in-use.ts'
import { openEmbedded } from './open.ts'

const root = mkdtempSync(join(tmpdir(), 'binnacle-embedded-'))
const template = join(root, 'template')
after(() => rmSync(root, { recursive: true }))
before(async () => {
  const { pglite, close } = await openEmbedded(template)
  await pglite.exec('CREATE TABLE entry (n int)')
  await close()
})

/** A DATA_DIR of its own, with an empty table `entry`. */
function folder(): string {
  const dataDir = mkdtempSync(join(root, 'data-'))
  cpSync(template, dataDir, { recursive: true })
  return dataDir
}

/**
 * A process that opens `dataDir` and runs `body`, with `database` open; `limits` are shell commands before it, and `first` is its
 * own.
 */
function program(dataDir: string, body: string, { limits = '', first = '' } = {}): ChildProcess {
  const text = `
    import { writeSync } from 'node:fs'
    ${first}
    const { openEmbedded } = await import(${JSON.stringify(import.meta.resolve('./open.ts'))})
    const database = await openEmbedded(${JSON.stringify(dataDir)})
    ${body}`
  const run = `${limits}\nexec "$0" --input-type=module -e "$1"`
  const env = { ...process.env, ...QUICK_START.env }
  return spawn('sh', ['-c', run, process.execPath, text], { stdio: ['ignore', 'pipe', 'pipe'], env })
}

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string; errors: string }> {
  let output = ''
  let errors = ''
  child.stdout!.on('data', (data) => (output += data))
  child.stderr!.on('data', (data) => (errors += data))
  const [code] = await once(child, 'close')
  return { code, output, errors }
}

async function syncsOf(
  sync: boolean,
  statements: (exec: (sql: string) => Promise<unknown>) => Promise<void>,
): Promise<number> {
  // Without its upkeep, which has its own to sync after a minute.
  const { pglite, syncs, close } = await openEmbedded(folder(), { sync, whenIdle: async () => {} })
  const before = syncs()
  await statements((sql) => pglite.exec(sql))
  const made = syncs() - before
  await close()
  return made
}

test('each commit is synced; without sync none is, which shows that the count can fail', async () => {
  const commits = async (exec: (sql: string) => Promise<unknown>) => {
    for (let n = 0; n < 200; n++) await exec(`INSERT INTO entry VALUES (${n})`)
  }
  const synced = await syncsOf(true, commits)
  assert.ok(synced >= 200 && synced < 260, `${synced} syncs`)
  assert.equal(await syncsOf(false, commits), 0)
})

test('a checkpoint syncs the data files', async () => {
  const tables = 20
  const checkpoint = async (exec: (sql: string) => Promise<unknown>) => {
    await exec('CHECKPOINT')
    await exec('CHECKPOINT')
  }
  const alone = await syncsOf(true, checkpoint)
  const withTables = await syncsOf(true, async (exec) => {
    await exec('CHECKPOINT')
    await exec(
      Array.from({ length: tables }, (_, n) => `CREATE TABLE t${n} (n int); INSERT INTO t${n} VALUES (1);`).join(''),
    )
    await exec('CHECKPOINT')
  })
  assert.ok(withTables - alone >= tables, `${alone} syncs with nothing written, ${withTables} with ${tables} tables`)
  assert.equal(await syncsOf(false, checkpoint), 0)
})

test('after a SIGKILL in the middle of writing every acknowledged row is there', async () => {
  const dataDir = folder()
  for (let round = 0; round < 5; round++) {
    const child = program(
      dataDir,
      `for (let n = ${round * 1_000_000}; ; n++) {
        await database.pglite.query('INSERT INTO entry VALUES ($1)', [n])
        writeSync(1, n + '\\n')
        if (n % 50 === 49) await database.pglite.exec('CHECKPOINT')
      }`,
    )
    const end = ended(child)
    await once(child.stdout!, 'data')
    await setTimeout(50 + Math.random() * 250)
    child.kill('SIGKILL')
    const acknowledged = (await end).output.split('\n').slice(0, -1).map(Number)

    const { pglite, close } = await openEmbedded(dataDir)
    const { rows } = await pglite.query<{ n: number }>('SELECT n FROM entry')
    await close()
    const stored = new Set(rows.map(({ n }) => n))
    assert.ok(acknowledged.length > 0)
    assert.deepEqual(
      acknowledged.filter((n) => !stored.has(n)),
      [],
    )
  }
})

test('a first start that is killed before its database is complete is followed by one that works', async () => {
  const dataDir = mkdtempSync(join(root, 'first-'))
  // At the last moment, before the folder gets its name.
  const first = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.renameSync = () => process.kill(process.pid, 'SIGKILL')
    syncBuiltinESMExports()`
  const child = program(dataDir, '', { first })
  await ended(child)
  assert.equal(child.signalCode, 'SIGKILL')
  assert.ok(existsSync(join(dataDir, 'db.new', 'PG_VERSION')), 'its files were there')
  assert.equal(existsSync(join(dataDir, 'db')), false)
  const { pglite, close } = await openEmbedded(dataDir)
  assert.deepEqual((await pglite.query('SELECT 1 AS one')).rows, [{ one: 1 }])
  await close()
  assert.deepEqual(readdirSync(dataDir).sort(), ['db', 'lock'])
})

test('a second open is refused and does the first no harm', async () => {
  const dataDir = folder()
  const { pglite, close } = await openEmbedded(dataDir)
  await assert.rejects(openEmbedded(dataDir), DataDirInUse)
  await pglite.exec('INSERT INTO entry VALUES (1)')
  await close()
  await (await openEmbedded(dataDir)).close()
})

test('nobody else can read or write the database', () => {
  assert.equal(statSync(join(template, 'db')).mode & 0o077, 0)
})

test('a folder that cannot be started is named with the reason, and let go', async () => {
  const dataDir = folder()
  rmSync(join(dataDir, 'db/global/pg_control'))
  const failed = openEmbedded(dataDir)
  await assert.rejects(
    failed,
    (error: Error) => error.message.includes(join(dataDir, 'db')) && error.message.includes('pg_control'),
  )
  assert.equal(existsSync(join(dataDir, 'lock.pid')), false)
})

test('a write that fails stops the process with the reason, and what was acknowledged is there at the next start', async () => {
  const dataDir = folder()
  // No file may grow beyond 512 KB: the next commit's WAL record, some megabytes into its file, cannot be written.
  const child = program(
    dataDir,
    `const insert = (n) => database.pglite.exec('INSERT INTO entry VALUES (' + n + ')').then(() => writeSync(1, n + '\\n'), () => {})
    await insert(1)
    await insert(2)`,
    { limits: 'ulimit -f 1024' },
  )
  const { code, output, errors } = await ended(child)
  assert.equal(code, 70)
  assert.equal(output, '')
  assert.match(errors, /The embedded database stopped: .*PANIC: /)
  const { pglite, close } = await openEmbedded(dataDir)
  assert.deepEqual((await pglite.query('SELECT n FROM entry')).rows, [])
  await close()
})

test('a stack overflow stops the process instead of hanging it', async () => {
  const child = program(
    folder(),
    `await database.pglite.query("SELECT repeat('[', 300000)::json"); writeSync(1, 'answered')`,
  )
  const { code, output, errors } = await ended(child)
  assert.deepEqual([code, output], [70, ''])
  assert.match(errors, /Maximum call stack size exceeded/)
})

test('recursion without end is an error like any other', async () => {
  const { pglite, close } = await openEmbedded(folder(), { sync: false })
  await pglite.exec("CREATE FUNCTION f(i int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN f(i + 1); END'")
  await assert.rejects(pglite.query('SELECT f(1)'), /stack depth limit exceeded/)
  assert.deepEqual((await pglite.query('SELECT 1 AS one')).rows, [{ one: 1 }])
  await close()
})
