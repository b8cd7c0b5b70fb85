import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { lacks } from '../../../../scripts/programs.ts'
import type { VictronSettings } from '../config/settings.ts'
import { type Message, PORTAL, startGx } from '../testing/gx.ts'
import { gathering } from '../testing/input.ts'
import { type Broker, startBroker } from '../testing/mosquitto.ts'
import { startVictron } from './victron.ts'

const DATA = new URL('../../../../../shared/data/victron/mqtt-test.topics.ndjson', import.meta.url)

const soc = (value: unknown): Message => ({ topic: `N/${PORTAL}/battery/256/Soc`, payload: { value } })

function start(t: TestContext, { port }: Broker, settings: Partial<VictronSettings> = {}) {
  const heard = gathering()
  const connection = { host: '127.0.0.1', port, tls: false, bilgeWater: [], bilgePumps: [] }
  const input = startVictron({ name: 'gx', ...connection, ...settings }, heard.sink, heard.log)
  t.after(() => input.close())
  const socs = () => heard.observations.filter((o) => o.metric === 'battery_soc_pct').map((o) => o.value)
  return { ...heard, input, socs }
}

const skipped = lacks('mosquitto') || (existsSync(DATA) ? false : `no recording at ${DATA.pathname}`)

test('a GX recorded in 2025: found by its serial, everything after the first keepalive', {
  skip: skipped,
}, async (t) => {
  const broker = await startBroker(t)
  const lines = readFileSync(DATA, 'utf8').trim().split('\n')
  await startGx(
    t,
    broker,
    lines.map((line) => JSON.parse(line)),
  )
  const { observations, input, until } = start(t, broker)
  const latest = new Map<string, number | string | undefined>()
  await until(() => {
    for (const o of observations.splice(0)) latest.set(`${o.metric} ${o.source}`, o.value ?? o.text_value)
    return ['battery_soc_pct battery/258/Soc', 'fault_code vebus/257/Alarms', 'shore_power system/0/Ac'].every((key) =>
      latest.has(key),
    )
  })
  assert.equal(latest.get('battery_soc_pct battery/256/Soc'), 58.2)
  assert.equal(latest.get('battery_voltage battery/256/Dc'), 51.41)
  assert.equal(latest.get('shore_power system/0/Ac'), 1)
  const { state, sentence, messagesAMinute } = input.status()
  assert.equal(state, 'connected')
  assert.match(sentence, /portal id c0847dba509e/)
  assert.ok(messagesAMinute > 50 && messagesAMinute < 200, `${messagesAMinute} of ${lines.length} topics`)
})

test('kept alive without being published again, and repeated while nothing changes', {
  skip: lacks('mosquitto'),
}, async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const broker = await startBroker(t)
  const gx = await startGx(t, broker, [soc(80)])
  const { socs, until } = start(t, broker)
  await until(() => gx.told.complete)
  await gx.say(soc(81))
  await until(() => socs().length === 2)
  t.mock.timers.tick(20_000)
  assert.deepEqual(socs(), [80, 81, 81])
  t.mock.timers.tick(10_000)
  await until(() => gx.keepalives.length === 2)
  assert.deepEqual(gx.keepalives, ['', '{"keepalive-options":["suppress-republish"]}'])
  // The device is gone: its topics are empty.
  await gx.say({ ...soc(0), payload: null })
  await gx.say({ topic: `N/${PORTAL}/battery/257/Soc`, payload: { value: 82 } })
  await until(() => socs().includes(82))
  const before = socs().length
  t.mock.timers.tick(20_000)
  assert.deepEqual(socs().slice(before), [82])
})

test('a first keepalive that was lost is sent again', { skip: lacks('mosquitto') }, async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const broker = await startBroker(t)
  const { input, socs, until } = start(t, broker, { portal: PORTAL })
  await until(() => input.status().state === 'connected')
  await startGx(t, broker, [soc(80)])
  t.mock.timers.tick(30_000)
  await until(() => socs().includes(80))
})

test('a broker that went away and came back: all is asked for again', { skip: lacks('mosquitto') }, async (t) => {
  const broker = await startBroker(t)
  const messages = [soc(80)]
  const gx = await startGx(t, broker, messages)
  const { input, socs, until } = start(t, broker)
  await until(() => socs().length === 1)
  await broker.stop()
  await until(() => input.status().state === 'reconnecting')
  messages[0] = soc(79)
  await broker.start()
  await until(() => socs().includes(79))
  assert.equal(input.status().state, 'connected')
  assert.deepEqual(gx.keepalives, ['', ''])
})

test('the portal id from the settings', { skip: lacks('mosquitto') }, async (t) => {
  const broker = await startBroker(t)
  const { input, until } = start(t, broker, { portal: 'abc' })
  await until(() => input.status().state === 'connected')
  assert.match(input.status().sentence, /portal id abc/)
})

test('with user and password; without them it says what is wrong', { skip: lacks('mosquitto') }, async (t) => {
  const user = { name: 'remoteconsole', password: 'secret words' }
  const broker = await startBroker(t, { user })
  await startGx(t, broker, [soc(80)], user)
  const stranger = start(t, broker, { username: user.name, password: 'guess' })
  await stranger.until(() => stranger.input.status().state === 'reconnecting')
  assert.match(stranger.input.status().sentence, /rejected the user name or password; next try in 1 s/)
  assert.ok(!stranger.logged.join().includes('guess'))
  const friend = start(t, broker, { username: user.name, password: user.password })
  await friend.until(() => friend.socs().length > 0)
})

test('a GX that has signed its own certificate is believed where the owner says so', {
  skip: lacks('mosquitto', 'openssl'),
}, async (t) => {
  const broker = await startBroker(t, { tls: true })
  const strict = start(t, broker, { tls: true, portal: PORTAL })
  await strict.until(() => strict.input.status().state === 'reconnecting')
  assert.match(strict.input.status().sentence, /its certificate is self-signed; to accept it, set anyCertificate: true/)
  const trusting = start(t, broker, { tls: true, portal: PORTAL, anyCertificate: true })
  await trusting.until(() => trusting.input.status().state === 'connected')
})

test('nobody there', async (t) => {
  const { input, until } = start(t, { port: 1, start: async () => {}, stop: async () => {} })
  await until(() => input.status().state === 'reconnecting')
  assert.match(input.status().sentence, /^127.0.0.1:1: connection refused/)
})
