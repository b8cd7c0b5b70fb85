import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { skipUnless } from '../../../scripts/programs.ts'
import { programFile, QUICK_START } from '../../../scripts/quick-start.ts'

const BINNACLE = programFile('apps/cli/src/main.ts')
const [ROOT, OWNER, OTHER] = [0, 4711, 4712]
const folder = mkdtempSync(join(tmpdir(), 'binnacle-wrong-user-'))
after(() => rmSync(folder, { recursive: true }))
const skip = skipUnless(process.getuid!() === ROOT, 'only root can become another user')

function binnacle(user: number, args: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BINNACLE, ...args], {
    encoding: 'utf8',
    uid: user,
    gid: user,
    // From a folder that every user can read.
    cwd: '/',
    env: { PATH: process.env.PATH, HOME: join(folder, 'home'), ...QUICK_START.env, ...env },
  })
  return { status, said: stdout + stderr }
}

/** A folder of the service's user, as far as a command looks at it before it knows whose it is. */
function dataFolder(name: string, owner: number): string {
  const dataDir = join(folder, name)
  mkdirSync(join(dataDir, 'db'), { recursive: true })
  writeFileSync(join(dataDir, 'db/PG_VERSION'), '17\n')
  writeFileSync(join(dataDir, 'secret-key'), 'a'.repeat(64), { mode: 0o600 })
  for (const path of ['', 'db', 'db/PG_VERSION', 'secret-key']) chownSync(join(dataDir, path), owner, owner)
  chmodSync(dataDir, 0o700)
  chmodSync(folder, 0o755)
  return dataDir
}

const COMMANDS = [
  ['backup', '/tmp/x.tar'],
  ['restore', '/tmp/x.tar'],
  ['move', '--to', 'postgres://ada@127.0.0.1:9/binnacle'],
  ['reset-password', 'ada@example.org'],
  ['rotate-secret'],
  ['tls'],
]

test('a command given by another user than the one of the data says as whom to give it, and makes nothing', {
  skip,
}, () => {
  const DATA_DIR = dataFolder('data', OWNER)
  const env = { DATA_DIR, TLS: 'local', BASE_URL: 'https://boat.local:8443' }
  const before = readdirSync(DATA_DIR, { recursive: true })
  for (const user of [ROOT, OTHER])
    for (const command of user === ROOT ? [...COMMANDS, ['start']] : COMMANDS.slice(0, 2)) {
      const { status, said } = binnacle(user, command, { ...env, PORT: '0' })
      assert.equal(status, 1, `${command}: ${said}`)
      assert.match(said, /DATA_DIR \S+ belongs to user 4711, as whom the service runs, and this is user \d+\./)
      assert.match(said, /Do this as that user: sudo -u '#4711'/)
      assert.doesNotMatch(said, /\n {4}at /, 'no stack')
    }
  assert.deepEqual(readdirSync(DATA_DIR, { recursive: true }), before)
})

test("a folder of root's, and a settings file of another user", { skip }, () => {
  const DATA_DIR = dataFolder('of-root', ROOT)
  const { said } = binnacle(OTHER, ['backup', '/tmp/x.tar'], { DATA_DIR })
  assert.match(said, /belongs to root, and this is user 4712\. Do this with sudo if .* sudo chown -R 4712 /)
  writeFileSync(join(folder, '.env'), `DATA_DIR=${DATA_DIR}\n`, { mode: 0o600 })
  const { status, said: unread } = binnacle(OTHER, ['doctor'], { INIT_CWD: folder })
  assert.equal(status, 1)
  assert.match(
    unread,
    /\.env cannot be read: this user may not read it; use sudo, or do this as the user of the service\.\n$/,
  )
})

test('a file that this user may not write', { skip }, () => {
  const { status, said } = binnacle(OTHER, ['backup', '--check', join(folder, 'kept.tar')], {})
  assert.deepEqual([status, /kept\.tar does not exist/.test(said)], [1, true], said)
  writeFileSync(join(folder, 'kept.tar'), '', { mode: 0o600 })
  const kept = binnacle(OTHER, ['backup', '--check', join(folder, 'kept.tar')], {})
  assert.match(kept.said, /EACCES: .*kept\.tar'\. User 4712 may not use it: choose another file, or give that user/)
})
