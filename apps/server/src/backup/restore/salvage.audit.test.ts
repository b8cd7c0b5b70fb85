import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { connectDatabase } from '../../db/database.ts'
import { type Config, readConfig } from '../../settings/config.ts'
import { fillAccount } from '../../testing/accounts/full-account.ts'
import { emptyDatabase, testServerUrl } from '../../testing/database.ts'
import { startService } from '../../testing/service.ts'
import { readArchive } from '../archive/archive.ts'
import { HEAD, MANIFEST } from '../archive/contents.ts'
import { imageOf } from '../archive/images.ts'
import { quiet } from '../archive/progress.ts'
import { findMembers } from '../archive/whole-members.ts'
import { makeBackup } from '../make/make-backup.ts'
import { everythingOf } from '../testing/everything.ts'
import { restore } from './restore.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-salvage-'))
after(() => rm(root, { recursive: true }))

const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
await fillAccount(service, 'Ada')
// Three parts of an archive, so that one of them has others before and after it; and more than the 64 KiB that encryption loses
// at once.
await sql`insert into telemetry_batch (vessel_id, connection_id, batch_key, first_at, last_at, arrived_at, metrics, accepted, hours_applied, body)
  select v.id, v.id, gen_random_uuid(), '2026-05-01', '2026-05-01', '2026-05-01', 1, 0, false,
    (select string_agg(md5(random()::text || n || m), '') from generate_series(1, 100) m)
  from vessel v, generate_series(1, 1500) n`.execute(service.database.db)
const identity = await generateX25519Identity()
const plain = await backUp('plain.tar', {})
const encrypted = await backUp('secret.tar.age', { backupRecipient: [await identityToRecipient(identity)] })

async function backUp(name: string, settings: Partial<Config>): Promise<string> {
  const config = { ...service.config, ...settings }
  const store = await openFrameStore(config)
  const file = join(root, name)
  const order = { db: service.database.db, config, store, file, now: new Date(), report: quiet }
  await makeBackup(order).finally(() => store.close())
  return file
}

type Everything = Record<string, string[]>
let installations = 0

interface Restored {
  lost: string[]
  holds: Everything
  config: Config
  /** What the command says is there. */
  said: { rows: number; images: number }
}

async function restored(file: string, salvage: boolean): Promise<Restored> {
  const empty = testServerUrl ? await emptyDatabase() : null
  const config = readConfig({ DATA_DIR: join(root, `${++installations}`), ...(empty && { DATABASE_URL: empty.url }) })
  try {
    const loaded = await restore({ config, file, report: quiet, keys: { identities: [identity] }, salvage })
    const { db, close } = await connectDatabase({ ...config, sync: false })
    const holds = await everythingOf(db, config).finally(close)
    const said = { rows: Object.values(loaded.rows).reduce((sum, count) => sum + count, 0), images: loaded.images }
    assert.deepEqual(said, countsOf(holds), loaded.lost.join('\n'))
    return { lost: loaded.lost, holds, config, said }
  } finally {
    await empty?.drop()
  }
}

/** The rows of all tables, and the images that a row names and whose file is there. */
function countsOf({ images, ...tables }: Everything) {
  const full = images!.filter((image) => imageOf(image.split(' ')[0]!)?.size === 'full')
  return { rows: Object.values(tables).flat().length, images: full.length }
}

const { holds: original } = await restored(plain, false)

/** Where the members of the plain archive begin and end, without their headers. */
const members: { name: string; from: number; to: number }[] = []
for await (const { name, bytes, end } of findMembers(createReadStream(plain), () => true))
  members.push({ name, from: end - Math.ceil(bytes.length / 512) * 512, to: end })

const memberOf = (part: string) => members.find(({ name }) => name.includes(part))!

async function damagedAt(places: number[]): Promise<string> {
  const bytes = await readFile(plain)
  for (const at of places) bytes[at]! ^= 1
  return written(bytes)
}

async function written(bytes: Buffer): Promise<string> {
  const file = join(root, `damaged-${++installations}`)
  await writeFile(file, bytes)
  return file
}

