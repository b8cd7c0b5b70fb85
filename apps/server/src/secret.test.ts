import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from './config.ts'
import { derivedKey, installationSecret } from './secret.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-secret-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('the setting is the secret, and no file is made', async () => {
  const folder = await temporaryFolder()
  assert.equal(await installationSecret(folder, 'x'.repeat(32)), 'x'.repeat(32))
  assert.deepEqual(await readdir(folder), [])
})

test('without it one is made once, kept, and readable by its owner only', async () => {
  const folder = join(await temporaryFolder(), 'new')
  const made = await installationSecret(folder, null)
  assert.match(made, /^[0-9a-f]{64}$/)
  assert.equal(await installationSecret(folder, null), made)
  assert.notEqual(await installationSecret(await temporaryFolder(), null), made)
  assert.equal((await stat(join(folder, 'secret-key'))).mode & 0o777, 0o600)
})

test('those who make it at about the same moment all get the same one, and nothing else is left', async () => {
  for (let round = 0; round < 20; round++) {
    const folder = await temporaryFolder()
    const start = () => wait(Math.random() * 5).then(() => installationSecret(folder, null))
    const secrets = await Promise.all(Array.from({ length: 8 }, start))
    assert.equal(new Set(secrets).size, 1)
    assert.equal(`${secrets[0]}\n`, await readFile(join(folder, 'secret-key'), 'utf8'))
    assert.deepEqual(await readdir(folder), ['secret-key'])
  }
})

test('a file that is too short or cannot be read is refused, and left as it is', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'secret-key'), 'short\n')
  await assert.rejects(installationSecret(folder, null), ConfigError)
  assert.equal(await readFile(join(folder, 'secret-key'), 'utf8'), 'short\n')
  await assert.rejects(installationSecret(join(folder, 'secret-key'), null), ConfigError)
})

test('keys for different purposes and of different secrets differ', () => {
  const keys = [derivedKey('a', 'links'), derivedKey('a', 'sessions'), derivedKey('b', 'links')]
  assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, 3)
  assert.deepEqual(derivedKey('a', 'links'), keys[0])
})
