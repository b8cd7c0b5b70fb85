import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
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

/** Checks an archive with these members between head and manifest, and gives those that were handed on. */
async function check(members: Member[], manifest = { rows: {}, images: 0, missing_images: [] }): Promise<string[]> {
  const file = join(root, `${++archives}.tar`)
  const writer = await writeArchive(file, new Date('2026-05-14T09:30:00Z'))
  await writer.add(HEAD, Buffer.from(JSON.stringify(HEAD_MEMBER)))
  for (const { name, bytes } of members) await writer.add(name, bytes)
  await writer.add(MANIFEST, Buffer.from(JSON.stringify(manifest)))
  await writer.finish()
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
