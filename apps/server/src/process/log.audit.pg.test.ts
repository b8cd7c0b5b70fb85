import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { until } from '../../../../scripts/until.ts'
import { Browser } from '../testing/accounts/browser.ts'
import { Client } from '../testing/client.ts'
import { picture } from '../testing/picture.ts'
import { launchService, startTestProcess } from '../testing/process.ts'

const json = { 'content-type': 'application/json' }
const PASSWORD = 'correct horse battery'

/** Everything that a boat, an owner and their browser carry, sent where it belongs and where it does not. */
async function sendSecrets(client: Client, deviceKey: string, vesselId: string) {
  const owner = await client.signUp()
  const { key } = owner.key
  const { cookie } = owner.session
  const signIn = (password: string) =>
    client.raw('POST', '/api/auth/sign-in/email', {
      headers: json,
      body: JSON.stringify({ email: owner.email, password }),
    })
  const session = (await signIn(PASSWORD)).body.token as string
  await signIn('wrong horse')
  const readings = '{"readings":[{"metric":"depth","value":3}]}'
  for (const bearer of [key, deviceKey, `${key}x`, 'mistyped-key'])
    for (const [method, path] of [
      ['GET', '/v1/vessels'],
      ['POST', '/v1/telemetry'],
      ['POST', '/v1/cameras/frames'],
    ])
      await client.raw(method!, path!, {
        headers: { authorization: `Bearer ${bearer}`, ...json },
        body: method === 'POST' ? readings : null,
      })
  for (const place of [`/v1/vessels?token=${session}`, `/v1/vessels/${key}`, `/%zz?key=${key}`, `/${deviceKey}`])
    await client.raw('GET', place, { headers: { cookie } })
  const sig = 'c2lnbmF0dXJlLW9mLWEtbGluaw'
  await client.raw('GET', `/frames/${vesselId}?exp=1778751000&kid=1&sig=${sig}`)
  const token = /session_token=([^;.%]+)/.exec(cookie)![1]!
  const secrets = [
    key,
    deviceKey,
    session,
    token,
    decodeURIComponent(cookie).split('=')[1]!,
    PASSWORD,
    'wrong horse',
    sig,
    'mistyped-key',
  ]
  return { key, cookie, secrets }
}

test('no secret is in what the service says at level trace, also when it fails', async (t) => {
  const { service, boats, test: place } = await startTestProcess({ LOG_LEVEL: 'trace' })
  const [boat] = boats
  const client = new Client(service.url)
  const { secrets, key, cookie } = await sendSecrets(client, boat!.deviceKey, boat!.vesselId)
  if (place.url) {
    // Every look-up of a caller fails, and what fails is logged.
    await sql`alter table session rename column token to lost`.execute(place.database.db)
    await sql`alter table access_key rename column key_hash to lost`.execute(place.database.db)
    const failed = [
      await client.raw('GET', '/v1/vessels', { headers: { authorization: `Bearer ${key}` } }),
      await client.raw('GET', '/v1/vessels', {
        headers: { cookie },
      }),
    ]
    assert.deepEqual(
      failed.map((answer) => answer.status),
      // What better-auth says of a session that cannot be looked up is the same when the database is away.
      [500, 503],
    )
    assert.match(service.output(), /request failed/)
  }
  await service.stop()
  const said = service.output()
  t.diagnostic(`${said.split('\n').length} lines`)
  assert.match(said, /"ready"/)
  for (const secret of secrets) assert.equal(said.includes(secret), false, `${secret} in\n${said}`)
})

/** Settings that hold secrets; what they name does not answer, so that it is complained of. */
const SETTINGS = {
  REDIS_URL: 'redis://default:redis-secret-1@127.0.0.1:1/0',
  FRAME_STORE: 's3://binnacle-frames/test',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'AKIASECRETSECRET0001',
  AWS_SECRET_ACCESS_KEY: 'aws-secret-secret-secret-secret-secret-1',
  SECRET_KEY: 'installation-secret-of-thirty-two-characters-1',
}

test('every route with every kind of secret in its headers, address and body, over settings that hold secrets: none is in the log', async (t) => {
  const { service, boats } = await startTestProcess({ ...SETTINGS, LOG_LEVEL: 'trace', TRUST_PROXY: 'true' })
  const client = new Client(service.url)
  const owner = await client.signUp()
  const browser = new Browser(client)
  const password = { password: owner.password }
  await browser.call(contract.signIn, { email: owner.email, ...password })
  const { body: app } = await browser.call(contract.enableTotp, password)
  const { body: vessel } = await browser.call(contract.createVessel, { name: 'Vega', vessel_type: 'rib' })
  const of = { id: vessel.vessel.id }
  const { body: shared } = await browser.call(contract.putShare, {}, of)
  const upload = { image_base64: (await picture()).toString('base64') }
  assert.equal((await client.call(contract.postFrame, { key: boats[0]!.deviceKey }, { body: upload })).status, 422)
  const secrets: Record<string, string> = {
    'an access key': owner.key.key,
    'a connection key': boats[0]!.deviceKey,
    'a session': decodeURIComponent(/session_token=([^;]+)/.exec(owner.session.cookie)![1]!),
    'a password': owner.password,
    'the secret of an authenticator app': new URL(app.totpURI).searchParams.get('secret')!,
    'a backup code': app.backupCodes[0],
    'a share token': shared.share.token,
    'a signature': 'c2lnbmF0dXJlLW9mLWEtbGluaw',
    'the password of Redis': 'redis-secret-1',
    'the secret of S3': SETTINGS.AWS_SECRET_ACCESS_KEY,
    'the key of the installation': SETTINGS.SECRET_KEY,
  }
  for (const [what, secret] of Object.entries(secrets).slice(0, 8)) {
    const inUrl = encodeURIComponent(secret)
    for (const route of contract.ROUTES) {
      const path = route.path.replace(/\{\w+\}/g, what === 'a share token' ? inUrl : of.id)
      const body =
        route.method === 'GET' ? null : JSON.stringify({ password: secret, token: secret, code: secret, key: secret })
      const headers = { authorization: `Bearer ${secret}`, cookie: `binnacle.session_token=${inUrl}`, ...json }
      const signal = AbortSignal.timeout(60_000)
      await client.raw(route.method, `${path}?token=${inUrl}&sig=${inUrl}&key=${inUrl}`, { headers, body, signal })
    }
  }
  await service.stop()
  const said = service.output()
  t.diagnostic(`${said.split('\n').length} lines`)
  assert.match(said, /"level":10|"level":20|"level":40/, 'control: it says what it cannot reach')
  for (const [what, secret] of Object.entries(secrets))
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      assert.equal(said.includes(form), false, `${what} is in the log`)
})

test('a database that cannot be reached is complained of without its password', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-log-'))
  try {
    const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://binnacle:database-secret-1@127.0.0.1:1/binnacle' }
    const launched = launchService({ ...env, LOG_LEVEL: 'trace' })
    let over = false
    void launched.ended.then(() => (over = true))
    await until(() => over || /ECONNREFUSED|127\.0\.0\.1|database/i.test(launched.output()), 'the complaint')
    await launched.kill()
    assert.match(launched.output(), /DATABASE_URL|database|ECONNREFUSED/i)
    assert.equal(launched.output().includes('database-secret-1'), false, launched.output())
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
