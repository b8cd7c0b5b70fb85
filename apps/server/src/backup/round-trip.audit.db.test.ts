import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { distribute } from '../../../../scripts/citus-template.ts'
import { makeApp } from '../app.ts'
import { openFrameStore } from '../cameras/stores/open-frame-store.ts'
import { connectDatabase, type Db } from '../db/database.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { Browser } from '../testing/accounts/browser.ts'
import { fillAccount } from '../testing/accounts/full-account.ts'
import { Client } from '../testing/client.ts'
import { emptyClusterDatabase, emptyDatabase, testServerUrl } from '../testing/database.ts'
import { startService } from '../testing/service.ts'
import { type Member, readArchive, writeArchive } from './archive/archive.ts'
import { checkArchive } from './archive/check-archive.ts'
import { HEAD, MANIFEST, rowsName } from './archive/contents.ts'
import { encodeRows } from './archive/encode-rows.ts'
import { quiet } from './archive/progress.ts'
import { EMPTY_IN_A_BACKUP, NOT_IN_A_BACKUP } from './archive/tables-sql.ts'
import { BackupRefused, makeBackup } from './make/make-backup.ts'
import { restore } from './restore/restore.ts'
import { atRest, everythingOf, inABackup } from './testing/everything.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-backup-'))
after(() => rm(root, { recursive: true }))

const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
const ada = await fillAccount(service, 'Ada')
await fillAccount(service, 'Bob')
const { db } = service.database
const { given: first, holds: original } = await atRest(db, service.config, async () => {
  await rm(join(root, 'first.tar'), { force: true })
  return backUp(db, service.config, 'first.tar')
})
const backedUp = inABackup(original)

async function backUp(db: Db, config: Config, name: string): Promise<string> {
  const store = await openFrameStore(config)
  const file = join(root, name)
  await makeBackup({ db, config, store, file, now: new Date(), report: quiet }).finally(() => store.close())
  return file
}

/** What the service writes by itself, when its time comes, or its operator. */
const MAY_BE_EMPTY = ['traffic', 'setting', 'installation_alarm', 'deleted_vessel', 'telemetry_archived']

const EMPTY = { embedded: async () => null, postgres: emptyDatabase, cluster: emptyClusterDatabase }

/** Restores an archive into a new installation, and gives what it holds, and another archive of it. */
async function restored(file: string, name: string, kind: keyof typeof EMPTY) {
  const empty = await EMPTY[kind]()
  const config = readConfig({ DATA_DIR: join(root, name), ...(empty && { DATABASE_URL: empty.url }), SIGNUPS: 'open' })
  const { onCluster } = await restore({ config, file, report: quiet })
  assert.equal(onCluster, kind === 'cluster')
  if (kind === 'cluster') await distribute(empty!.url)
  const database = await connectDatabase(config)
  after(async () => {
    await database.close()
    await empty?.drop()
  })
  return {
    config,
    database,
    holds: await everythingOf(database.db, config),
    again: await backUp(database.db, config, `${name}.tar`),
  }
}

test('the account to be restored has something in every table, so that a table which is forgotten is missed', () => {
  const empty = Object.entries(original).filter(([, rows]) => rows.length === 0)
  assert.deepEqual(
    empty.map(([name]) => name).filter((name) => !MAY_BE_EMPTY.includes(name)),
    [],
  )
  assert.ok(original.images!.length >= 12)
  assert.ok(original.images!.every((image) => !image.includes('missing')))
})

test('on the embedded database: what is restored is what was backed up, row by row and image by image', async () => {
  const { holds, config } = await restored(first, 'embedded', 'embedded')
  assert.deepEqual(holds, backedUp)
  assert.equal(
    await readFile(join(config.dataDir, 'secret-key'), 'utf8'),
    await readFile(join(service.dataDir, 'secret-key'), 'utf8'),
  )
  assert.equal((await stat(join(config.dataDir, 'secret-key'))).mode & 0o777, 0o600)
})

test('from server to server, from server to embedded and back: all is the same', {
  skip: !testServerUrl && 'needs PostgreSQL',
}, async () => {
  const server = await restored(first, 'server', 'postgres')
  assert.deepEqual(server.holds, backedUp)
  const inside = await restored(server.again, 'inside', 'embedded')
  const outside = await restored(inside.again, 'outside', 'postgres')
  assert.deepEqual(outside.holds, backedUp)
})

