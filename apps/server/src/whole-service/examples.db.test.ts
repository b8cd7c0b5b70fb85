import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import {
  EXAMPLE_IDS,
  exampleError,
  exampleOf,
  openApiDocument,
  ROUTES,
  type Route,
  sessionCookie,
} from '@binnacle/contract'
import { sql } from 'kysely'
import { OIDC } from '../accounts/oidc/sql.ts'
import { makeBoat } from '../testing/accounts/boat.ts'
import { makeOneOfEach } from '../testing/accounts/one-of-each.ts'
import { totpOf } from '../testing/accounts/totp.ts'
import type { Credential } from '../testing/client.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { startOidcServer } from '../testing/oidc-server.ts'
import { startService } from '../testing/service.ts'
import { say } from '../testing/socket.ts'

/*
 * What a reader of the document copies works: each example is sent as it stands to a service that has the ids of the examples.
 */

const provider = await startOidcServer('http://localhost:8080')
const service = await startService({
  ...provider.settings,
  SECURITY_CONTACT: 'mailto:security@example.org',
  TELEMETRY_GAP_MS: '0',
  FRAME_GAP_MS: '0',
  SMTP_URL: (await startMailServer()).url,
})
const { client, database } = service

/** What no example can be: the service or a device makes it anew each time. */
const NOT_SENT = new Set<string>(
  [
    contract.watchLive, // answers for as long as it is read
    contract.getFrameImage, // a link that the service has signed
    contract.verifyChannel, // a code that the service has sent
    contract.resetPassword, // a link that the service has sent
    contract.verifyBackupCode, // a code that the service has made
    contract.addPasskey, // signed by an authenticator
    contract.signInWithPasskey,
    contract.finishOidc, // a code that the provider has made
  ].map(({ id }) => id),
)

/** The others need what these use: the onboard device its key, the deletions what they delete, and disableTotp an app. */
const FIRST = [
  contract.signUp,
  contract.logEngineHours,
  contract.postTelemetry,
  contract.postFrame,
  contract.deleteSession,
  contract.enableTotp,
  contract.verifyTotp,
  contract.makeBackupCodes,
]
/** The operator's are of an account that has signed up with the examples. */
const LAST = [
  ...[contract.deleteAccessKeys, contract.deleteVessel, contract.deleteAccount],
  ...[contract.suspendAccount, contract.liftSuspension, contract.removeAccount],
]
const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']

/** In the order of the document, but what is in a thing is deleted before it. */
function inOrder(routes: Route[]): Route[] {
  const middle = routes.filter((route) => !FIRST.includes(route as never) && !LAST.includes(route as never))
  const of = (method: string) => middle.filter((route) => route.method === method)
  return [...FIRST, ...METHODS.flatMap((method) => (method === 'DELETE' ? of(method).reverse() : of(method))), ...LAST]
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  example: unknown
}
interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { example: unknown } } }
}
const { paths } = openApiDocument(service.config) as unknown as { paths: Record<string, Record<string, Operation>> }

const operationOf = (route: Route) => paths[route.path]![route.method.toLowerCase()]!

function exampleRequest(route: Route) {
  const { parameters = [], requestBody } = operationOf(route)
  const of = (where: Parameter['in']) =>
    Object.fromEntries(
      parameters.filter((parameter) => parameter.in === where).map(({ name, example }) => [name, String(example)]),
    )
  const body = requestBody?.content['application/json'].example
  return { params: of('path'), query: of('query'), headers: of('header'), body }
}