/** Every row and image that is not there is in a line that counts it or names it. */
function assertNothingIsSilentlyMissing({ lost, holds }: { lost: string[]; holds: Everything }) {
  for (const [table, rows] of Object.entries(original)) {
    if (table === 'images') continue
    const counted = lost
      .filter((line) => line.startsWith(`${table}: `) && !line.includes('kept without'))
      .reduce((sum, line) => sum + Number(/: ([\d,]+)/.exec(line)![1]!.replaceAll(',', '')), 0)
    assert.equal(rows.length - holds[table]!.length, counted, `${table}\n${lost.join('\n')}`)
  }
  const named = (images: string[]) => images.map((image) => image.split(' ')[0]!)
  const frames = [...holds.frame!, ...holds.inspection_photo!].join('\n')
  for (const image of named(original.images!).filter((name) => !named(holds.images!).includes(name))) {
    const { key, size } = imageOf(image)!
    // One whose row is lost is among the rows that are counted.
    if (size === 'full' && frames.includes(key.frameId)) assert.ok(lost.includes(`${image} is lost.`), image)
  }
}

const LOGBOOK = ['owner', 'vessel', 'task', 'service_log', 'engine_hour_log', 'inspection', 'inspection_item']

function assertLogbookIsWhole({ holds }: { holds: Everything }) {
  for (const table of LOGBOOK) assert.deepEqual(holds[table], original[table], table)
}

test('a broken telemetry part: refused without the flag; with it all else is there, and the lost rows are counted', async () => {
  const file = await damagedAt([memberOf('rows/telemetry_batch/000001').from + 5])
  await assert.rejects(restored(file, false), {
    name: 'DamagedArchive',
    message: /restore what is whole of this one with --salvage/,
  })
  const found = await restored(file, true)
  assertLogbookIsWhole(found)
  assertNothingIsSilentlyMissing(found)
  assert.equal(found.lost[0], 'rows/telemetry_batch/000001.zst is damaged.')
  assert.match(found.lost[1]!, /^telemetry_batch: [\d,]+ of 1,5\d\d rows are lost\.$/)
  assert.equal(found.lost.length, 2)
  // What is before and what is after: neither has as many by itself.
  assert.ok(found.holds.telemetry_batch!.length > 800)
  assert.deepEqual(found.holds.images, original.images)
  assert.ok(existsSync(join(found.config.dataDir, 'secret-key')))
})

test('an account that is lost takes what is its own with it, all of it counted', async () => {
  const found = await restored(await damagedAt([memberOf('rows/owner').from]), true)
  assertNothingIsSilentlyMissing(found)
  assert.ok(found.lost.includes('owner: 1 of 1 row is lost.'), found.lost.join('\n'))
  // Images whose rows went with the account are not said to be there.
  assert.equal(found.said.images, 0)
  assert.ok(found.lost.some((line) => line.startsWith('vessel: 1 row left out, because rows of owner are lost.')))
})

test('the beginning, an image, a thumbnail and the secret are lost: the rest is there', async () => {
  const [first, second] = members.filter(({ name }) => imageOf(name)?.size === 'full')
  const thumb = members[members.indexOf(second!) + 1]!
  const places = [100, memberOf(HEAD).from, first!.from, thumb.from, memberOf('secret-key').from]
  const found = await restored(await damagedAt(places), true)
  assertLogbookIsWhole(found)
  assertNothingIsSilentlyMissing(found)
  assert.ok(found.lost.includes(`${first!.name} is lost.`))
  assert.ok(found.lost.some((line) => line.startsWith('secret-key was not found.')))
  const images = found.holds.images!.map((image) => image.split(' ')[0])
  assert.ok(images.includes(second!.name) && images.includes(thumb.name), 'its thumbnail is made again')
  assert.equal(existsSync(join(found.config.dataDir, 'secret-key')), false)
})

test('a head that names another format after a changed byte is damaged: the list of tables at the end is used', async () => {
  const head = memberOf(HEAD).from
  const at = (await readFile(plain)).indexOf('binnacle-backup-1', head)
  for (const place of [at + 'binnacle-backup-'.length, at - 5]) {
    const file = await damagedAt([place])
    await assert.rejects(restored(file, false), { name: 'DamagedArchive' })
    assert.deepEqual((await restored(file, true)).holds, original)
  }
})

