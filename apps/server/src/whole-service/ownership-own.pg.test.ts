import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { ROUTES, type Route } from '@binnacle/contract'
import { sql } from 'kysely'
import { makeBoat } from '../testing/accounts/boat.ts'
import { Browser } from '../testing/accounts/browser.ts'
import { type FullAccount, fillAccount } from '../testing/accounts/full-account.ts'
import type { Answer, Credential, Owner } from '../testing/client.ts'
import { ProviderBrowser, startOidcServer } from '../testing/oidc-server.ts'
import { picture } from '../testing/picture.ts'
import { startService } from '../testing/service.ts'

/**
 * Routes whose path names nothing of an owner: what they answer and change is the caller's. The matrix is made from the contract: a
 * new route needs a place in it, or the first test fails. Routes with an id are in ownership.pg.test.ts.
 */
const BASE_URL = 'http://localhost:8080'
const provider = await startOidcServer(BASE_URL)
const service = await startService({ ...provider.settings, FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
const { client } = service
const { db } = service.database
const operator = await service.owner('Olga')
const ada = await service.owner('Ada')
const boat = await makeBoat(client, ada)

/** Their answers are no JSON, and their own tests look into them for what is another owner's. */
const STREAMS = ['exportData', 'watchLive']

const ofOwners = ROUTES.filter(({ auth, resource }) => resource === null && auth !== 'public' && auth !== 'operator')
const READS = ofOwners.filter(({ id, method }) => method === 'GET' && !STREAMS.includes(id))

type Body = (stranger: Stranger) => unknown

/** A request of each route that changes something, in this order; what can name a thing names the stranger's. */
const CHANGES: Record<string, Body> = {
  createVessel: () => ({ name: 'Vega', vessel_type: 'sailboat' }),
  requestBrand: ({ account }) => ({ system_name: 'VC20', vessel_id: account.boat.id }),
  postTelemetry: () => ({ readings: [{ metric: 'depth', value: 3 }] }),
  postFrame: ({ account, image }) => ({ camera_id: account.cameraId, image_base64: image }),
  addPasskey: () => ({ name: 'Phone', response: { id: 'x', rawId: 'x', type: 'public-key', response: {} } }),
  confirmSession: () => ({ password: ada.password }),
  createAccessKey: () => ({ name: 'another' }),
  makeCalendar: () => undefined,
  deleteCalendar: () => undefined,
  putQuietHours: () => ({ from: '22:00', until: '07:00', time_zone: 'Europe/Berlin' }),
  deleteQuietHours: () => undefined,
  createChannel: () => ({ kind: 'ntfy', name: 'Phone', address: 'https://ntfy.example.org/aurora' }),
  confirmSignInNotices: ({ event }) => ({ last: event }),
  linkOidc: () => undefined,
  unlinkOidc: () => undefined,
  changeProfile: () => ({ name: 'Ada II' }),
  enableTotp: () => ({ password: ada.password }),
  makeBackupCodes: () => ({ password: ada.password }),
  disableTotp: () => ({ password: ada.password }),
  deleteAccessKeys: () => undefined,
  revokeOtherSessions: () => ({}),
  changePassword: () => ({ currentPassword: ada.password, newPassword: 'new horse battery' }),
  deleteAccount: () => ({ password: 'new horse battery' }),
}

interface Stranger {
  account: FullAccount
  browser: Browser
  image: string
  /** The newest of their audit log. */
  event: string
}

/** An account with one of everything, a link to a provider, and a sign-in on a new device that waits to be confirmed. */
async function makeStranger(): Promise<Stranger> {
  const account = await fillAccount(service, 'Bob')
  const { email, password } = account.owner
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email, password })
  const { url } = (await browser.call(contract.linkOidc)).body
  provider.people.bob = { email, name: 'Bob' }
  provider.who = 'bob'
  const returned = await new ProviderBrowser().signIn(url)
  await browser.call(contract.finishOidc, undefined, {}, Object.fromEntries(returned.searchParams))
  const { events } = (await browser.call(contract.listActivity)).body
  return { account, browser, image: (await picture()).toString('base64'), event: events[0].id }
}

