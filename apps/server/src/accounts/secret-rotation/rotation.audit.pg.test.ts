import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import * as contract from '@binnacle/contract'
import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { programFile, QUICK_START } from '../../../../../scripts/quick-start.ts'
import { signFrameLink } from '../../cameras/links/signed-link.ts'
import { connectDatabase } from '../../db/database.ts'
import { authKey, derivedKey, keptSecrets } from '../../settings/secret.ts'
import { Browser } from '../../testing/accounts/browser.ts'
import { totpOf } from '../../testing/accounts/totp.ts'
import { Client } from '../../testing/client.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { killBefore, launchService, type ServiceProcess, startProcess } from '../../testing/process.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const password = 'correct horse battery'

const place = await openTestDatabase()
const embedded = place.url === null
if (embedded) await place.database.close()
const { dataDir } = place
const other = await mkdtemp(join(tmpdir(), 'binnacle-rotation-'))
const env = {
  DATA_DIR: dataDir,
  ...(place.url && { DATABASE_URL: place.url }),
  TRUST_PROXY: 'true',
  TELEMETRY_GAP_MS: '0',
}
let service: ServiceProcess = await startProcess(env)
after(async () => {
  await service.kill()
  await place.drop()
  await rm(other, { recursive: true, force: true })
})

const client = () => new Client(service.url)
const secrets = async () => (await keptSecrets({ dataDir }))!

async function restart(settings: Record<string, string> = env): Promise<void> {
  await service.stop()
  service = await startProcess(settings)
}

/** A command with these settings and no others. */
const shell = (command: string, settings: Record<string, string>) =>
  promisify(execFile)('bash', ['-c', command], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: other, ...QUICK_START.env, ...settings },
  })

/** As it stands in docs/operating.md. */
async function rotate(): Promise<void> {
  const operating = await readFile(join(ROOT, 'docs/operating.md'), 'utf8')
  const [, command] = /^ {4}DATA_DIR=\/var\/lib\/binnacle (npm run rotate-secret)$/m.exec(operating)!
  const { stdout } = await shell(command!, env)
  assert.match(stdout, /^There is a new secret\. Restart the service/m)
}

/** An account with an authenticator app. */
async function secured(name: string) {
  const { email, key } = await client().signUp(name)
  const browser = new Browser(client())
  await browser.call(contract.signIn, { email, password })
  const { body } = await browser.call(contract.enableTotp, { password })
  const code = () => totpOf(body.totpURI, new Date())
  assert.equal((await browser.call(contract.verifyTotp, { code: code() })).status, 200)
  return { email, key, browser, code, backupCodes: body.backupCodes as string[] }
}
type Secured = Awaited<ReturnType<typeof secured>>

/** Signs in with the password and a code. */
async function signIn({ email }: Secured, given: { code: string } | { backupCode: string }, at = client()) {
  const browser = new Browser(at)
  assert.deepEqual((await browser.call(contract.signIn, { email, password })).body, { twoFactorRedirect: true })
  const answer =
    'code' in given
      ? await browser.call(contract.verifyTotp, given)
      : await browser.call(contract.verifyBackupCode, { code: given.backupCode })
  return { browser, status: answer.status }
}

