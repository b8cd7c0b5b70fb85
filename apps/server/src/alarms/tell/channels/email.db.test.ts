import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../../scripts/until.ts'
import { makeBoat } from '../../../testing/accounts/boat.ts'
import type { Owner } from '../../../testing/client.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { postPicture } from '../../../testing/picture.ts'
import { startService } from '../../../testing/service.ts'
import { bigPicture, makeRendition, seenOf } from '../../testing/big-picture.ts'

const server = await startMailServer()
const service = await startService({
  SMTP_URL: server.url,
  MAIL_FROM: 'Binnacle <boat@example.org>',
  TELEMETRY_GAP_MS: '0',
})
const { client } = service

const addMail = (owner: Owner, address: string) =>
  client.ok(contract.createChannel, owner.session, { body: { kind: 'email', name: 'Post', address, language: 'de' } })

const codeIn = (text: string) => {
  const [link = ''] = /http\S+/.exec(text) ?? []
  const { pathname, searchParams } = new URL(link)
  assert.equal(pathname, '/account')
  return { id: searchParams.get('channel')!, code: searchParams.get('code')! }
}

test('an alarm is told by e-mail, in its language, once the link that was sent there was opened', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const bilge = (value: number) =>
    client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value }] } })
  const to = 'ada@example.org'
  const { channel } = await addMail(owner, to)
  assert.equal(channel.verified_at, null)
  const [link] = server.to(to)
  assert.equal(link!.subject, 'Binnacle: Gehört dir diese Adresse?')
  assert.equal(link!.from!.text, '"Binnacle" <boat@example.org>')
  assert.doesNotMatch(link!.text!, /Post|Aurora/, 'nothing that its sender chose')
  const { id, code } = codeIn(link!.text!)
  assert.equal(id, channel.id)
  await bilge(1)
  const alarms = async () => (await client.ok(contract.listAlarms, owner.session, { params: { id: boat.id } })).alarms
  await until(async () => (await alarms()).length === 1, 'the alarm')
  await bilge(0)
  await until(async () => (await alarms())[0].ended_at, 'its end')
  const { db } = service.database
  const untold = () =>
    db.selectFrom('alarm').select('id').where('told_at', 'is not', null).where('told_end_at', 'is', null).execute()
  await until(async () => (await untold()).length === 0, 'that its end was told to nobody')
  assert.equal(server.to(to).length, 1, 'nothing but the link is sent to an address that is not verified')
  const verify = (of: Owner, given: string) =>
    client.call(contract.verifyChannel, of.session, { params: { id }, body: { code: given } })
  assert.equal((await verify(owner, `${code}x`)).body.error, 'invalid_code')
  assert.equal((await verify(await service.owner(), code)).status, 404)
  assert.ok((await verify(owner, code)).body.channel.verified_at)
  await bilge(1)
  await until(() => server.to(to).length === 2, 'the alarm by e-mail')
  const { subject, text, messageId } = server.to(to)[1]!
  assert.equal(subject, 'Aurora: Alarm')
  assert.match(text!, /^Wasser in der Bilge\n\nhttp\S+\/boats\/\S+\/alarms\n/)
  assert.match(messageId!, /^<[0-9a-f-]{36}@localhost>$/)
  const body = { name: 'Aurora\r\nBcc: eve@example.org' }
  await client.ok(contract.changeVessel, owner.session, { params: { id: boat.id }, body })
  await bilge(0)
  await until(() => server.to(to).length === 3, 'its end by e-mail')
  assert.match(server.to(to)[2]!.subject!, /^Aurora\s+Bcc: eve@example\.org: /, 'a line break begins no header')
  assert.equal(server.to('eve@example.org').length, 0)
})

test('the newest picture is attached, as every mail program shows it', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const to = 'carla@example.org'
  await addMail(owner, to)
  const { id, code } = codeIn(server.to(to)[0]!.text!)
  await client.ok(contract.verifyChannel, owner.session, { params: { id }, body: { code } })
  await postPicture(client, boat.device, { label: 'Mast', image_base64: await bigPicture() })
  await makeRendition(service, owner, boat)
  await client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value: 1 }] } })
  await until(() => server.to(to).length === 2, 'the alarm by e-mail')
  const { text, attachments } = server.to(to)[1]!
  assert.match(text!, /^Wasser in der Bilge\nBild: Mast, .+ UTC\n\nhttp\S+\/boats\/\S+\/alarms\n/)
  assert.deepEqual(
    attachments.map(({ filename, contentType }) => [filename, contentType]),
    [['picture.jpg', 'image/jpeg']],
  )
  assert.deepEqual(await seenOf(attachments[0]!.content), ['jpeg', 800, false])
})

test('a test of an address that is not verified sends the link again; what the mail server refuses is said without its words', async () => {
  const owner = await service.owner()
  const to = 'bob@example.org'
  const { channel } = await addMail(owner, to)
  const tryIt = async (id: string) => (await client.ok(contract.testChannel, owner.session, { params: { id } })).error
  assert.equal(await tryIt(channel.id), null)
  const codes = server.to(to).map(({ text }) => codeIn(text!).code)
  assert.equal(codes.length, 2)
  assert.equal(codes[0], codes[1])
  const refused = await addMail(owner, 'refused@example.org')
  assert.equal(await tryIt(refused.channel.id), 'the mail server answered 550')
})

test('one address only, and ten e-mails an hour', async () => {
  const owner = await service.owner()
  const add = (address: string) =>
    client.call(contract.createChannel, owner.session, { body: { kind: 'email', name: 'x', address } })
  for (const address of ['example.org', 'a@example.org, b@example.org', 'Ada <ada@example.org>', 'a@b\nBcc: c@d.org'])
    assert.equal((await add(address)).status, 400, address)
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await add(`c${i}@example.org`)).status)
  assert.deepEqual(statuses, [...Array(10).fill(201), 429])
})

test('an address gets five links an hour, from however many accounts', async () => {
  const statuses = []
  for (let i = 0; i < 6; i++) {
    const { session } = await service.owner()
    const body = { kind: 'email' as const, name: 'x', address: i % 2 ? 'eve@example.org' : 'Eve@Example.org' }
    statuses.push((await client.call(contract.createChannel, session, { body })).status)
  }
  assert.deepEqual(statuses, [...Array(5).fill(201), 429])
})

test('without a mail server e-mail is not offered, and refused', async () => {
  const without = await startService()
  const owner = await without.owner()
  const { kinds } = await without.client.ok(contract.listChannels, owner.session)
  assert.ok(!kinds.includes('email'))
  const body = { kind: 'email', name: 'x', address: 'ada@example.org' }
  const answer = await without.client.call(contract.createChannel, owner.session, { body })
  assert.deepEqual([answer.status, answer.body.error], [409, 'email_unavailable'])
  assert.equal((await without.client.ok(contract.getStart, null)).sends_email, false)
})
