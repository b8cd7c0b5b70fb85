import * as contract from '@binnacle/contract'
import { Browser } from '../../../apps/server/src/testing/accounts/browser.ts'
import { type Ids, makeOneOfEach } from '../../../apps/server/src/testing/accounts/one-of-each.ts'
import { totpOf } from '../../../apps/server/src/testing/accounts/totp.ts'
import type { Client, Owner } from '../../../apps/server/src/testing/client.ts'

/** An owner with one of each thing, and every way to say who they are: what made-up requests are made of. */
export interface World {
  owner: Owner
  ids: Ids
  deviceKey: string
  /** Another session of the same owner, for what ends one. */
  spare: { cookie: string }
  shareToken: string
  /** Path and query of a signed link. */
  frameLink: string
  /** Another account, with an authenticator app: for the operator, and for who signs in with a code. */
  account: { id: string; email: string }
  /** Its sign-in that waits for the code. */
  codeCookie: string
  /** A sign-in at the provider that was begun, by its cookie and its state. */
  begun: { cookie: string; state: string }
  /** Of the audit log. */
  event: string
}

export async function makeWorld(client: Client, origin: string, name: string): Promise<World> {
  const owner = await client.signUp(name)
  const { boat, ids } = await makeOneOfEach(client, owner, origin, name)
  const { share } = await client.ok(contract.getShare, owner.session, { params: { id: boat.id } })
  const { frames } = await client.ok(contract.listFrames, owner.key, { params: { id: ids.camera } })
  const link = new URL(frames[0].url)
  const readings = [
    { metric: 'battery_voltage', value: 12.6, unit: 'V', instance: name },
    { metric: 'fault_code', text_value: `${name} oil pressure` },
  ]
  await client.ok(contract.postTelemetry, boat.device, { body: { readings } })
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email: owner.email, password: owner.password })
  const { events } = await client.ok(contract.listActivity, owner.session)
  const { account, codeCookie } = await makeAccountWithCode(client, name)
  return {
    owner,
    ids,
    deviceKey: boat.device.key,
    spare: browser.session,
    shareToken: share.token,
    frameLink: link.pathname + link.search,
    account,
    codeCookie,
    begun: await beginAtProvider(client),
    event: events[0].id,
  }
}

async function makeAccountWithCode(client: Client, name: string): Promise<Pick<World, 'account' | 'codeCookie'>> {
  const { email, password } = await client.signUp(name)
  const first = new Browser(client)
  await first.call(contract.signIn, { email, password })
  const { body } = await first.call(contract.enableTotp, { password })
  await first.call(contract.verifyTotp, { code: totpOf(body.totpURI, new Date()) })
  const { account } = (await first.call(contract.getMe)).body
  const second = new Browser(client)
  await second.call(contract.signIn, { email, password })
  return { account: { id: account.id, email }, codeCookie: second.session.cookie }
}

async function beginAtProvider(client: Client): Promise<World['begun']> {
  const browser = new Browser(client)
  const { body } = await browser.call(contract.startOidc, {})
  return { ...browser.session, state: new URL(body.url).searchParams.get('state')! }
}

/** The owner whom the requests of the others must neither see nor touch. */
export interface Victim {
  world: World
  /** In every text that they gave. */
  marker: string
  /** What their things look like, to be held against what they look like in the end. */
  look(): Promise<string[]>
}

export async function makeVictim(client: Client, origin: string): Promise<Victim> {
  const marker = `Xanthippe${crypto.randomUUID().slice(0, 8)}`
  const world = await makeWorld(client, origin, marker)
  await client.ok(contract.deleteShare, world.owner.session, { params: { id: world.ids.vessel } })
  const owns = [
    contract.getSignInMethods,
    contract.listAccessKeys,
    contract.listActivity,
    contract.listSignInNotices,
    contract.getUse,
  ]
  const reads: [contract.Route, keyof Ids][] = [
    [contract.getVessel, 'vessel'],
    [contract.getLogbook, 'vessel'],
    [contract.listInspections, 'vessel'],
    [contract.getInspection, 'inspection'],
    [contract.readTelemetry, 'vessel'],
    [contract.listTasks, 'vessel'],
    [contract.listConnections, 'vessel'],
    [contract.overviewCameras, 'vessel'],
    [contract.listFrames, 'camera'],
  ]
  const look = async () => {
    const seen: string[] = []
    const all: [contract.Route, keyof Ids][] = [
      ...reads,
      ...owns.map((route): [contract.Route, keyof Ids] => [route, 'vessel']),
    ]
    for (const [route, id] of all) {
      const { status, text } = await client.call(route, world.owner.session, { params: { id: world.ids[id] } })
      seen.push(`${route.id} ${status} ${text.replace(/\?exp=[^"]*|"now":"[^"]*"/g, '')}`)
    }
    return seen
  }
  return { world, marker, look }
}
