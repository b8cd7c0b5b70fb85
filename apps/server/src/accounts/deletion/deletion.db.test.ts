import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { type FullAccount, fillAccount } from '../../testing/accounts/full-account.ts'
import { postPicture } from '../../testing/picture.ts'
import { startService } from '../../testing/service.ts'

const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
const { client } = service
const { db } = service.database
const operator = await service.owner('Olga')
const ada = await fillAccount(service, 'Ada')
const bob = await fillAccount(service, 'Bob')

const remove = (account: { session: { cookie: string } }, body: object) =>
  client.call(contract.deleteAccount, account.session, { body })

/** The tables that hold any of these words, whatever the column: a row is looked at as text. */
async function tablesWith(words: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by name`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const any = words.map((word) => sql`strpos(t::text, ${word}) > 0`)
    const { rows: hits } =
      await sql`select 1 from ${sql.table(name)} t where ${sql.join(any, sql` or `)} limit 1`.execute(db)
    if (hits.length > 0) found.push(name)
  }
  return found
}

const wordsOf = ({ id, boat, cameraId, owner, shareToken }: FullAccount) => [
  id,
  boat.id,
  boat.connectionId,
  cameraId,
  owner.email,
  shareToken,
]

const filesWith = async (word: string) =>
  (await readdir(service.dataDir, { recursive: true })).filter((path) => path.includes(word))

/** These hold nothing of an account's; deleted_vessel names a vessel only while its readings are being deleted. */
const OF_THE_INSTALLATION = [
  'backup_status',
  'deleted_vessel',
  'installation_alarm',
  'installation_rule',
  'provider',
  'schema_migration',
  'schema_migration_lock',
  'service_process',
  'setting',
  'traffic',
]

test('control: before, every table but the installation’s holds something of the account, and there are files', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db)
  const all = rows.map(({ name }) => name).filter((name) => !OF_THE_INSTALLATION.includes(name))
  assert.deepEqual((await tablesWith(wordsOf(ada))).sort(), all.sort())
  assert.ok((await filesWith(ada.boat.id)).length > 5)
})

test('without the password nothing is deleted, and it cannot be guessed', async () => {
  for (const body of [{}, { password: 'wrong horse battery' }, { password: '' }]) {
    const { status, body: answer } = await remove(ada.owner, body)
    assert.deepEqual([status, answer.error], [403, 'wrong_password'])
  }
  const key = await client.call(contract.deleteAccount, ada.owner.key, { body: { password: ada.owner.password } })
  assert.equal(key.status, 401)
  const { password } = ada.owner
  const foreign = await client.call(contract.deleteAccount, ada.owner.session, {
    body: { password },
    headers: { origin: 'https://evil.example' },
  })
  assert.deepEqual([foreign.status, foreign.body.error], [403, 'cross_site_request'])
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => remove(bob.owner, { password: `guess number ${n}` })),
  )
  const errors = guesses.map(({ body }) => body.error).sort()
  assert.deepEqual(errors, [...Array(2).fill('rate_limited'), ...Array(10).fill('wrong_password')])
  assert.equal((await client.call(contract.getMe, ada.owner.session)).status, 200)
})

test('the operator stays while other accounts exist, and is told why', async () => {
  const { status, body } = await remove(operator, { password: operator.password })
  assert.equal(status, 409)
  assert.match(body.error, /^conflict: .*other accounts/)
  assert.equal((await client.call(contract.getMe, operator.session)).status, 200)
})

test('an account is gone with every row and every file, while its onboard device goes on sending; others keep theirs', async () => {
  const others = [await tablesWith(wordsOf(bob)), (await filesWith(bob.boat.id)).length]
  let sending = true
  const codes = new Set<string>()
  const device = (async () => {
    for (let value = 0; sending; value++) {
      const batch = { body: { readings: [{ metric: 'depth', value }] } }
      codes.add((await client.call(contract.postTelemetry, ada.boat.device, batch)).body.error ?? 'stored')
      codes.add((await postPicture(client, ada.boat.device, { camera_id: ada.cameraId })).body.error ?? 'stored')
    }
  })()
  assert.deepEqual((await remove(ada.owner, { password: ada.owner.password })).body, { removed: true })
  sending = false
  await device
  assert.deepEqual(await tablesWith(wordsOf(ada)), [])
  assert.deepEqual(await filesWith(ada.boat.id), [])
  assert.deepEqual([await tablesWith(wordsOf(bob)), (await filesWith(bob.boat.id)).length], others)
  assert.equal((await client.call(contract.getMe, ada.owner.session)).status, 401)
  assert.equal((await client.call(contract.listVessels, ada.owner.key)).status, 401)
  const late = await client.call(contract.postTelemetry, ada.boat.device, {
    body: { readings: [{ metric: 'depth', value: 1 }] },
  })
  assert.equal(late.body.error, 'invalid_connection_key')
})

test('an account without a password needs a session that is young', async () => {
  const cyd = await service.owner('Cyd')
  const { account } = await client.ok(contract.getMe, cyd.session)
  await sql`update credential set password = null where owner_id = ${account.id}`.execute(db)
  await sql`update session set created_at = now() - interval '16 minutes' where owner_id = ${account.id}`.execute(db)
  assert.equal((await remove(cyd, {})).body.error, 'fresh_session_required')
  await sql`update session set created_at = now() - interval '14 minutes' where owner_id = ${account.id}`.execute(db)
  assert.equal((await remove(cyd, {})).status, 200)
})

test('the operator goes last, and whoever signs up then is the next', async () => {
  await sql`delete from owner where operator = false`.execute(db)
  assert.equal((await remove(operator, { password: operator.password })).status, 200)
  const next = await service.owner('Nia')
  assert.equal((await client.ok(contract.getMe, next.session)).account.operator, true)
})
