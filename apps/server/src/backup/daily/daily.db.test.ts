import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import Fastify from 'fastify'
import { Metrics } from '../../service/metrics.ts'
import type { Config } from '../../settings/config.ts'
import { fillAccount } from '../../testing/accounts/full-account.ts'
import { startService } from '../../testing/service.ts'
import { checkArchive, ONLY_CHECK } from '../archive/check-archive.ts'
import { quiet } from '../archive/progress.ts'
import { LiveCopies } from '../make/live-copies.ts'
import { startDailyBackups } from './daily.ts'
import { readStatus } from './status-sql.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-daily-'))
after(() => rm(root, { recursive: true }))
const folder = join(root, 'backups')
// Each looks at a random moment whether a backup is due: not while these tests make theirs.
mock.method(Math, 'random', () => 1)
after(() => mock.reset())
const service = await startService({
  FRAME_GAP_MS: '0',
  TELEMETRY_GAP_MS: '0',
  BACKUP_DIR: folder,
  BACKUP_KEEP_DAYS: '2',
})
const ada = await fillAccount(service, 'Ada')
const { database } = service

/** As a process of the service has it. */
function daily(backupDir = folder, encryption: Partial<Config> = {}) {
  const app = Fastify()
  after(() => app.close())
  const metrics = new Metrics()
  const config = { ...service.config, databaseUrl: service.url, backupDir, ...encryption }
  const { backUpIfDue } = startDailyBackups(app, database, config, new LiveCopies(database, service.dataDir), metrics)
  const last = async () =>
    (await metrics.registry.getSingleMetric('binnacle_backup_last_success_timestamp_seconds')!.get()).values[0]?.value
  return { app, backUpIfDue, last }
}

const day = (n: number, hour = 3) => new Date(Date.UTC(2030, 0, n, hour))
const names = async () => (await readdir(folder)).sort()
const figure = async () => (await service.client.ok(contract.getFigures, ada.owner.session)).figures.backup

test('before the first one the operator sees that there is none yet', async () => {
  assert.deepEqual(await figure(), { made_at: null, bytes: null, encrypted: false, failed_at: null, problem: null })
})

test('one a day, whole and checked, with images; the figure and the metric tell of it', async () => {
  const { backUpIfDue, last } = daily()
  await backUpIfDue(day(1))
  await backUpIfDue(day(1, 20))
  assert.equal((await names()).length, 1)
  const [name] = await names()
  assert.match(name!, /^binnacle-daily-[0-9a-f]{8}-20300101T030000Z\.tar$/)
  const { head, manifest } = await checkArchive(join(folder, name!), quiet)
  assert.deepEqual([head.images, manifest.images, manifest.missing_images], [true, 3, []])
  assert.equal(await last(), day(1).getTime() / 1000)
  const shown = await figure()
  assert.deepEqual([shown?.made_at, shown?.failed_at], [day(1).toISOString(), null])
  assert.ok(shown!.bytes! > 1000)
})

test('of two processes on a server one makes it', { skip: !service.url && 'needs PostgreSQL' }, async () => {
  await Promise.all([daily(), daily(), daily()].map(({ backUpIfDue }) => backUpIfDue(day(2))))
  assert.equal((await names()).length, 2)
})

test('one that fails is told of with the reason, costs no older one, and is tried again', async () => {
  const before = await names()
  const file = join(root, 'no-folder')
  await writeFile(file, '')
  await daily(file).backUpIfDue(day(20))
  const { failed_at, problem } = await readStatus(database.db)
  assert.deepEqual(failed_at, day(20))
  assert.match(problem!, /EEXIST|ENOTDIR/)
  assert.deepEqual(await names(), before)
  assert.equal((await figure())?.problem, problem)

  const { backUpIfDue } = daily()
  await backUpIfDue(new Date(day(20).getTime() + 30 * 60_000))
  assert.deepEqual(await names(), before, 'not within the hour')
  await backUpIfDue(day(20, 5))
  assert.equal((await readStatus(database.db)).problem, null)
})

test('old ones go when a new one is there, and nothing that somebody else put there', async () => {
  await mkdir(join(folder, 'holiday'))
  const others = ['binnacle-daily-ffffffff-20200101T030000Z.tar', 'by-hand.tar', 'holiday']
  for (const other of others.slice(0, 2)) await writeFile(join(folder, other), 'not ours')
  const half = (await names()).find((name) => name.includes('2030'))!.replace('T03', 'T02')
  await writeFile(join(folder, `${half}.part`), 'cut short')
  const { backUpIfDue } = daily()
  for (const n of [22, 23, 24]) await backUpIfDue(day(n, 6))
  const left = await names()
  assert.deepEqual(
    left.filter((name) => others.includes(name)),
    others,
  )
  const ours = left.filter((name) => !others.includes(name))
  assert.deepEqual(
    ours.map((name) => /2030\d+/.exec(name)?.[0]),
    ['20300122', '20300123', '20300124'],
  )
})

test('encrypted as the settings say, and those of before are still deleted when they expire', async () => {
  const identity = await generateX25519Identity()
  const { backUpIfDue } = daily(folder, { backupRecipient: [await identityToRecipient(identity)] })
  for (const n of [26, 27, 28]) await backUpIfDue(day(n, 6))
  const ours = (await names()).filter((name) => name.includes('-2030'))
  assert.deepEqual(
    ours.map((name) => name.slice(-24)),
    [26, 27, 28].map((n) => `203001${n}T060000Z.tar.age`),
  )
  const file = join(folder, ours[0]!)
  await assert.rejects(checkArchive(file, quiet), /is encrypted for a key of age/)
  const { manifest } = await checkArchive(file, quiet, ONLY_CHECK, { identities: [identity] })
  assert.equal(manifest.images, 3)
})

test('a service that cannot encrypt does not start', async () => {
  const { app } = daily(folder, { backupPassphraseFile: join(root, 'absent') })
  await assert.rejects(async () => app.ready(), /^OperatorError: The file with the passphrase cannot be read: ENOENT/)
})

// The last one: what it leaves to the next start would be in the way of another backup.
test('a service that stops does not wait for a backup that has begun, and says nothing of it', async () => {
  const before = await names()
  const { app, backUpIfDue } = daily()
  const making = backUpIfDue(day(30))
  await app.close()
  await making
  assert.deepEqual([await names(), (await readStatus(database.db)).failed_at], [before, null])
})