const credentialOf = ({ auth }: Route, { session, key }: Owner, device: { key: string }): Credential =>
  auth === 'device' || auth === 'ingest' ? device : auth === 'owner' ? key : session

/** What an answer says, without the time and what is drawn anew. */
const said = ({ status, text }: Answer) =>
  `${status} ${text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T').replace(/"challenge":"[^"]*"|"user":{"id":"[^"]*"|"last_used_at":[^,}]*/g, '')}`

/** Rows of work that goes on by itself, or of everybody. */
const NOT_COMPARED =
  /^(telemetry_|vessel_change$|schema_|traffic|setting|backup_status|provider$|deleted_vessel|verification)/

/** The rows of all tables that hold any of these words. */
async function rowsWith(words: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by name`.execute(db)
  const found: string[] = []
  for (const { name } of tables.filter(({ name }) => !NOT_COMPARED.test(name))) {
    const any = words.map((word) => sql`strpos(t::text, ${word}) > 0`)
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t where ${sql.join(any, sql` or `)} order by 1`.execute(db)
    found.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return found
}

const ask = (route: Route, who: Credential, body?: unknown) =>
  client.call(route, who, body === undefined ? {} : { body })

const readAll = async (owner: Owner, device: { key: string }) => {
  const answers = new Map<string, string>()
  for (const route of READS) answers.set(route.id, said(await ask(route, credentialOf(route, owner, device))))
  return answers
}

// The first time, its device shows itself.
await readAll(ada, boat.device)
const before = await readAll(ada, boat.device)
const stranger = await makeStranger()
const { account } = stranger
const words = [account.id, account.owner.email, account.boat.id, account.boat.connectionId, account.cameraId]

test('every route without an id has a place in the matrix', () => {
  const placed = [...READS.map(({ id }) => id), ...STREAMS, ...Object.keys(CHANGES)]
  assert.deepEqual(placed.sort(), ofOwners.map(({ id }) => id).sort())
})

test('what a stranger has changes nothing in an owner’s answers; control: it is in the stranger’s', async () => {
  assert.deepEqual(await readAll(ada, boat.device), before)
  const theirs = await readAll(account.owner, account.boat.device)
  const telling = READS.filter(({ id }) => theirs.get(id) !== before.get(id)).map(({ id }) => id)
  const ofEverybody = ['listInspectionTemplates', 'listProviders', 'listTaskSets']
  assert.deepEqual(
    READS.map(({ id }) => id)
      .filter((id) => !telling.includes(id))
      .sort(),
    ofEverybody,
  )
})

test('routes of the operator are for no other account, whatever they name', async () => {
  for (const route of ROUTES.filter(({ auth }) => auth === 'operator'))
    for (const id of [account.id, randomUUID()]) {
      const path = route.path.replace('{id}', id).replace('{slug}', 'signalk')
      const refused = await client.raw(route.method, path, { headers: ada.session })
      assert.deepEqual([refused.status, refused.body.error], [403, 'operator_required'], route.id)
      const byKey = await client.raw(route.method, path, { headers: { authorization: `Bearer ${operator.key.key}` } })
      assert.equal(byKey.status, 401, route.id)
    }
})

test('nothing that an owner does changes anything of a stranger', async () => {
  const rows = await rowsWith(words)
  const tables = new Set(rows.map((row) => row.split(' ')[0]))
  assert.ok(tables.size > 15, `only ${[...tables]}`)
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email: ada.email, password: ada.password })
  const done: Record<string, number> = {}
  for (const [id, bodyOf] of Object.entries(CHANGES)) {
    const route = ofOwners.find((other) => other.id === id)!
    const body = bodyOf(stranger)
    // A browser, because some of them end its session and begin another.
    const bySession = route.auth === 'session'
    const answer = bySession ? browser.call(route, body) : ask(route, credentialOf(route, ada, boat.device), body)
    done[id] = (await answer).status
  }
  assert.deepEqual(await rowsWith(words), rows)
  const refused = Object.keys(done).filter((id) => done[id]! >= 300)
  assert.deepEqual(refused.sort(), ['addPasskey', 'makeBackupCodes', 'postFrame', 'requestBrand', 'unlinkOidc'])
  assert.equal((await stranger.browser.call(contract.getMe)).status, 200)
})