/** Gives a thing the id of the examples, wherever it is named. */
async function rename(ids: [string, string][]): Promise<void> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'uuid' and t.table_type = 'BASE TABLE'`.execute(database.db)
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx) // no foreign keys until all are renamed
    for (const { table_name, column_name } of columns)
      for (const [id, example] of ids) {
        const column = sql.ref(column_name)
        await sql`update ${sql.table(table_name)} set ${column} = ${example} where ${column} = ${id}`.execute(tx)
      }
  })
}

/** The account that has signed up with the examples is the one that their paths name. */
async function renameSignedUp(): Promise<void> {
  const { id } = await database.db
    .selectFrom('owner')
    .select('id')
    .where('email', '=', exampleOf(contract.Account.properties.email) as string)
    .executeTakeFirstOrThrow()
  await rename([[id, EXAMPLE_IDS.account]])
}

/** The account of the examples has one at the provider. */
const linkOidc = () =>
  sql`insert into credential (id, owner_id, provider_id, provider_account_id)
    values (${randomUUID()}, ${EXAMPLE_IDS.account}, ${OIDC}, 'somebody')`.execute(database.db)

async function prepare() {
  const operator = await service.owner('Olga') // the first account
  const owner = await service.owner()
  const { account } = await client.ok(contract.getMe, owner.session)
  const { boat, ids } = await makeOneOfEach(client, owner, new URL(service.config.baseUrl).origin)
  await rename([
    [account.id, EXAMPLE_IDS.account],
    ...Object.entries(ids).map(([name, id]): [string, string] => [id, EXAMPLE_IDS[name as keyof typeof EXAMPLE_IDS]]),
  ])
  const { token } = exampleRequest(contract.getSharePage).params
  await database.db.updateTable('share').set({ token: token! }).execute()
  const { file } = exampleRequest(contract.readCalendar).params
  await database.db
    .updateTable('owner')
    .set({ calendar_token: file!.replace('.ics', '') })
    .where('id', '=', EXAMPLE_IDS.account)
    .execute()
  await database.db.updateTable('connection').set({ provider: 'onboard_camera' }).execute()
  const { id } = exampleRequest(contract.acknowledgeInstallationAlarm).params
  await database.db
    .insertInto('installation_alarm')
    .values({ id: id!, kind: 'disk_space', instance: 'data', limit: 10, severity: 'alarm', began_at: new Date() })
    .execute()
  return { operator, owner, device: boat.device }
}

test('every example of the document succeeds as it stands', async (t) => {
  const { operator, owner, device } = await prepare()
  const callers: Record<Route['auth'], () => Credential> = {
    public: () => null,
    owner: () => owner.key,
    session: () => owner.session,
    operator: () => operator.session,
    device: () => device,
    ingest: () => device,
  }
  const before = new Map<Route, () => Promise<unknown>>([
    [contract.suspendAccount, renameSignedUp],
    [contract.unlinkOidc, linkOidc],
  ])
  let totpURI = ''
  for (const route of inOrder(ROUTES.filter(({ id }) => !NOT_SENT.has(id))))
    await t.test(`${route.id}: ${route.method} ${route.path}`, async () => {
      // A finding becomes a task when its inspection is completed.
      const completed_at = route === contract.createTask ? new Date() : null
      await database.db.updateTable('inspection').set({ completed_at, score: null, vir_code: null }).execute()
      await before.get(route)?.()
      const request = exampleRequest(route)
      const verifies = route === contract.verifyTotp
      if (verifies) request.body = { code: totpOf(totpURI, new Date()) } // the only part that the service makes
      const who = verifies ? owner.session : callers[route.auth]()
      const answer = await client.call(route, who, request)
      assert.ok(answer.status < 300, `${answer.status} ${answer.text}`)
      const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(sessionCookie(service.config)))
      if (who === owner.session && cookie) owner.session = { cookie: cookie.split(';')[0]! }
      if (route === contract.enableTotp) ({ totpURI } = answer.body)
      if (route === contract.postTelemetry) assert.deepEqual(answer.body, exampleOf(contract.TelemetryReceipt))
    })
})

test('the example of invalid_request is what the service answers', async (t) => {
  const owner = await service.owner()
  const { device } = await makeBoat(client, owner)
  await database.db.updateTable('owner').set({ operator: true }).execute()
  const missing: string[] = []
  for (const route of ROUTES.filter(({ body }) => body)) {
    await t.test(route.id, async () => {
      const example = exampleError(route, 'invalid_request')
      const who = {
        owner: owner.key,
        session: owner.session,
        operator: owner.session,
        device,
        ingest: device,
        public: null,
      }
      const { params } = exampleRequest(route)
      const body = example.includes('required') ? '{}' : 'no JSON'
      const answer = await client.call(route, who[route.auth], { params, body })
      if (answer.status === 404) missing.push(route.id)
      else assert.deepEqual([answer.status, answer.body.error], [400, example])
    })
  }
  assert.deepEqual(missing, [contract.addInspectionPhoto.id], 'it reads a body only for an item that there is')
  const { status, text } = await say(service.baseUrl, 'GET /v1/vessels HTTP/1.1\r\n\r\n')
  assert.deepEqual([status, JSON.parse(text).error], [400, exampleError(contract.listVessels, 'invalid_request')])
})

test('the cookie of the document is the one that signing in sets, on https too', async () => {
  const secure = await startService({ BASE_URL: 'https://boat.example' })
  for (const { client, config } of [service, secure]) {
    const { session } = await client.signUp()
    const { components } = openApiDocument(config) as unknown as {
      components: { securitySchemes: { session: { name: string } } }
    }
    assert.ok(session.cookie.startsWith(`${components.securitySchemes.session.name}=`), session.cookie)
  }
})
