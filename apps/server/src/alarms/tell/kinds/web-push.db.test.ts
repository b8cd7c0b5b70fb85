import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../../scripts/until.ts'
import { makeBoat } from '../../../testing/accounts/boat.ts'
import { postPicture } from '../../../testing/picture.ts'
import { startService } from '../../../testing/service.ts'
import { PushBrowser } from '../../testing/push-browser.ts'
import { type Posted, startReceiver } from '../../testing/receiver.ts'

/** A push service: what browsers would get from it. /gone/ has no subscriptions any more. */
const { url: pushService, to: sentTo } = await startReceiver((path) => (path.startsWith('/gone/') ? 410 : 201))

const service = await startService({ NOTIFY_ALLOW_PRIVATE: '127.0.0.1', TELEMETRY_GAP_MS: '0' })
const { client } = service

/** The claims of a VAPID header, signed by this key. Source: RFC 8292 */
function claimsIn(authorization: string, publicKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=(\S+), ?k=(\S+)$/.exec(authorization) ?? []
  assert.equal(key, publicKey)
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  assert.ok(verify('sha256', signed, { key: signer, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

async function ownerWith(path: string) {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const browser = new PushBrowser()
  const body = { kind: 'web_push', name: 'Phone', address: `${pushService}${path}`, push: browser.keys, language: 'de' }
  const { channel, secret } = await client.ok(contract.createChannel, owner.session, { body })
  assert.equal(secret, null)
  const bilge = (value: number) =>
    client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value }] } })
  return { owner, boat, browser, channel, bilge }
}

test('a browser can open what it gets, signed by the key with which it subscribed', async () => {
  const { owner, boat, browser, bilge } = await ownerWith('/phone')
  await bilge(1)
  const sent = () => sentTo('/phone')
  await until(() => sent().length === 1, 'the message')
  const [{ headers, bytes }] = sent() as [Posted]
  const { alarms } = await client.ok(contract.listAlarms, owner.session, { params: { id: boat.id } })
  assert.deepEqual(browser.open(bytes), {
    title: 'Aurora: Alarm',
    body: 'Wasser in der Bilge',
    path: `/boats/${boat.id}/alarms`,
    image: null,
    alarm: alarms[0].id,
    answers: `/v1/alarms/${alarms[0].id}`,
    labels: { acknowledge: 'Bestätigen', silence: 'Eine Stunde still' },
  })
  const { push_key } = await client.ok(contract.listChannels, owner.session)
  const { aud, sub, exp } = claimsIn(headers.authorization!, push_key)
  assert.equal(aud, pushService)
  assert.match(String(sub), /^mailto:/)
  assert.ok(Number(exp) * 1000 > Date.now())
  assert.deepEqual([headers.urgency, headers['content-encoding']], ['high', 'aes128gcm'])
  assert.throws(() => new PushBrowser().open(bytes), 'another browser cannot')
  await bilge(0)
  await until(() => sent().length === 2, 'its end')
  assert.equal(sent()[0]!.headers.topic, sent()[1]!.headers.topic)
  assert.equal((browser.open(sent()[1]!.bytes) as { answers: unknown }).answers, null)
})

test('the newest picture is a link that the browser may open', async () => {
  const { boat, browser, bilge } = await ownerWith('/tablet')
  await postPicture(client, boat.device, { label: 'Motor' })
  await bilge(1)
  await until(() => sentTo('/tablet').length === 1, 'the message')
  const { body, image } = browser.open(sentTo('/tablet')[0]!.bytes) as { body: string; image: string }
  assert.match(body, /^Wasser in der Bilge\nBild: Motor, .+ UTC$/)
  const opened = await fetch(service.baseUrl + image.slice(service.config.baseUrl.length))
  assert.deepEqual([opened.status, opened.headers.get('content-type')], [200, 'image/webp'])
})

test('a browser that has ended its subscription is not tried again, and switched off', async () => {
  const { owner, bilge } = await ownerWith('/gone/phone')
  await bilge(1)
  const channel = async () => (await client.ok(contract.listChannels, owner.session)).channels[0] as contract.Channel
  await until(async () => !(await channel()).enabled, 'the end of the channel')
  assert.equal((await channel()).last_error, 'the browser has ended the subscription')
  const { deliveries } = await client.ok(contract.listDeliveries, owner.session, {})
  assert.deepEqual([deliveries[0].state, deliveries[0].tries], ['given_up', 1])
})

test('keys that cannot be some are refused, or said', async () => {
  const owner = await service.owner()
  const add = (push?: object) =>
    client.call(contract.createChannel, owner.session, {
      body: { kind: 'web_push', name: 'Phone', address: `${pushService}/x`, ...(push && { push }) },
    })
  assert.equal((await add()).status, 400)
  assert.equal((await add({ p256dh: 'x', auth: 'y' })).status, 400)
  const { body } = await add({ p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) })
  const { error } = await client.ok(contract.testChannel, owner.session, { params: { id: body.channel.id } })
  assert.equal(error, "the browser's keys are not valid")
})
