import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { lacks } from '../../../../../scripts/programs.ts'
import { programFile, QUICK_START } from '../../../../../scripts/quick-start.ts'
import { startTemporaryRedis } from '../../../../../scripts/redis.ts'
import { Browser } from '../../testing/accounts/browser.ts'
import { totpOf } from '../../testing/accounts/totp.ts'
import { Client } from '../../testing/client.ts'
import { emptyDatabase, openTestDatabase } from '../../testing/database.ts'
import { startProcess } from '../../testing/process.ts'

const MAIN = programFile('apps/server/src/accounts/reset-password/reset-password.ts')
const OLD = 'correct horse battery'

const place = await openTestDatabase()
const embedded = place.url === null
if (embedded) await place.database.close()
const env = { DATA_DIR: place.dataDir, ...(place.url && { DATABASE_URL: place.url }), TRUST_PROXY: 'true' }
let service = await startProcess(env)
after(async () => {
  await service.kill()
  await place.drop()
})

interface Run {
  code: number
  out: string
  errors: string
}

/** `npm run reset-password -- ARGS`, with these settings and no others. */
async function run(args: string[], settings: Record<string, string> = env): Promise<Run> {
  const child = spawn(process.execPath, [...QUICK_START.flags, MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...QUICK_START.env, ...settings },
  })
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, errors }
}

/** As its operator does it: on the embedded database the service is stopped meanwhile. */
async function whileAllowed<T>(work: () => Promise<T>): Promise<T> {
  if (!embedded) return work()
  await service.stop()
  return work().finally(async () => {
    service = await startProcess(env)
  })
}