test('onto a Citus cluster, with the readings on its workers, and from there onto another, a server and the embedded database', {
  skip: !service.database.spread && 'needs a Citus cluster',
}, async () => {
  const cluster = await restored(first, 'cluster', 'cluster')
  assert.ok(cluster.database.spread)
  assert.deepEqual(cluster.holds, backedUp)
  for (const [name, kind] of [
    ['again', 'cluster'],
    ['beside', 'postgres'],
    ['within', 'embedded'],
  ] as const)
    assert.deepEqual((await restored(cluster.again, name, kind)).holds, backedUp, kind)
})

test('an archive of an older version has the sessions: they are not restored, and all else is', async () => {
  const file = join(root, 'with-sessions.tar')
  const writer = await writeArchive(file, new Date())
  for await (const { name, bytes } of readArchive(first)) await writer.add(name, await withSessions({ name, bytes }))
  for (const table of Object.keys(EMPTY_IN_A_BACKUP))
    await writer.add(rowsName(table, 0), await encodeRows(original[table]!))
  await writer.finish()
  const { manifest } = await checkArchive(file, quiet)
  assert.equal(manifest.rows.session, original.session!.length)
  assert.deepEqual((await restored(file, 'older', 'embedded')).holds, backedUp)
})

/** A head of that version had no id. */
async function withSessions({ name, bytes }: Member): Promise<Buffer> {
  if (name !== HEAD && name !== MANIFEST) return bytes
  const { id, head, rows, ...manifest } = JSON.parse(bytes.toString())
  if (name === HEAD) return Buffer.from(JSON.stringify(manifest))
  for (const table of Object.keys(EMPTY_IN_A_BACKUP)) rows[table] = original[table]!.length
  return Buffer.from(JSON.stringify({ ...manifest, rows }))
}

test('a restored installation goes on with keys, pictures and readings, and asks everyone to sign in', async () => {
  const { config, database } = await restored(first, 'used', testServerUrl ? 'postgres' : 'embedded')
  const app = await makeApp({ ...config, telemetryGapMs: 0 }, database, pino({ level: 'fatal' }))
  const client = new Client(await app.listen({ host: '127.0.0.1', port: 0 }))
  try {
    assert.equal((await client.call(contract.getMe, ada.owner.session)).status, 401)
    const browser = new Browser(client)
    const { email, password } = ada.owner
    await browser.call(contract.signIn, { email, password })
    const { session } = browser
    const { account } = await client.ok(contract.getMe, session)
    assert.equal(account.id, ada.id)
    const { vessels } = await client.ok(contract.listVessels, ada.owner.key)
    assert.deepEqual(
      vessels.map(({ id }: { id: string }) => id),
      [ada.boat.id],
    )
    const { accepted } = await client.ok(contract.postTelemetry, ada.boat.device, {
      body: { readings: [{ metric: 'depth', value: 3 }] },
    })
    assert.equal(accepted, 1)
    await client.ok(contract.createTask, session, {
      params: { id: ada.boat.id },
      body: { title: 'New', interval_days: 1 },
    })
  } finally {
    await app.close()
  }
})

test('what is there is left alone', async () => {
  const config = readConfig({ DATA_DIR: service.dataDir, ...(service.url && { DATABASE_URL: service.url }) })
  // Of the embedded one the service holds the folder.
  const refused = restore({ config, file: first, report: quiet })
  await assert.rejects(refused, service.url ? BackupRefused : { name: 'DataDirInUse' })
  await assert.rejects(backUp(service.database.db, service.config, 'first.tar'), /is there already/)
  assert.equal((await stat(first)).mode & 0o777, 0o600)
})

test('nothing is left out of a backup without a reason', async () => {
  assert.deepEqual(Object.keys(NOT_IN_A_BACKUP), [
    'schema_migration',
    'schema_migration_lock',
    'backup_status',
    'service_process',
  ])
  assert.deepEqual(Object.keys(EMPTY_IN_A_BACKUP), ['session', 'verification', 'attempt'])
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const partitions = await sql<{ name: string }>`select relname as name from pg_class where relispartition`.execute(db)
  const partOfOthers = partitions.rows.map(({ name }) => name)
  const { head } = await checkArchive(first, quiet)
  assert.deepEqual(
    tables
      .map(({ name }) => name)
      .filter((name) => !(name in NOT_IN_A_BACKUP) && !partOfOthers.includes(name))
      .sort(),
    head.tables.map(({ name }) => name).sort(),
  )
  const { rows: sequences } = await sql`select sequencename from pg_sequences where schemaname = 'public'`.execute(db)
  assert.deepEqual(sequences, [], 'a restore sets no sequence: teach load-rows.ts to')
})
