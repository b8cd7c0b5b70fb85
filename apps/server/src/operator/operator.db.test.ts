import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { seedProviders } from '../connections/providers/sql.ts'
import type { Owner } from '../testing/client.ts'
import { startService } from '../testing/service.ts'

const service = await startService({ SIGNUPS: 'closed' })
const { client } = service
const { db } = service.database

const operator = await service.owner('Ada')
const settings = async () => (await client.ok(contract.getSettings, operator.session)).settings
const change = (body: object) => client.ok(contract.changeSettings, operator.session, { body })

let bob: Owner

test('the switches are what the environment says until the operator sets them, and hold at once', async () => {
  assert.deepEqual(await settings(), { ingest_enabled: true, signups: 'closed', telemetry_keep_days: null })
  await assert.rejects(service.owner('Bob'), /signups_closed/)
  assert.deepEqual(await change({ signups: 'open' }), {
    settings: { ingest_enabled: true, signups: 'open', telemetry_keep_days: null },
  })
  bob = await service.owner('Bob')
  await change({ ingest_enabled: false, signups: 'closed' })
  assert.deepEqual(await settings(), { ingest_enabled: false, signups: 'closed', telemetry_keep_days: null })
  await change({ ingest_enabled: true, signups: 'open' })
  assert.deepEqual(await change({}), {
    settings: { ingest_enabled: true, signups: 'open', telemetry_keep_days: null },
  })
})

test('nobody but the operator is let in', async () => {
  const { account } = await client.ok(contract.getMe, bob.session)
  for (const [route, params, body] of [
    [contract.listAccounts, {}, undefined],
    [contract.changeAccount, { id: account.id }, { plan: 'fleet' }],
    [contract.getSettings, {}, undefined],
    [contract.changeSettings, {}, { signups: 'closed' }],
    [contract.putProvider, { slug: 'mine' }, undefined],
  ] as const) {
    const answers = [bob.session, operator.key, null].map((who) => client.call(route, who, { params, body }))
    const codes = (await Promise.all(answers)).map((answer) => answer.body.error)
    assert.deepEqual(codes, ['operator_required', 'unauthorized', 'unauthorized'], route.id)
  }
  assert.equal((await settings()).signups, 'open')
})

test('20 ingestion that the operator switches off gets 503 for every onboard device, with Retry-After', async () => {
  const { account } = await client.ok(contract.getMe, bob.session)
  const vessel = { id: randomUUIDv7(), owner_id: account.id, name: 'Windrose', vessel_type: 'sailboat' } as const
  await db.insertInto('vessel').values(vessel).execute()
  const provider = { name: 'Box', summary: '', direction: 'push', status: 'live', covers: [] }
  await client.ok(contract.putProvider, operator.session, { params: { slug: 'test_box' }, body: provider })
  const device = await client.ok(contract.createConnection, bob.key, {
    params: { id: vessel.id },
    body: { provider: 'test_box' },
  })
  const send = () =>
    client.call(
      contract.postTelemetry,
      { key: device.ingest_key },
      { body: { readings: [{ metric: 'depth', value: 3 }] } },
    )
  await change({ ingest_enabled: false })
  const refused = await send()
  assert.deepEqual([refused.status, refused.body.error], [503, 'ingest_disabled'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  await change({ ingest_enabled: true })
  assert.equal((await send()).status, 202)
})

test('accounts are listed oldest first, 200 a page, each once, with how many vessels they have', async () => {
  await sql`
    insert into owner (id, name, email, plan, created_at)
    select gen_random_uuid(), 'n', n || '@example.org', 'free', timestamptz '2100-01-01' + (n / 3) * interval '1 microsecond'
    from generate_series(1, 430) n`.execute(db)
  const pages: contract.OperatorAccount[][] = []
  let after: string | undefined
  do {
    const query = after ? `after=${after}` : ''
    const { accounts } = await client.ok(contract.listAccounts, operator.session, { query })
    pages.push(accounts)
    after = accounts.at(-1)?.id
  } while (pages.at(-1)!.length > 0)
  assert.deepEqual(pages.map((page) => page.length).slice(0, 2), [200, 200])
  const all = pages.flat()
  const { rows } = await sql<{ id: string }>`select id from owner order by created_at, id`.execute(db)
  assert.deepEqual(
    all.map(({ id }) => id),
    rows.map(({ id }) => id),
  )
  assert.deepEqual([all[0]!.operator, all[0]!.vessels, all[1]!.email, all[1]!.vessels], [true, 0, bob.email, 1])
  const nobody = await client.ok(contract.listAccounts, operator.session, { query: { after: randomUUID() } })
  assert.deepEqual(nobody.accounts, [])
})

test("3 a plan below pro stops the account's keys at once, until it rises again", async () => {
  const { account } = await client.ok(contract.getMe, bob.session)
  const plan = (plan: string) =>
    client.ok(contract.changeAccount, operator.session, { params: { id: account.id }, body: { plan } })
  assert.equal((await plan('plus')).account.plan, 'plus')
  const refused = await client.call(contract.listProviders, bob.key)
  assert.deepEqual([refused.status, refused.body.error], [403, 'plan_required'])
  await plan('fleet')
  assert.equal((await client.call(contract.listProviders, bob.key)).status, 200)
  const body = { plan: 'fleet' }
  const unknown = await client.call(contract.changeAccount, operator.session, { params: { id: randomUUID() }, body })
  assert.equal(unknown.status, 404)
})

test('a provider is added after the others, and replaced where it stands', async () => {
  const provider = { name: 'B', summary: 's', direction: 'push', status: 'beta', covers: ['Volvo Penta'] }
  const put = (slug: string, body: object) =>
    client.call(contract.putProvider, operator.session, { params: { slug }, body })
  const last = async () => (await client.ok(contract.listProviders, operator.key)).providers.slice(-2)
  await put('test_b', { ...provider, install_notes: 'Plug it in', docs_url: 'https://example.org' })
  await put('test_a', provider)
  await put('test_b', { ...provider, status: 'unavailable' })
  assert.deepEqual(await last(), [
    { ...provider, slug: 'test_b', status: 'unavailable', install_notes: null, docs_url: null },
    { ...provider, slug: 'test_a', install_notes: null, docs_url: null },
  ])
  assert.equal((await put('test_c', { ...provider, docs_url: 'javascript:alert(1)' })).status, 400)
  assert.equal((await put('Not a slug', provider)).status, 404)
})

test('a start adds what is missing from the catalogue and leaves what the operator edited', async () => {
  const catalogue = async () => (await client.ok(contract.listProviders, operator.key)).providers
  const [first] = await catalogue()
  assert.equal(first.slug, 'signalk')
  const { slug, ...provider } = { ...first, name: 'Our Signal K' }
  await client.ok(contract.putProvider, operator.session, { params: { slug }, body: provider })
  await db.deleteFrom('provider').where('slug', '=', 'onboard_camera').execute()
  await seedProviders(db)
  const now = await catalogue()
  assert.equal(now[0].name, 'Our Signal K')
  assert.equal(now.filter((p: contract.Provider) => p.slug === 'onboard_camera').length, 1)
})
