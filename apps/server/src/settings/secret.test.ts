import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from './config.ts'
import { derivedKey, installationSecrets, keptSecrets, readSecrets, rotateKeptSecret } from './secret.ts'

const secretsOf = (dataDir: string, secretKey: string | null = null, formerSecretKeys: string[] | null = null) =>
  installationSecrets({ dataDir, secretKey, formerSecretKeys })
const currentOf = async (dataDir: string) => (await secretsOf(dataDir)).current

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-secret-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('the setting is the secret, and no file is made', async () => {
  const folder = await temporaryFolder()
  const [set, before] = ['x'.repeat(32), 'y'.repeat(32)]
  assert.deepEqual(await secretsOf(folder, set, [before]), { current: set, former: [before] })
  assert.deepEqual(await readdir(folder), [])
})

test('without it one is made once, kept, and readable by its owner only', async () => {
  const folder = join(await temporaryFolder(), 'new')
  const made = await currentOf(folder)
  assert.match(made, /^[0-9a-f]{64}$/)
  assert.equal(await currentOf(folder), made)
  assert.notEqual(await currentOf(await temporaryFolder()), made)
  assert.equal((await stat(join(folder, 'secret-key'))).mode & 0o777, 0o600)
})

test('those who make it at about the same moment all get the same one, and nothing else is left', async () => {
  for (let round = 0; round < 20; round++) {
    const folder = await temporaryFolder()
    const start = () => wait(Math.random() * 5).then(() => currentOf(folder))
    const secrets = await Promise.all(Array.from({ length: 8 }, start))
    assert.equal(new Set(secrets).size, 1)
    assert.equal(`${secrets[0]}\n`, await readFile(join(folder, 'secret-key'), 'utf8'))
    assert.deepEqual(await readdir(folder), ['secret-key'])
  }
})

test('a file that is too short or cannot be read is refused, and left as it is', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'secret-key'), 'short\n')
  await assert.rejects(secretsOf(folder), ConfigError)
  assert.equal(await readFile(join(folder, 'secret-key'), 'utf8'), 'short\n')
  await assert.rejects(secretsOf(join(folder, 'secret-key')), ConfigError)
})

test('a rotation makes a new one and keeps all before it, whole or not at all, for its owner only', async () => {
  const folder = await temporaryFolder()
  const first = await currentOf(folder)
  await rotateKeptSecret(folder, (await keptSecrets({ dataDir: folder }))!)
  const second = await secretsOf(folder)
  assert.match(second.current, /^[0-9a-f]{64}$/)
  assert.deepEqual([second.current === first, second.former], [false, [first]])
  await rotateKeptSecret(folder, second)
  assert.deepEqual((await secretsOf(folder)).former, [second.current, first])
  assert.deepEqual(await readdir(folder), ['secret-key'])
  assert.equal((await stat(join(folder, 'secret-key'))).mode & 0o777, 0o600)
  await rm(join(folder, 'secret-key'))
  await mkdir(join(folder, 'secret-key', 'in the way'), { recursive: true })
  await assert.rejects(rotateKeptSecret(folder, second))
  assert.deepEqual(await readdir(folder), ['secret-key'], 'nothing is left of one that failed')
})

test('a secret that somebody wrote by hand over several lines is one secret, also beside former ones', async () => {
  const lines = `${'a'.repeat(40)}\n${'b'.repeat(40)}`
  assert.deepEqual(readSecrets(`${lines}\n`), { current: lines, former: [] })
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'secret-key'), `${'c'.repeat(40)}\nformer ${'d'.repeat(40)}\n`)
  assert.deepEqual(await secretsOf(folder), { current: 'c'.repeat(40), former: ['d'.repeat(40)] })
  assert.deepEqual((await secretsOf(folder, null, ['e'.repeat(40)])).former, ['d'.repeat(40), 'e'.repeat(40)])
  await writeFile(join(folder, 'secret-key'), `${'c'.repeat(40)}\nformer short\n`)
  await assert.rejects(secretsOf(folder), ConfigError)
})

test('keys for different purposes and of different secrets differ', () => {
  const keys = [derivedKey('a', 'links'), derivedKey('a', 'sessions'), derivedKey('b', 'links')]
  assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, 3)
  assert.deepEqual(derivedKey('a', 'links'), keys[0])
})
