import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { DamagedArchive, type Member, writeArchive } from './archive.ts'
import { checkArchive, ONLY_CHECK } from './check-archive.ts'
import { FORMAT, HEAD, MANIFEST, SECRET } from './contents.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-check-archive-'))
after(() => rm(root, { recursive: true }))

const HEAD_MEMBER = { format: FORMAT, made_at: '2026-05-14T09:30:00Z', schema: [], tables: [], images: true }
let archives = 0

/** An archive with these members between head and manifest. */
async function written(members: Member[], head: object = HEAD_MEMBER): Promise<string> {
  const file = join(root, `${++archives}.tar`)
  const writer = await writeArchive(file, new Date('2026-05-14T09:30:00Z'))
  const manifest = { rows: {}, images: 0, missing_images: [] }
  await writer.add(HEAD, Buffer.from(JSON.stringify({ ...head, id: writer.id })))
  for (const { name, bytes } of members) await writer.add(name, bytes)
  await writer.add(MANIFEST, Buffer.from(JSON.stringify(manifest)))
  await writer.finish()
  return file
}

/** Checks an archive with these members, and gives those that were handed on. */
async function check(members: Member[]): Promise<string[]> {
  const file = await written(members)
  const taken: string[] = []
  const other = async ({ name }: Member) => void taken.push(name)
  await checkArchive(file, () => {}, { ...ONLY_CHECK, other })
  return taken
}

const ID = '11111111-1111-1111-1111-111111111111'

test('a member that no backup has is refused, and handed to nobody', async () => {
  const strange = ['../../evil', '/tmp/evil', `images/${ID}/${ID}/../evil.jpg`, 'rows/../x/000000.zst', HEAD, 'other']
  for (const name of strange)
    await assert.rejects(check([{ name, bytes: Buffer.from('evil') }]), (error: Error) => {
      assert.ok(error instanceof DamagedArchive, `${name}: ${error.stack}`)
      return true
    })
  const known = { name: SECRET, bytes: Buffer.from('x') }
  assert.deepEqual(await check([known]), [SECRET], 'control: what a backup has is handed on')
})

test('rows that unfold to more than any backup has are refused before they fill the memory', async () => {
  const bytes = zstdCompressSync(Buffer.alloc(8 * 1024 * 1024))
  const refusal = { name: 'DamagedArchive', message: /more rows than any/ }
  await assert.rejects(check([{ name: 'rows/owner/000000.zst', bytes }]), refusal)
})

test('a changed byte of the head is damage wherever it is, also in what names the format', async () => {
  const bytes = await readFile(await written([]))
  const at = bytes.indexOf('{"format"')
  const file = join(root, 'changed.tar')
  for (let place = at; place < bytes.indexOf('}', at); place++) {
    const changed = Buffer.from(bytes)
    changed[place]! ^= 2
    await writeFile(file, changed)
    const message = `${changed.subarray(at, at + 60)}`
    await assert.rejects(
      checkArchive(file, () => {}),
      { name: 'DamagedArchive' },
      message,
    )
  }
})

test('a whole archive of another format is not damaged: it says which version reads it', async () => {
  const file = await written([], { ...HEAD_MEMBER, format: 'binnacle-backup-2', version: '3.1.0' })
  await assert.rejects(
    checkArchive(file, () => {}),
    {
      name: 'OperatorError',
      message:
        'The archive has the format binnacle-backup-2, and this version of Binnacle reads binnacle-backup-1. Use the version of Binnacle that made it (3.1.0), or a later one.',
    },
  )
})
