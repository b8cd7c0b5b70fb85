import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import { isAsWritten, type Member, writeArchive } from './archive.ts'
import { decryptWhole } from './encryption.ts'
import { findMembers } from './whole-members.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-whole-members-'))
after(() => rm(root, { recursive: true }))

const image = (n: number) => `images/${'a'.repeat(36)}/${'b'.repeat(36)}/${String(n).padStart(36, 'c')}.jpg`
const MEMBERS: Member[] = [
  { name: 'head.json', bytes: Buffer.from('{}') },
  ...Array.from({ length: 6 }, (_, n) => ({ name: `rows/owner/00000${n}.zst`, bytes: randomBytes(700 * n) })),
  ...Array.from({ length: 4 }, (_, n) => ({ name: image(n), bytes: randomBytes(40_000 + n) })),
  { name: 'manifest.json', bytes: Buffer.from('{"rows":{}}') },
]

const identity = await generateX25519Identity()
const encryption = { recipients: [await identityToRecipient(identity)] }

async function written(members: Member[], name: string, encrypted = false) {
  const file = join(root, name)
  const writer = await writeArchive(file, new Date('2026-05-14T09:30:00Z'), encrypted ? { encryption } : {})
  for (const { name, bytes } of members) await writer.add(name, bytes)
  await writer.finish()
  return { id: writer.id, bytes: await readFile(file) }
}

const plain = await written(MEMBERS, 'plain.tar')
const secret = await written(MEMBERS, 'secret.tar.age', true)

async function* inChunks(bytes: Uint8Array) {
  for (let from = 0; from < bytes.length; from += 10_000) yield bytes.subarray(from, from + 10_000)
}

/** Names of the members that are whole; each is what it was. */
async function wholeOf(bytes: AsyncIterable<Uint8Array>, id: string, members = MEMBERS): Promise<string[]> {
  const names: string[] = []
  for await (const { name, bytes: found, right } of findMembers(bytes, (member) => isAsWritten(id, member)))
    if (right) {
      assert.ok(found.equals(members.find((member) => member.name === name)!.bytes), name)
      names.push(name)
    }
  return names
}

const decrypted = (bytes: Uint8Array) => decryptWhole(inChunks(bytes), { identities: [identity] })

test('without damage all members are whole, also of an encrypted archive', async () => {
  const names = MEMBERS.map(({ name }) => name)
  assert.deepEqual(await wholeOf(inChunks(plain.bytes), plain.id), names)
  assert.deepEqual(await wholeOf(decrypted(secret.bytes), secret.id), names)
})

/** From the header of each member to that of the next. */
const STARTS = [0]
for (const { bytes } of MEMBERS) STARTS.push(STARTS.at(-1)! + 512 * (3 + Math.ceil(bytes.length / 512)))

/** Members that have none of these bytes. */
const untouched = (from: number, to: number) =>
  MEMBERS.filter((_, n) => STARTS[n + 1]! <= from || STARTS[n]! >= to).map(({ name }) => name)

const place = fc.tuple(fc.nat(plain.bytes.length - 1), fc.integer({ min: 1, max: 20_000 }))

test('a damaged part costs no more than the members that it is in', async () => {
  await fc.assert(
    fc.asyncProperty(place, fc.constantFrom('zeros', 'noise'), async ([from, length], how) => {
      const bytes = Buffer.from(plain.bytes)
      const part = bytes.subarray(from, from + length)
      part.set(how === 'zeros' ? Buffer.alloc(part.length) : randomBytes(part.length))
      const whole = await wholeOf(inChunks(bytes), plain.id)
      assert.deepEqual(
        untouched(from, from + length).filter((name) => !whole.includes(name)),
        [],
      )
    }),
    { numRuns: propertyRuns(60, 1000) },
  )
})

test('missing bytes, too, and an end that is missing', async () => {
  await fc.assert(
    fc.asyncProperty(place, async ([from, length]) => {
      const bytes = Buffer.concat([plain.bytes.subarray(0, from), plain.bytes.subarray(from + length)])
      const whole = await wholeOf(inChunks(bytes), plain.id)
      assert.deepEqual(
        untouched(from, from + length).filter((name) => !whole.includes(name)),
        [],
      )
      const cut = await wholeOf(inChunks(plain.bytes.subarray(0, from)), plain.id)
      assert.deepEqual(
        untouched(from, plain.bytes.length).filter((name) => !cut.includes(name)),
        [],
      )
    }),
    { numRuns: propertyRuns(60, 1000) },
  )
})

test('a member in which the archive ends is handed on as damaged, if its header is there', async () => {
  for (const [n, { name, bytes }] of MEMBERS.entries())
    if (bytes.length > 0)
      for (const there of [0, bytes.length - 1]) {
        const cut = plain.bytes.subarray(0, STARTS[n]! + 3 * 512 + there)
        const found = await Array.fromAsync(findMembers(inChunks(cut), () => true))
        const last = found.at(-1)!
        assert.deepEqual([last.name, last.right, last.bytes.length], [name, false, 0])
        assert.equal(found.filter(({ right }) => right).length, n, name)
      }
})

test('of an encrypted archive a changed byte costs the members in its 64 KiB', async () => {
  const piece = 64 * 1024
  const payload = secret.bytes.length - (plain.bytes.length + 16 * Math.ceil(plain.bytes.length / piece))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: payload, max: secret.bytes.length - 1 }), fc.boolean(), async (at, isCut) => {
      const bytes = Buffer.from(isCut ? secret.bytes.subarray(0, at) : secret.bytes)
      if (!isCut) bytes[at]! ^= 1
      const first = Math.floor((at - payload) / (piece + 16)) * piece
      const whole = await wholeOf(decrypted(bytes), secret.id)
      assert.deepEqual(
        untouched(first, isCut ? plain.bytes.length : first + piece).filter((name) => !whole.includes(name)),
        [],
      )
    }),
    { numRuns: propertyRuns(40, 500) },
  )
})

test('a member that somebody put into an image is not taken for one of the archive', async () => {
  const evil = await written([{ name: 'secret-key', bytes: Buffer.from('known to me') }], 'evil.tar')
  const members = [
    { name: image(0), bytes: Buffer.concat([randomBytes(2048), evil.bytes]) },
    { name: image(1), bytes: randomBytes(9) },
  ]
  const { id, bytes } = await written(members, 'image.tar')
  // Its header: the image cannot be passed over as one.
  bytes.fill(0, 1024, 1200)
  assert.deepEqual(await wholeOf(inChunks(bytes), id, members), [image(1)])
  const names: string[] = []
  for await (const { name } of findMembers(inChunks(bytes), () => true)) names.push(name)
  assert.ok(names.includes('secret-key'), 'control: without the marks it is found')
})