test('an archive that ends too early: what came before the end is there, and it is said that the counts are not known', async () => {
  const bytes = await readFile(plain)
  const cut = await written(bytes.subarray(0, memberOf('rows/telemetry_batch/000001').from + 1000))
  const found = await restored(cut, true)
  assert.ok(found.lost.some((line) => line.startsWith('manifest.json is lost: how many rows')))
  assert.deepEqual(found.holds.owner, original.owner)
  assert.ok(found.holds.telemetry_batch!.length > 0)
  assert.ok(found.lost.includes('rows/telemetry_batch/000001.zst is damaged.'), found.lost.join('\n'))
  const nothing = found.lost.find((line) => line.startsWith('Nothing was found of: '))!
  const named = /^Nothing was found of: (.*), which may have been empty\.$/.exec(nothing)![1]!.split(', ')
  const isEmpty = ([table, rows]: [string, string[]]) => table !== 'images' && rows.length === 0
  const empty = Object.entries(found.holds)
    .filter(isEmpty)
    .map(([table]) => table)
  // These are in no backup.
  const never = ['session', 'verification', 'attempt']
  assert.ok(
    named.includes('installation_rule') && found.holds.installation_rule!.length > 0,
    'it has those of a new one',
  )
  assert.deepEqual(
    named.filter((table) => table !== 'installation_rule').toSorted(),
    empty.filter((table) => !never.includes(table)).toSorted(),
  )
  assert.ok(
    empty.some((table) => original[table]!.length > 0),
    'control: some of them had rows',
  )
})

test('an encrypted archive with a broken sector: all but that part', async () => {
  const bytes = await readFile(encrypted)
  // Readings are in its middle, and nothing else.
  bytes.fill(0, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 512)
  const file = await written(bytes)
  await assert.rejects(restored(file, false), { name: 'DamagedArchive' })
  const found = await restored(file, true)
  assertLogbookIsWhole(found)
  assertNothingIsSilentlyMissing(found)
  assert.ok(found.lost.some((line) => /^telemetry_batch: .* are lost\.$/.test(line)))
})

test('without beginning and end nothing is made, and it says why', async () => {
  const file = await damagedAt([memberOf(HEAD).from, memberOf(MANIFEST).from])
  await assert.rejects(restored(file, true), { name: 'DamagedArchive', message: /neither its beginning nor its end/ })
})

test('an archive of a version before, without marks, is salvaged too, and says what it cannot find', async () => {
  const tar = pack()
  for await (const { name, bytes } of readArchive(plain)) {
    const { id, head, ...content } = name === HEAD || name === MANIFEST ? JSON.parse(bytes.toString()) : {}
    tar.entry({ name }, Object.keys(content).length > 0 ? Buffer.from(JSON.stringify(content)) : bytes)
  }
  tar.finalize()
  const contents = Buffer.concat(await Array.fromAsync(tar as unknown as AsyncIterable<Buffer>))
  const checksum = createHash('sha256').update(contents).digest('hex')
  const file = await written(Buffer.concat([contents, Buffer.from(`${checksum}\n`)]))
  assert.deepEqual((await restored(file, false)).holds, original, 'control: it is an archive')
  const bytes = await readFile(file)
  bytes.fill(0, bytes.indexOf('rows/telemetry_batch/000001'), bytes.indexOf('rows/telemetry_batch/000001') + 8192)
  const found = await restored(await written(bytes), true)
  assertLogbookIsWhole(found)
  assertNothingIsSilentlyMissing(found)
  assert.ok(found.lost[0]!.startsWith('An older version made this backup'))
})

const disk = join(root, 'disk')
const cannotMount = () => {
  execFileSync('mkdir', ['-p', disk])
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'tmpfs', disk]).status !== 0
}

test('a disk that is too small: needed and free bytes are said before anything is written', {
  skip: testServerUrl ? 'the disk of a server is not seen' : cannotMount() && 'mount is not allowed here',
}, async () => {
  try {
    const config = readConfig({ DATA_DIR: join(disk, 'data') })
    await assert.rejects(restore({ config, file: plain, report: quiet }), {
      name: 'OperatorError',
      message:
        /^The disk of .*data is too small: [\d.]+ MB \(\d+ bytes\) are needed, and 6\d\.\d MB \(\d+ bytes\) are free\. Free some/,
    })
    assert.equal(existsSync(config.dataDir), false)
  } finally {
    spawnSync('umount', [disk])
  }
})
