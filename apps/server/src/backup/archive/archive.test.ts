import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { DamagedArchive, markOf, readArchive, writeArchive } from './archive.ts'
import { decodeRows, encodeRows } from './encode-rows.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-archive-'))
after(() => rm(root, { recursive: true }))

const members = [
  { name: 'head.json', bytes: Buffer.from('{}') },
  { name: `images/${'a'.repeat(36)}/${'b'.repeat(36)}/${'c'.repeat(36)}.thumb.webp`, bytes: randomBytes(3000) },
  { name: 'empty', bytes: Buffer.alloc(0) },
  { name: 'manifest.json', bytes: Buffer.from('{"rows":{}}') },
]
const file = join(root, 'whole.tar')
const writer = await writeArchive(file, new Date('2026-05-14T09:30:00Z'))
for (const { name, bytes } of members) await writer.add(name, bytes)
await writer.finish()
const whole = await readFile(file)

test('what was written is read, in order, and by tar too', async () => {
  const withMarks = members.map((member) => ({ ...member, mark: markOf(writer.id, member) }))
  assert.deepEqual(await Array.fromAsync(readArchive(file)), withMarks)
  const listed = execFileSync('tar', ['-tf', file], { encoding: 'utf8' })
  assert.deepEqual(
    listed.trimEnd().split('\n'),
    members.map(({ name }) => name),
  )
  assert.equal((await stat(file)).mode & 0o777, 0o600)
})

test('the archive is the SHA-256 of all before it, as sha256sum finds it', () => {
  const found = spawnSync('sha256sum', { input: whole.subarray(0, -65), encoding: 'utf8' })
  assert.equal(found.stdout.slice(0, 64), whole.subarray(-65).toString().trimEnd())
})

const damagedFile = join(root, 'damaged.tar')
async function isRefused(bytes: Buffer): Promise<boolean> {
  await writeFile(damagedFile, bytes)
  const reading = Array.fromAsync(readArchive(damagedFile))
  return reading.then(
    () => false,
    (error) => error instanceof DamagedArchive || Promise.reject(error),
  )
}

test('a file that does not exist is said to be that', async () => {
  await assert.rejects(Array.fromAsync(readArchive(join(root, 'none.tar'))), /none\.tar does not exist$/)
})

test('a change of any byte is found', async () => {
  const change = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }))
  await fc.assert(
    fc.asyncProperty(change, async ([at, by]) => {
      const bytes = Buffer.from(whole)
      bytes[at]! ^= by
      return isRefused(bytes)
    }),
    { numRuns: 300 },
  )
})

test('an archive that ends too early, or has more at its end, is found; the whole one is not', async () => {
  const lengths = fc.nat(whole.length - 1)
  await fc.assert(
    fc.asyncProperty(lengths, (length) => isRefused(whole.subarray(0, length))),
    { numRuns: 100 },
  )
  assert.equal(await isRefused(Buffer.concat([whole, Buffer.from('\n')])), true)
  assert.equal(await isRefused(whole), false)
})

test('a member that says it is larger than any is not read into memory', async () => {
  const sparse = join(root, 'sparse.tar')
  await writeFile(sparse, whole)
  const handle = await open(sparse, 'r+')
  await handle.write('77777777777', 124)
  await handle.close()
  await truncate(sparse, 300 * 1024 * 1024)
  await assert.rejects(Array.fromAsync(readArchive(sparse)), DamagedArchive)
})

test('a disk that is full: the error is thrown, and no file is left', async () => {
  const path = join(root, 'full.tar')
  const program = `
    import { writeArchive } from ${JSON.stringify(import.meta.resolve('./archive.ts'))}
    const writer = await writeArchive(${JSON.stringify(path)}, new Date())
    try {
      for (let n = 0; n < 100; n++) await writer.add('member' + n, Buffer.alloc(100_000, n))
      await writer.finish()
    } catch (error) {
      await writer.abandon()
      console.log(error.code)
    }`
  // No file may have more than 1 MB.
  const run = spawnSync('sh', [
    '-c',
    'ulimit -f 2048; exec "$0" --input-type=module -e "$1"',
    process.execPath,
    program,
  ])
  assert.match(run.stdout.toString(), /^(EFBIG|ENOSPC)\n$/, run.stderr.toString())
  assert.equal(existsSync(path), false)
})

test('a disk that is nearly full is not filled up, and no file is left', async () => {
  const path = join(root, 'nearly.tar')
  const writer = await writeArchive(path, new Date(), { leaveFree: 2 ** 60 })
  const written = (async () => {
    await writer.add('head.json', Buffer.from('{}'))
    await writer.finish()
  })()
  await assert.rejects(written, { code: 'ENOSPC', message: /The disk of .* is nearly full: no backup was made/ })
  await writer.abandon()
  assert.equal(existsSync(path), false)
})

test('rows of any text come back as they were', async () => {
  const text = fc.string({ unit: 'binary' }).map((row) => row.replaceAll('\0', '').toWellFormed())
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1 }), async (rows) => {
      const found = await decodeRows(await encodeRows(rows))
      assert.deepEqual(found.map(String), rows)
    }),
  )
})
