import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectDatabase, type Database } from '../db/database.ts'
import { migrate, schemaState } from '../db/migrate.ts'
import { emptyDatabase, testServerUrl } from '../testing/database.ts'
import { launchService } from '../testing/process.ts'
import { checkArchive } from './check-archive.ts'
import { quiet } from './progress.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-upgrade-'))
after(() => rm(root, { recursive: true }))

/** What the first installations were made with. */
const FIRST = '0002_ingest'
const BATCHES = 500

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
  await migrate(db, FIRST)
  await sql`insert into owner (id, name, email, plan)
    values ('00000000-0000-7000-8000-000000000001', 'Ada', 'ada@example.org', 'pro')`.execute(db)
  await sql`insert into vessel (id, owner_id, name, vessel_type)
    select id, id, 'Nordlys', 'rib' from owner`.execute(db)
  await sql`insert into telemetry_batch
    (vessel_id, connection_id, batch_key, first_at, last_at, arrived_at, metrics, accepted, hours_applied, body)
    select v.id, v.id, gen_random_uuid(), '2026-05-01', '2026-05-01', '2026-05-01', 1, 0, false, repeat(md5(n::text), 100)
    from vessel v, generate_series(1, ${sql.lit(BATCHES)}) n`.execute(db)
  await close()
}

/** All that was there is there, at the schema of this version. */
async function assertWhole({ env, open }: Installation): Promise<void> {
  const { db, close } = await open()
  try {
    assert.equal(await schemaState(db), 'current')
    const { rows } = await sql<{ batches: number; bodies: number; changes: number; operator: boolean }>`
      select count(*)::int as batches, count(distinct body)::int as bodies,
        (select count(*)::int from vessel_change) as changes, (select operator from owner) as operator
      from telemetry_batch`.execute(db)
    assert.deepEqual(rows, [{ batches: BATCHES, bodies: BATCHES, changes: 1, operator: true }])
  } finally {
    await close()
  }
  for (const name of await archivesOf(env)) {
    const { head, manifest } = await checkArchive(join(env.BACKUP_DIR!, name), quiet)
    assert.deepEqual([head.schema.at(-1), head.images, manifest.rows.telemetry_batch], [FIRST, false, BATCHES])
  }
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])
const archivesOf = async (env: Record<string, string>) =>
  (await namesIn(env.BACKUP_DIR!)).filter((name) => name.endsWith('.tar'))

const ROUNDS = 4

test(`${ROUNDS} upgrades that are killed at different moments: the next start goes on cleanly, and nothing is lost`, async (t) => {
  const undisturbed = await oldInstallation('undisturbed')
  const began = Date.now()
  const first = launchService(undisturbed.env)
  await first.ready
  const took = Date.now() - began
  await first.stop()
  await assertWhole(undisturbed)
  assert.equal((await archivesOf(undisturbed.env)).length, 1)

  const found: string[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const installation = await oldInstallation(`round-${round}`)
    const killed = launchService(installation.env)
    await setTimeout((took * (round + 2)) / (ROUNDS + 3))
    await killed.kill()
    const part = (await namesIn(installation.env.BACKUP_DIR!)).some((name) => name.endsWith('.part'))
    const { db, close } = await installation.open()
    found.push(`${await schemaState(db)}${part ? ' with half a backup' : ''}`)
    await close()

    const next = launchService(installation.env)
    await next.ready
    await next.stop()
    await assertWhole(installation)
    assert.deepEqual(
      (await namesIn(installation.env.BACKUP_DIR!)).filter((name) => name.endsWith('.part')),
      [],
    )
  }
  t.diagnostic(found.join(', '))
  // It went where it hurts: an upgrade takes its half of a start.
  assert.ok(
    found.some((state) => state.startsWith('older')),
    String(found),
  )
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
