import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { lacks, needProgram } from '../../../../../scripts/programs.ts'
import { OperatorError } from '../../process/operator-error.ts'
import { DamagedArchive, readArchive, writeArchive } from './archive.ts'
import { type Encryption, encryptionOf, type Keys, readIdentities, readPassphrase } from './encryption.ts'

const root = await mkdtemp(join(tmpdir(), 'binnacle-encryption-'))
after(() => rm(root, { recursive: true }))

const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)
const other = await generateX25519Identity()
const passphrase = 'a boat that lies quietly'
const members = [
  { name: 'head.json', bytes: Buffer.from('{}') },
  { name: 'rows/owner/000000.zst', bytes: randomBytes(200_000) },
  { name: 'manifest.json', bytes: Buffer.from('{"rows":{}}') },
]

async function archive(name: string, encryption: Encryption | null) {
  const file = join(root, name)
  const writer = await writeArchive(file, new Date('2026-05-14T09:30:00Z'), { encryption })
  for (const { name, bytes } of members) await writer.add(name, bytes)
  await writer.finish()
  return { file, bytes: await readFile(file), keys: writer.keys() }
}

const plain = await archive('plain.tar', null)
const forKey = await archive('key.tar.age', { recipients: [recipient, await identityToRecipient(other)] })
const byPassphrase = await archive('passphrase.tar.age', { passphrase })
const membersOf = (file: string, keys?: Keys) =>
  Array.fromAsync(readArchive(file, keys), ({ name, bytes }) => ({ name, bytes }))

test('what is encrypted is read with the key of any recipient, by the passphrase, and by who has just written it', async () => {
  for (const keys of [{ identities: [identity] }, { identities: [other] }, forKey.keys])
    assert.deepEqual(await membersOf(forKey.file, keys), members)
  for (const keys of [{ passphrase }, byPassphrase.keys])
    assert.deepEqual(await membersOf(byPassphrase.file, keys), members)
  assert.deepEqual(await membersOf(plain.file, { passphrase }), members)
})

const decryptedFile = join(root, 'decrypted-by-others.tar')
async function membersOfPlain(bytes: Uint8Array) {
  await writeFile(decryptedFile, bytes)
  return membersOf(decryptedFile)
}

test('decrypted, it is the archive as it would be without encryption', async () => {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  assert.deepEqual(await membersOfPlain(await decrypter.decrypt(forKey.bytes)), members)
  assert.equal(forKey.bytes.includes('head.json'), false)
})

test('without the right key or passphrase it says which is needed', async () => {
  const refusals: [string, Keys, RegExp][] = [
    [forKey.file, {}, /is encrypted for a key of age\. Give the file with the private key: --identity FILE\.$/],
    [forKey.file, { passphrase }, /is encrypted for a key of age\. Give the file with the private key/],
    [forKey.file, { identities: [await generateX25519Identity()] }, /cannot be decrypted with this private key\. Give/],
    [byPassphrase.file, {}, /is encrypted with a passphrase\. Give the file that holds it: --passphrase-file FILE\.$/],
    [byPassphrase.file, { identities: [identity] }, /is encrypted with a passphrase\. Give the file that holds it/],
    [byPassphrase.file, { passphrase: 'another boat, as quiet' }, /cannot be decrypted with this passphrase\. Give/],
  ]
  for (const [file, keys, message] of refusals)
    await assert.rejects(membersOf(file, keys), (error: Error) => {
      assert.ok(error instanceof OperatorError)
      assert.equal(error instanceof DamagedArchive, false)
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /quiet|AGE-SECRET/)
      return true
    })
})

const changedFile = join(root, 'changed.tar.age')
async function isRefused(bytes: Buffer): Promise<boolean> {
  await writeFile(changedFile, bytes)
  return membersOf(changedFile, { identities: [identity] }).then(
    () => false,
    (error) => error instanceof OperatorError || Promise.reject(error),
  )
}

/** The header ends with its HMAC; a change before it may look like another recipient's. */
const payloadAt = forKey.bytes.indexOf('\n---') + 1

