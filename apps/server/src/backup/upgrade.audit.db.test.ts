import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { connectDatabase, type Database } from '../db/database.ts'
import { migrate, type SchemaState, schemaState } from '../db/schema/migrate.ts'
import { emptyDatabase, testServerUrl } from '../testing/database.ts'
import { killBefore, launchService } from '../testing/process.ts'
import { checkArchive } from './archive/check-archive.ts'
import { quiet } from './archive/progress.ts'
import { assertUpgraded, BATCHES, FIRST, fillAsFirstVersion } from './testing/first-version.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-upgrade-'))
after(() => rm(root, { recursive: true }))

interface Installation {
  env: Record<string, string>
  open(): Promise<Database>
}

const opener = ({ DATA_DIR, DATABASE_URL }: Record<string, string>) =>
  connectDatabase({ dataDir: DATA_DIR!, databaseUrl: DATABASE_URL ?? null, sync: false })

/** An installation of the first version, with readings. */
async function oldInstallation(name: string): Promise<Installation> {
  const DATA_DIR = join(root, name)
  const env: Record<string, string> = { DATA_DIR, BACKUP_DIR: join(root, `${name}-backups`) }
  if (testServerUrl) {
    const { url, drop } = await emptyDatabase()
    after(drop)
    env.DATABASE_URL = url
    await fill(env)
  } else {
    if (!filled) await fill({ DATA_DIR: template })
    filled = true
    cpSync(template, DATA_DIR, { recursive: true })
  }
  return { env, open: () => opener(env) }
}

const template = join(root, 'template')
let filled = false

async function fill(env: Record<string, string>): Promise<void> {
  const { db, close } = await opener(env)
  await fillAsFirstVersion(db)
  await close()
}

/** All that was there is there, at the schema of this version. */
async function assertWhole({ env, open }: Installation): Promise<void> {
  const { db, close } = await open()
  try {
    await assertUpgraded(db)
  } finally {
    await close()
  }
  for (const name of await archivesOf(env)) {
    const { head, manifest } = await checkArchive(join(env.BACKUP_DIR!, name), quiet)
    assert.deepEqual([head.schema.at(-1), head.images, manifest.rows.telemetry_batch], [FIRST, false, BATCHES])
  }
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])
const countIn = async (env: Record<string, string>) => {
  const names = await namesIn(env.BACKUP_DIR!)
  const count = (end: string) => names.filter((name) => name.endsWith(end)).length
  return { archives: count('.tar'), halves: count('.part') }
}
const archivesOf = async (env: Record<string, string>) =>
  (await namesIn(env.BACKUP_DIR!)).filter((name) => name.endsWith('.tar'))

const migrations = (await readdir(join(import.meta.dirname, '../../migrations')))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace('.sql', ''))
  .sort()
const applied = (name: string) => `insert into "schema_migration".* ${name}`
const last = applied(migrations.at(-1)!)

interface Moment {
  when: string
  statements: string[]
  finds: { state: SchemaState; archives: number; halves: number }
}

const MOMENTS: Moment[] = [
  {
    when: 'before anything is read',
    statements: ['declare backup_rows'],
    finds: { state: 'older', archives: 0, halves: 1 },
  },
  {
    when: 'while readings are read for the backup',
    statements: ['declare .* from "telemetry_batch"', 'fetch', 'fetch'],
    finds: { state: 'older', archives: 0, halves: 1 },
  },
  {
    when: 'before the first step of the migration is noted',
    statements: [applied(migrations[migrations.indexOf(FIRST) + 1]!)],
    finds: { state: 'older', archives: 1, halves: 0 },
  },
  {
    when: 'between two steps',
    statements: [applied(migrations[Math.floor(migrations.length / 2)]!), '.', '.'],
    finds: { state: 'older', archives: 1, halves: 0 },
  },
  {
    when: 'before all of it is committed',
    statements: [last, 'commit'],
    finds: { state: 'older', archives: 1, halves: 0 },
  },
  {
    when: 'when it is committed, before the ingest function is replaced',
    statements: [last, 'commit', '.'],
    finds: { state: 'current', archives: 1, halves: 0 },
  },
  {
    when: 'when the ingest function is replaced',
    statements: ['comment on function', 'commit', '.'],
    finds: { state: 'current', archives: 1, halves: 0 },
  },
]

test('an upgrade: one backup, and nothing is lost', async () => {
  const installation = await oldInstallation('undisturbed')
  const service = launchService(installation.env)
  await service.ready
  await service.stop()
  await assertWhole(installation)
  assert.equal((await archivesOf(installation.env)).length, 1)
})

for (const [number, { when, statements, finds }] of MOMENTS.entries())
  test(`killed ${when}: the next start goes on cleanly, and nothing is lost`, async () => {
    const installation = await oldInstallation(`killed-${number}`)
    const { env, open } = installation
    const { signal } = await launchService({ ...env, ...killBefore(...statements) }).ended
    assert.equal(signal, 'SIGKILL')
    const { db, close } = await open()
    const found = { state: await schemaState(db), ...(await countIn(env)) }
    await close()
    assert.deepEqual(found, finds)

    const next = launchService(env)
    await next.ready
    await next.stop()
    await assertWhole(installation)
    const { halves, archives } = await countIn(env)
    // One that was whole is kept, and another made where the migration begins anew.
    assert.deepEqual([halves, archives], [0, finds.state === 'older' ? finds.archives + 1 : finds.archives])
  })

test('of several processes that start at once one makes the backup and the new schema', {
  skip: !testServerUrl && 'needs PostgreSQL',
}, async () => {
  const installation = await oldInstallation('several')
  const processes = [1, 2, 3].map(() => launchService(installation.env))
  await Promise.all(processes.map(({ ready }) => ready))
  await Promise.all(processes.map((one) => one.stop()))
  await assertWhole(installation)
  assert.equal((await archivesOf(installation.env)).length, 1)
})

test('where no backup can be made the database is left as it was, and the start says why', async () => {
  const installation = await oldInstallation('no-room')
  const launched = launchService({ ...installation.env, BACKUP_DIR: '/dev/null/backups' })
  const { code } = await launched.ended
  assert.equal(code, 1)
  assert.match(
    launched.output(),
    /no backup of it could be made in \/dev\/null\/backups, so it was left as it is: ENOTDIR/,
  )
  const { db, close } = await installation.open()
  assert.equal(await schemaState(db), 'older')
  await close()
})

test('a database of a newer version is refused with what to do, and is left as it was', async () => {
  const installation = await oldInstallation('newer')
  const { db, close } = await installation.open()
  await migrate(db)
    .then(() => sql`insert into schema_migration (name, timestamp) values ('9999_tomorrow', '2030-01-01')`.execute(db))
    .finally(close)
  const launched = launchService(installation.env)
  const { code } = await launched.ended
  assert.equal(code, 1)
  assert.match(
    launched.output(),
    /made by a newer version of Binnacle: this one knows its schema up to \d{4}_\w+, and it has 9999_tomorrow\. Start the newer version again, or restore/,
  )
  assert.doesNotMatch(launched.output(), /\n {4}at /, 'no stack')
})
