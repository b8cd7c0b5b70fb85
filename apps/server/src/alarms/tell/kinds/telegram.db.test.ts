import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../../scripts/until.ts'
import { makeBoat } from '../../../testing/accounts/boat.ts'
import { postPicture } from '../../../testing/picture.ts'
import { startService } from '../../../testing/service.ts'
import { bigPicture, makeRendition, seenOf } from '../../testing/big-picture.ts'
import { endPauses } from '../../testing/end-pauses.ts'
import { type Posted, startReceiver } from '../../testing/receiver.ts'
import { writePictures } from '../pictures/pictures-sql.ts'

const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'

/** What of the Bot API is used: two methods, which refuse an unknown token. */
const MESSAGES = `/bot${TOKEN}/sendMessage`
const PHOTOS = `/bot${TOKEN}/sendPhoto`
let takesPhotos = true
const server = await startReceiver((path) =>
  path === MESSAGES ? 200 : path === PHOTOS ? (takesPhotos ? 200 : 400) : 401,
)

const service = await startService(
  { TELEGRAM_URL: server.url, NOTIFY_ALLOW_PRIVATE: '127.0.0.1', TELEMETRY_GAP_MS: '0' },
  { sweepsOften: true },
)
const { client } = service

const add = (owner: { session: { cookie: string } }, body: object) =>
  client.call(contract.createChannel, owner.session, { body: { kind: 'telegram', name: 'Crew', ...body } })

test('a bot tells a chat of an alarm; its token is in no answer', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const made = await add(owner, { address: '-1001', token: TOKEN })
  assert.equal(made.status, 201)
  await client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value: 1 }] } })
  await until(() => server.to(MESSAGES).length === 1, 'the message')
  assert.deepEqual(server.bodies(MESSAGES)[0], {
    chat_id: '-1001',
    text: `Aurora: Alarm\nWater in the bilge\n${service.config.baseUrl}/boats/${boat.id}/alarms`,
  })
  const list = await client.ok(contract.listChannels, owner.session)
  assert.ok(!JSON.stringify([made.body, list]).includes(TOKEN))
})

test('the newest picture is a photo with the alarm below it; a chat that refuses it gets the alarm without', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  await add(owner, { address: '-1002', token: TOKEN, language: 'de' })
  await postPicture(client, boat.device, { label: 'Mast', image_base64: await bigPicture() })
  await makeRendition(service, owner, boat)
  const bilge = (value: number) =>
    client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value }] } })
  await bilge(1)
  await until(() => server.to(PHOTOS).length === 1, 'the photo')
  const [{ headers, bytes }] = server.to(PHOTOS) as [Posted]
  const form = await new Response(new Uint8Array(bytes), { headers }).formData()
  assert.equal(form.get('chat_id'), '-1002')
  const page = `${service.config.baseUrl}/boats/${boat.id}/alarms`
  // Telegram drops the carriage returns that a form has.
  const caption = String(form.get('caption')).split('\r\n')
  assert.deepEqual([caption[0], caption[1], caption[3]], ['Aurora: Alarm', 'Wasser in der Bilge', page])
  assert.match(caption[2]!, /^Bild: Mast, .+ UTC$/)
  const photo = form.get('photo') as File
  assert.deepEqual(await seenOf(Buffer.from(await photo.arrayBuffer())), ['jpeg', 800, false])
  await bilge(0)
  const told = () =>
    server
      .bodies(MESSAGES)
      .filter(({ chat_id }) => chat_id === '-1002')
      .map(({ text }) => text)
  await until(() => told().length === 1, 'its end')
  takesPhotos = false
  await bilge(1)
  await until(() => server.to(PHOTOS).length === 2, 'the refused photo')
  await until(async () => {
    await endPauses(service.database.db)
    return told().length === 2
  }, 'the alarm without its photo')
  assert.deepEqual(told()[1], `Aurora: Alarm\nWasser in der Bilge\n${page}`)
})

test('a picture that follows an alarm, and is refused twice, tells the alarm no second time', async () => {
  takesPhotos = true
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  await add(owner, { address: '-1003', token: TOKEN })
  const { body: posted } = await postPicture(client, boat.device, { label: 'Bilge' })
  const { camera_id } = posted as { camera_id: string }
  const { rules } = await client.ok(contract.listAlarmRules, owner.key, { params: { id: boat.id } })
  const { id } = rules.find(({ metric }: contract.AlarmRule) => metric === 'bilge_water')
  await client.ok(contract.changeAlarmRule, owner.key, { params: { id }, body: { camera_id } })
  const photos = () => server.to(PHOTOS).filter(({ body }) => body.includes('-1003')).length
  await client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value: 1 }] } })
  const asked = async () => (await client.ok(contract.listPendingCheckIns, boat.device)).requests.length
  await until(async () => photos() === 1 && (await asked()) === 1, 'the alarm and the check-in')
  takesPhotos = false
  await postPicture(client, boat.device, { label: 'Bilge' })
  const { db } = service.database
  await writePictures(db, new Date())
  const picture = async (): Promise<contract.Delivery> =>
    (await client.ok(contract.listDeliveries, owner.key)).deliveries.find(
      ({ event }: contract.Delivery) => event === 'vessel.alarm.frame',
    )
  await until(async () => {
    await endPauses(db)
    return (await picture()).state !== 'waiting'
  }, 'the end of the picture')
  const { state, error, tries } = await picture()
  assert.deepEqual(
    [state, error, tries],
    ['given_up', 'its picture is deleted, not wanted, cannot be read or was refused twice', 3],
  )
  assert.equal(photos(), 3)
  assert.ok(server.bodies(MESSAGES).every(({ chat_id }) => chat_id !== '-1003'))
})

test('what cannot be a chat or a token is refused; a wrong one is said without it', async () => {
  const owner = await service.owner()
  for (const body of [{ address: 'aurora', token: TOKEN }, { address: '1' }, { address: '1', token: '../x' }])
    assert.equal((await add(owner, body)).status, 400)
  const { body } = await add(owner, { address: '1', token: TOKEN.replace('AAH', 'BBH') })
  const { error } = await client.ok(contract.testChannel, owner.session, { params: { id: body.channel.id } })
  assert.equal(error, 'answered 401')
})