function passwordIn({ code, out, errors }: Run): string {
  const [line, ...more] = out.match(/^ {2}[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/gm) ?? []
  assert.deepEqual([code, errors, more], [0, '', []], errors)
  assert.equal(out.split(line!.trim()).length, 2, 'it is there once')
  return line!.trim()
}

const client = () => new Client(service.url)

/** A browser that has given this password: signed in, or asked for a code. */
async function signIn(email: string, password: string) {
  const browser = new Browser(client())
  return { browser, answer: await browser.call(contract.signIn, { email, password }) }
}

const isSignedIn = async (browser: Browser) =>
  (await client().call(contract.getMe, browser.session, { headers: { 'x-forwarded-for': browser.address } })).status ===
  200

/** An account with an authenticator app in force and one access key. */
async function secured(name: string) {
  const { email, key } = await client().signUp(name)
  const { browser } = await signIn(email, OLD)
  const { body } = await browser.call(contract.enableTotp, { password: OLD })
  const code = () => totpOf(body.totpURI, new Date())
  assert.equal((await browser.call(contract.verifyTotp, { code: code() })).status, 200)
  return { email, browser, key, code }
}

const ada = await secured('Ada')
const bob = await secured('Bob')
const cyd = await secured('Cyd')

test('the embedded database is refused while the service runs, and nothing changes', {
  skip: !embedded && 'PostgreSQL serves both',
}, async () => {
  assert.deepEqual(await run([ada.email]), {
    code: 1,
    out: '',
    errors: `DATA_DIR ${place.dataDir} is in use by process ${service.pid}. Stop it first, or give this one its own DATA_DIR.\n`,
  })
  assert.ok(await isSignedIn(ada.browser))
  assert.deepEqual((await signIn(ada.email, OLD)).answer.body, { twoFactorRedirect: true })
})

/** Ten wrong codes hold an account up, and a sign-in is begun. */
async function holdUp(email: string): Promise<Browser> {
  for (let sign = 0; sign < 2; sign++) {
    const { browser } = await signIn(email, OLD)
    for (let i = 0; i < 5; i++) await browser.call(contract.verifyBackupCode, { code: 'wrong-codes' })
  }
  return (await signIn(email, OLD)).browser
}

test('an account has its way back, as often as need be; what is not its own goes on', async (t) => {
  const begun = await holdUp(cyd.email)
  assert.equal((await begun.call(contract.verifyTotp, { code: cyd.code() })).status, 429)
  const { first, second, kept, nobody } = await whileAllowed(async () => ({
    first: await run([ada.email.toUpperCase()]),
    second: await run([ada.email]),
    kept: await run(['--keep-second-factor', cyd.email]),
    nobody: await run(['nobody@example.org']),
  }))

  await t.test('the new password signs in without a code; the old ones and the sessions have ended', async () => {
    const [earlier, password] = [passwordIn(first), passwordIn(second)]
    assert.ok(first.out.includes(`The new password of ${ada.email},`))
    assert.match(first.out, /authenticator app is switched off/)
    assert.match(first.out, /Sessions ended: 2\. Left as they are: passkeys \(0\), access keys \(1\)/)
    assert.doesNotMatch(second.out, /authenticator/)
    assert.equal(await isSignedIn(ada.browser), false)
    for (const old of [OLD, earlier])
      assert.equal((await signIn(ada.email, old)).answer.body.error, 'invalid_email_or_password')
    const { browser } = await signIn(ada.email, password)
    assert.ok(await isSignedIn(browser))
    const { body: methods } = await browser.call(contract.getSignInMethods)
    assert.deepEqual(methods, { password: true, two_factor: false, backup_codes_left: null, passkeys: [], oidc: null })
  })

  await t.test('an authenticator app that is kept is asked for; its hold is lifted, begun sign-ins end', async () => {
    const password = passwordIn(kept)
    assert.match(kept.out, /authenticator app stays/)
    const late = { body: { code: cyd.code() }, headers: { 'x-forwarded-for': begun.address } }
    assert.equal((await client().call(contract.verifyTotp, begun.session, late)).body.error, 'sign_in_again')
    const { browser, answer } = await signIn(cyd.email, password)
    assert.deepEqual(answer.body, { twoFactorRedirect: true })
    assert.equal(await isSignedIn(browser), false)
    assert.equal((await browser.call(contract.verifyTotp, { code: cyd.code() })).status, 200)
    assert.ok(await isSignedIn(browser))
  })

  await t.test('access keys and other accounts go on', async () => {
    assert.equal((await client().call(contract.listVessels, ada.key)).status, 200)
    assert.ok(await isSignedIn(bob.browser))
    assert.deepEqual((await signIn(bob.email, OLD)).answer.body, { twoFactorRedirect: true })
  })

  await t.test('an e-mail address without an account: no other is named', () => {
    const errors = 'No account has the e-mail address nobody@example.org. Nothing was changed.\n'
    assert.deepEqual(nobody, { code: 1, out: '', errors })
  })

  await t.test('the password is in no file and no log of the service', async () => {
    const password = passwordIn(second)
    assert.ok(!service.output().includes(password))
    for (const entry of await readdir(place.dataDir, { recursive: true, withFileTypes: true })) {
      const bytes = entry.isFile() ? await readFile(join(entry.parentPath, entry.name)) : Buffer.of()
      assert.ok(!bytes.includes(password), entry.name)
    }
  })
})

test('wrong use is answered with the usage, and changes nothing', async () => {
  const swallowed = { ...env, npm_config_keep_second_factor: 'true' }
  const runs = [run([]), run([bob.email, cyd.email]), run([bob.email, '--keep']), run([bob.email], swallowed)]
  for (const { code, out, errors } of await Promise.all(runs)) {
    assert.deepEqual([code, out], [2, ''])
    assert.match(errors, /^.+\n\nUsage: npm run reset-password -- E-MAIL \[--keep-second-factor\]\n/)
  }
  assert.ok(await isSignedIn(bob.browser))
})

test('wrong settings are named, without the secrets in them', async () => {
  const [wrong, away] = await Promise.all([
    run([bob.email], { ...env, PORT: 'x', DATABASE_URL: 'mysql://ada:secret@127.0.0.1/x' }),
    run([bob.email], { ...env, DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/x' }),
  ])
  assert.deepEqual([wrong.code, wrong.out, away.code, away.out], [1, '', 1, ''])
  assert.match(wrong.errors, /^The settings are not right:\n {2}PORT must be .*\n {2}DATABASE_URL must be .*\n$/)
  assert.match(away.errors, /^The settings are not right:\n {2}DATABASE_URL cannot be connected to: .*\n$/)
  assert.doesNotMatch(wrong.errors + away.errors, /secret/)
})

test('where there is no database none is made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-reset-'))
  try {
    for (const DATA_DIR of [folder, join(folder, 'not-there')]) {
      const { code, errors } = await run(['ada@example.org'], { DATA_DIR })
      assert.equal(code, 1)
      assert.match(errors, /^There is no database in DATA_DIR .*\n$/)
    }
    assert.deepEqual(await readdir(folder), [])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('an empty PostgreSQL database stays empty, and one of an older version as it is', {
  skip: embedded && 'needs PostgreSQL',
}, async () => {
  const { db } = place.database
  const { url, drop } = await emptyDatabase()
  try {
    const { code, errors } = await run(['ada@example.org'], { ...env, DATABASE_URL: url })
    assert.deepEqual([code, errors], [1, 'There is no database of Binnacle at DATABASE_URL.\n'])
  } finally {
    await drop()
  }
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from schema_migration where name = (select max(name) from schema_migration) returning name, timestamp`.execute(
    db,
  )
  const [newest] = rows
  try {
    const { code, errors } = await run(['ada@example.org'])
    assert.equal(code, 1)
    assert.match(errors, /is of an older version\. Start the service of this version once/)
    const { rows: found } = await sql`select from schema_migration where name = ${newest!.name}`.execute(db)
    assert.equal(found.length, 0)
  } finally {
    await sql`insert into schema_migration values (${newest!.name}, ${newest!.timestamp})`.execute(db)
  }
})

test('wrong passwords that are counted in Redis no longer count; where Redis does not answer that is said', {
  skip: lacks('redis-server') || (embedded && 'needs PostgreSQL'),
}, async () => {
  const redis = await startTemporaryRedis()
  const settings = { ...env, REDIS_URL: redis.url }
  const second = await startProcess(settings)
  try {
    const { email } = await client().signUp('Dora')
    const tryIn = (password: string) => new Browser(new Client(second.url)).call(contract.signIn, { email, password })
    const count = async () =>
      (await redis.command('keys', 'binnacle:wrong-password:*')).split('\n').filter(Boolean).length
    await tryIn('wrong horse')
    assert.equal(await count(), 1)
    const password = passwordIn(await run([email], settings))
    assert.equal(await count(), 0)
    assert.equal((await tryIn(password)).status, 200)
    await redis.kill()
    assert.match((await run([email], settings)).out, /^Redis does not answer\. .* still count\.$/m)
  } finally {
    await second.kill()
    await redis.stop()
  }
})