test('a change of any byte is found, in what is encrypted as damage', async () => {
  const change = fc.tuple(fc.nat(forKey.bytes.length - 1), fc.integer({ min: 1, max: 255 }))
  await fc.assert(
    fc.asyncProperty(change, async ([at, by]) => {
      const bytes = Buffer.from(forKey.bytes)
      bytes[at]! ^= by
      return isRefused(bytes)
    }),
    { numRuns: 200 },
  )
  const bytes = Buffer.from(forKey.bytes)
  bytes[payloadAt + 100_000]! ^= 1
  await writeFile(changedFile, bytes)
  const reading = membersOf(changedFile, { identities: [identity] })
  await assert.rejects(
    reading,
    (error: Error) => error instanceof DamagedArchive && /Use another backup/.test(error.message),
  )
})

test('an encrypted archive that ends too early, or has more at its end, is found; the whole one is not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(forKey.bytes.length - 1), (length) => isRefused(forKey.bytes.subarray(0, length))),
    { numRuns: 100 },
  )
  // Where a piece of age's ends, too.
  const piece = forKey.bytes.subarray(0, payloadAt + 48 + 16 + 65_552)
  assert.equal(await isRefused(piece), true)
  assert.equal(await isRefused(Buffer.concat([forKey.bytes, Buffer.from('\n')])), true)
  assert.equal(await isRefused(forKey.bytes), false)
})

test('what somebody encrypts who never had a backup is no backup', async () => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  assert.equal(await isRefused(Buffer.from(await encrypter.encrypt('not a backup'))), true)
})

test('a full disk ends an encrypted archive with the error of the disk, and leaves no file', async () => {
  const file = join(root, 'nearly.tar.age')
  const encryption = { recipients: [recipient] }
  const writer = await writeArchive(file, new Date(), { encryption, leaveFree: 2 ** 60 })
  const written = (async () => {
    for (const { name, bytes } of members) await writer.add(name, bytes)
    await writer.finish()
  })()
  await assert.rejects(written, { code: 'ENOSPC', message: /nearly full: no backup was made/ })
  await writer.abandon()
  await assert.rejects(readFile(file), { code: 'ENOENT' })
})

test('files with a passphrase or private keys, and public keys, are read or refused with what they must be', async () => {
  const file = join(root, 'secret')
  const settings = { backupRecipient: null, backupPassphraseFile: file }
  await writeFile(file, `${passphrase}\r\n`)
  assert.deepEqual(await encryptionOf(settings), { passphrase })
  for (const text of ['', 'too short\n', `${passphrase}\n${passphrase}\n`]) {
    await writeFile(file, text)
    await assert.rejects(readPassphrase(file), /must hold one line, a passphrase of at least 16 characters\.$/)
    await assert.rejects(readIdentities(file), /must hold private keys of age/)
  }
  await assert.rejects(
    readPassphrase(join(root, 'nowhere')),
    /^OperatorError: The file with the passphrase cannot be read: ENOENT/,
  )
  await writeFile(file, `# created: 2026-05-14\n# public key: ${recipient}\n${identity}\n\n${other}\n`)
  assert.deepEqual(await readIdentities(file), [identity, other])
  await assert.rejects(encryptionOf({ ...settings, backupRecipient: [recipient] }), /are both set\. Unset one of them/)
  const misread = recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
  const wrong = { backupRecipient: [misread], backupPassphraseFile: null }
  await assert.rejects(encryptionOf(wrong), /is no public key of age/)
  assert.equal(await encryptionOf({ backupRecipient: null, backupPassphraseFile: null }), null)
})

test('age decrypts what we encrypt, and we what age encrypts', { skip: lacks('age') }, async () => {
  const keys = join(root, 'key.txt')
  await writeFile(keys, `${identity}\n`)
  const age = (...args: string[]) => execFileSync(needProgram('age'), args, { maxBuffer: 1e8 })
  assert.deepEqual(await membersOfPlain(age('--decrypt', '--identity', keys, forKey.file)), members)
  const theirs = join(root, 'theirs.tar.age')
  age('--encrypt', '--recipient', recipient, '--output', theirs, plain.file)
  assert.deepEqual(await membersOf(theirs, { identities: await readIdentities(keys) }), members)
})

test('age decrypts with the passphrase what we encrypt with it', { skip: lacks('age') }, async () => {
  const out = join(root, 'decrypted.tar')
  // It asks at a terminal only: script has one.
  const command = `${needProgram('age')} --decrypt --output ${out} ${byPassphrase.file}`
  const run = spawnSync('script', ['-qec', command, '/dev/null'], { input: `${passphrase}\n`, encoding: 'utf8' })
  assert.equal(run.status, 0, run.stdout)
  assert.deepEqual(await membersOf(out), members)
})