const me = async ({ session }: Browser) =>
  (await client().call(contract.getMe, session, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status

/** What is stored of authenticator apps, and how many of them this secret opens. */
async function opened(secret: string): Promise<{ rows: number; opened: number }> {
  const { db, close } = await connectDatabase({ dataDir, databaseUrl: place.url })
  try {
    const { rows } = await sql<{ secret: string; backup_codes: string }>`
      select secret, backup_codes from two_factor`.execute(db)
    const key = authKey(secret)
    const open = (data: string) => symmetricDecrypt({ key, data }).then(Boolean, () => false)
    const found = await Promise.all(rows.map(async (row) => (await open(row.secret)) && (await open(row.backup_codes))))
    return { rows: rows.length, opened: found.filter(Boolean).length }
  } finally {
    await close()
  }
}

const ada = await secured('Ada')
const bob = await secured('Bob')
const begun = { body: { name: 'Aurora', vessel_type: 'sailboat' }, headers: { 'idempotency-key': 'once-and-only' } }
const { vessel } = await client().ok(contract.createVessel, ada.browser.session, begun)
const { share } = await client().ok(contract.putShare, ada.browser.session, {
  params: { id: vessel.id },
  body: { toggles: {} },
})
const made = await client().ok(contract.createConnection, ada.browser.session, {
  params: { id: vessel.id },
  body: { provider: 'signalk' },
})
const device = { key: made.ingest_key as string }
const backup = join(other, 'before.tar')
await shell(`${process.execPath} ${programFile('apps/server/src/backup/commands/backup-command.ts')} ${backup}`, env)
const first = (await secrets()).current

test('it takes effect at the next start: the service that runs goes on with the former secret', async () => {
  await rotate()
  const { current, former } = await secrets()
  assert.deepEqual([former, current === first], [[first], false])
  assert.equal(await me(ada.browser), 200)
  assert.equal((await signIn(ada, { backupCode: ada.backupCodes[0]! })).status, 200)
})

test('a start that is killed between two accounts, or before the sessions end, is made up for by the next', {
  skip: embedded && 'kills between statements of PostgreSQL',
}, async () => {
  await service.stop()
  for (const moments of [['update two_factor', 'update two_factor'], ['delete from "session"']]) {
    const killed = launchService({ ...env, ...killBefore(...moments) })
    assert.equal((await killed.ended).signal, 'SIGKILL', moments.join())
    const { current } = await secrets()
    const [now, before] = [await opened(current), await opened(first)]
    assert.equal(now.opened + before.opened, now.rows, 'each is readable')
    assert.equal(now.opened, moments.length === 2 ? 1 : 2)
  }
  service = await startProcess(env)
})

test('after the start nobody has lost a second factor, a key or a share, and all sessions have ended', async (t) => {
  await restart()

  await t.test('what the former secret signed is refused: sessions, and links to pictures', async () => {
    assert.equal(await me(ada.browser), 401)
    const frameId = '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11'
    const statusOf = async (secret: string) => {
      const key = { id: '1', secret: derivedKey(secret, 'frame-links') }
      const link = signFrameLink('', { frameId, size: 'full' }, key, new Date())
      return (await client().raw('GET', link)).status
    }
    assert.deepEqual([await statusOf(first), await statusOf((await secrets()).current)], [403, 404])
  })

  await t.test('codes of the app and backup codes sign in, and only once', async () => {
    const { browser, status } = await signIn(ada, { code: ada.code() })
    assert.equal(status, 200)
    const { sessions } = await client().ok(contract.listSessions, browser.session)
    assert.equal(sessions.length, 1, 'those that ended are not listed')
    assert.equal((await browser.call(contract.getSignInMethods)).body.backup_codes_left, 9)
    assert.equal((await signIn(bob, { backupCode: bob.backupCodes[0]! })).status, 200)
    assert.equal((await signIn(bob, { backupCode: bob.backupCodes[0]! })).status, 403)
    ada.browser = browser
  })

  await t.test('access keys, devices and shares go on', async () => {
    assert.equal((await client().call(contract.listVessels, ada.key)).status, 200)
    const readings = [{ metric: 'depth', value: 4.2, unit: 'm', recorded_at: new Date().toISOString() }]
    assert.equal((await client().call(contract.postTelemetry, device, { body: { readings } })).status, 202)
    assert.equal((await client().call(contract.getSharePage, null, { params: { token: share.token } })).status, 200)
  })

  await t.test('a retry of a request of before gets its first answer, and writes nothing twice', async () => {
    const retry = await client().ok(contract.createVessel, ada.browser.session, begun)
    assert.equal(retry.vessel.id, vessel.id)
    const otherBody = { ...begun, body: { ...begun.body, name: 'Borealis' } }
    const { body } = await client().call(contract.createVessel, ada.browser.session, otherBody)
    assert.equal(body.error, 'idempotency_key_reused')
    const { vessels } = await client().ok(contract.listVessels, ada.browser.session)
    assert.equal(vessels.length, 1)
  })
})

test('a further start ends no session again', async () => {
  await restart()
  assert.equal(await me(ada.browser), 200)
})

test('two rotations without a start between them lose nothing either', async () => {
  const second = (await secrets()).current
  await rotate()
  await rotate()
  assert.deepEqual((await secrets()).former.slice(1), [second, first])
  await restart()
  assert.equal(await me(ada.browser), 401)
  assert.equal((await signIn(bob, { code: bob.code() })).status, 200)
  await service.stop()
  const { current } = await secrets()
  assert.deepEqual(
    [await opened(current), await opened(second)].map((each) => each.opened),
    [2, 0],
  )
  service = await startProcess(env)
})

test('while processes restart one after the other, devices and keys go on, and no second factor is lost', {
  skip: embedded && 'needs PostgreSQL',
}, async () => {
  await rotate()
  const restarted = await startProcess(env)
  try {
    const there = new Client(restarted.url)
    const { browser, status } = await signIn(ada, { backupCode: ada.backupCodes[1]! }, there)
    assert.equal(status, 200)
    assert.equal(await me(browser), 401, 'the process with the former secret does not know the session')
    // What that one still writes, the other cannot open yet.
    const cyd = await secured('Cyd')
    assert.equal((await signIn(cyd, { backupCode: cyd.backupCodes[0]! }, there)).status, 503)
    assert.equal((await signIn(bob, { backupCode: bob.backupCodes[1]! })).status, 503)
    for (const at of [client(), there]) {
      const readings = [{ metric: 'depth', value: 4.3, unit: 'm' }]
      assert.equal((await at.call(contract.listVessels, ada.key)).status, 200)
      assert.equal((await at.call(contract.postTelemetry, device, { body: { readings } })).status, 202)
    }

    await restart()
    assert.equal(await me(browser), 200, 'sessions end once')
    assert.equal((await signIn(cyd, { backupCode: cyd.backupCodes[0]! }, there)).status, 200)
    assert.equal((await signIn(cyd, { backupCode: cyd.backupCodes[1]! })).status, 200)
  } finally {
    await restarted.kill()
  }
})

test('a backup of before is restored with the secret it was made with, or beside the rotated one', async () => {
  for (const rotated of [false, true]) {
    const folder = join(other, String(rotated))
    await mkdir(folder)
    if (rotated) await cp(join(dataDir, 'secret-key'), join(folder, 'secret-key'))
    const settings = { DATA_DIR: folder, TRUST_PROXY: 'true' }
    await shell(
      `${process.execPath} ${programFile('apps/server/src/backup/commands/restore-command.ts')} ${backup}`,
      settings,
    )
    const restored = await startProcess(settings)
    try {
      assert.equal((await keptSecrets({ dataDir: folder }))!.current === first, !rotated)
      const { status } = await signIn(ada, { backupCode: ada.backupCodes[0]! }, new Client(restored.url))
      assert.equal(status, 200, `rotated: ${rotated}`)
    } finally {
      await restored.kill()
    }
  }
})

test('the command refuses what it cannot do, and says what to do', async () => {
  const refused = (settings: Record<string, string>) =>
    shell('npm run --silent rotate-secret', settings).then(
      () => assert.fail('it was not refused'),
      ({ code, stderr }) => `${code} ${stderr}`,
    )
  assert.match(
    await refused({ ...env, SECRET_KEY: 'x'.repeat(32) }),
    /^1 SECRET_KEY is a setting\. .*FORMER_SECRET_KEYS/,
  )
  const empty = join(other, 'empty')
  await mkdir(empty)
  assert.match(await refused({ DATA_DIR: empty }), /^1 There is no secret-key in DATA_DIR/)
  const file = join(empty, 'secret-key')
  await writeFile(file, `${'a'.repeat(40)}\n${'b'.repeat(40)}\n`)
  assert.match(await refused({ DATA_DIR: empty }), /^1 The secret-key was written by hand/)
})

test('SECRET_KEY with FORMER_SECRET_KEYS does the same; without them the log says what is lost', async () => {
  const { current } = await secrets()
  const SECRET_KEY = 'n'.repeat(64)
  await restart({ ...env, SECRET_KEY, FORMER_SECRET_KEYS: current })
  assert.equal((await signIn(ada, { backupCode: ada.backupCodes[2]! })).status, 200)
  await restart({ ...env, SECRET_KEY: 'o'.repeat(64), FORMER_SECRET_KEYS: 'p'.repeat(64) })
  assert.match(service.output(), /"unreadable":\d,.*not among the former ones/)
})
