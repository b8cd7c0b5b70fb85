import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { lacks } from '../../../../scripts/programs.ts'
import { until } from '../../../../scripts/until.ts'
import { startBroker } from '../../../gateway/src/testing/mosquitto.ts'
import { untilJudged } from '../alarms/testing/until-judged.ts'
import { makeBoat } from '../testing/accounts/boat.ts'
import { openTestDatabase } from '../testing/database.ts'
import { startService } from '../testing/service.ts'
import { Broker } from './broker.ts'
import { PublisherLease } from './publisher-lease.ts'
import { restAfter } from './start-mqtt.ts'
import { listenAtBroker } from './testing/listen-at-broker.ts'

const skip = lacks('mosquitto')

test('every boat is at the broker as Home Assistant wants it, and what is gone is removed', { skip }, async (t) => {
  const broker = await startBroker(t)
  const { topics, counts } = await listenAtBroker(t, broker)
  const service = await startService(
    { TELEMETRY_GAP_MS: '0', MQTT_URL: `mqtt://127.0.0.1:${broker.port}` },
    { sweepsOften: true },
  )
  const { client } = service
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const send = async (value: number) => {
    await client.ok(contract.postTelemetry, boat.device, {
      body: {
        readings: [
          { metric: 'bilge_water', value },
          { metric: 'battery_voltage', value: 12.6, instance: 'Bug/achtern #1+2 für' },
        ],
      },
    })
    await untilJudged(service.database.db)
  }
  const ofBoat = { params: { id: boat.id } }
  const { task } = await client.ok(contract.createTask, owner.session, {
    ...ofBoat,
    body: { title: 'Impeller', interval_days: 30, start_at: '2026-01-01T12:00:00Z' },
  })
  await send(1)
  const { rules } = await client.ok(contract.listAlarmRules, owner.session, ofBoat)
  const rule = rules.find(({ metric }: contract.AlarmRule) => metric === 'bilge_water')
  const state = (key: string) => topics.get(`binnacle/${boat.id}/${key}/state`)
  await until(() => state(`alarm-${rule.id}`) === 'ON', 'the alarm at the broker')
  const states = () => ['bilge_water', `due-${task.id}`, 'connected'].map(state).join()
  await until(() => states() === 'ON,2026-01-31,ON', 'its values')
  assert.equal(topics.get('binnacle/status'), 'online')
  await send(0)
  await until(() => state(`alarm-${rule.id}`) === 'OFF', 'its end')

  const configs = () => [...topics].filter(([topic]) => topic.startsWith('homeassistant/'))
  const due = () => configs().filter(([topic]) => topic.includes('due-'))
  assert.equal(due().length, 1)
  assert.equal(counts.get(due()[0]![0]), 1, 'one process publishes')
  const volts = configs().find(([topic]) => topic.includes('battery_voltage'))!
  assert.match(volts[0], /^homeassistant\/sensor\/binnacle\/[\w-]+\/config$/)
  const { name, state_topic } = JSON.parse(volts[1]) as { name: string; state_topic: string }
  assert.equal(name, 'Battery voltage (Bug/achtern #1+2 für)')
  assert.equal(topics.get(state_topic), '12.6')

  await client.ok(contract.changeVessel, owner.session, { ...ofBoat, body: { name: 'Möwe + #1/2' } })
  const names = () => configs().map(([, config]) => (JSON.parse(config) as { device: { name: string } }).device.name)
  await until(() => names().every((each) => each === 'Möwe + #1/2'), 'its new name')
  await client.ok(contract.deleteTask, owner.session, { params: { id: task.id } })
  await until(() => due().length === 0 && state(`due-${task.id}`) === undefined, 'the removal of the task')

  // Mosquitto has forgotten all of it then.
  await broker.stop()
  topics.clear()
  await broker.start()
  await until(() => configs().length > 0 && state('bilge_water') === 'OFF', 'all of it again')
  await client.ok(contract.deleteVessel, owner.session, ofBoat)
  await until(() => topics.size === 1, 'the removal of the boat')
  assert.equal(topics.get('binnacle/status'), 'online')
})

test('what others leave on its topics is removed or put right', { skip }, async (t) => {
  const broker = await startBroker(t)
  const { client: stranger, topics, counts } = await listenAtBroker(t, broker)
  /** Gives how often the topic had a message, with this one. */
  const leave = async (topic: string, message: string) => {
    const before = counts.get(topic) ?? 0
    await stranger.publishAsync(topic, message, { retain: true })
    return before + 1
  }
  const answered = (topic: string, left: number, message: string | undefined) =>
    until(() => counts.get(topic)! > left && topics.get(topic) === message, `${topic}: ${message}`)
  const gone = '01a21350-f66b-7407-8001-ece548fe9a72'
  for (const what of ['connected', 'depth']) {
    for (const last of ['attributes', 'state']) await leave(`binnacle/${gone}/${what}/${last}`, '7')
    await leave(`homeassistant/sensor/binnacle/${gone}-${what}/config`, '{}')
  }
  await leave('homeassistant/sensor/other/depth/config', '{}')
  const left = () => [...topics.keys()].filter((topic) => topic.includes(gone))
  await until(() => left().length === 6, 'what is left')
  const service = await startService({ MQTT_URL: `mqtt://127.0.0.1:${broker.port}` }, { sweepsOften: true })
  const owner = await service.owner()
  const { id } = await makeBoat(service.client, owner)
  const connected = `binnacle/${id}/connected/state`
  await until(() => left().length === 0 && topics.get(connected) === 'OFF', 'the removal of a boat that is not known')
  assert.equal(topics.get('homeassistant/sensor/other/depth/config'), '{}')
  const due = `binnacle/${id}/due-${gone}/state`
  await answered(due, await leave(due, '2026-05-01'), undefined)
  await answered(connected, await leave(connected, 'ON'), 'OFF')
  await answered('binnacle/status', await leave('binnacle/status', 'offline'), 'online')
})

test('a broker that is unavailable at first, or refuses the password', { skip }, async (t) => {
  const user = { name: 'boat', password: 'hunter:2+ü@/' }
  const broker = await startBroker(t, { user })
  await broker.stop()
  const url = (password: string) => `mqtt://boat:${encodeURIComponent(password)}@127.0.0.1:${broker.port}`
  const service = await startService({ MQTT_URL: url(user.password) })
  const owner = await service.owner()
  const { id } = await makeBoat(service.client, owner)
  await broker.start()
  const { topics } = await listenAtBroker(t, broker, user)
  await until(() => topics.get(`binnacle/${id}/connected/state`) === 'OFF', 'the boat at the broker')
})

test('a broker that lets nobody publish: the connection is closed', { skip }, async (t) => {
  const { port } = await startBroker(t, { readOnly: true })
  const sockets: Socket[] = []
  const between = createServer((socket) => {
    sockets.push(socket)
    const broker = connect(port, '127.0.0.1')
    socket.pipe(broker).pipe(socket)
    socket.on('close', () => broker.destroy())
  }).listen(0, '127.0.0.1')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    between.close()
  })
  await once(between, 'listening')
  const url = `mqtt://127.0.0.1:${(between.address() as AddressInfo).port}`
  const { signal } = new AbortController()
  const opened = Broker.open(url, { clientId: 'binnacle-a', status: 'binnacle/status', hear() {}, signal })
  await assert.rejects(opened, /Not authorized/)
  await until(() => sockets.length === 1 && sockets[0]!.destroyed, 'the end of the connection')
})

test('a broker that accepts the connection and says nothing holds up nobody', async (t) => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  const service = await startService({ MQTT_URL: `mqtt://127.0.0.1:${port}` })
  await until(() => sockets.size > 0, 'the connection')
  const owner = await service.owner()
  await makeBoat(service.client, owner)
  await service.close()
})

test('one process publishes at a time, whatever its clock says; another one takes over when it has ended, or is released', async (t) => {
  const { database, drop } = await openTestDatabase()
  t.after(drop)
  const { db } = database
  const taken = await Promise.all(['a', 'b'].map((holder) => new PublisherLease(db, holder).renew()))
  assert.deepEqual(taken.toSorted(), [false, true])
  const holders = taken[0] ? ['a', 'b'] : ['b', 'a']
  // In a transaction the database's clock stands still.
  await db.transaction().execute(async (frozen) => {
    const [first, other] = holders.map((holder) => new PublisherLease(frozen, holder))
    const start = Date.now()
    const at = (seconds: number) => start + seconds * 1000
    /** As if this time had passed in the database. */
    const pass = (seconds: number) =>
      sql`update setting set value = value || jsonb_build_object('until', (value->>'until')::bigint - ${sql.lit(seconds * 1000)})
        where name = 'mqtt_publisher'`.execute(frozen)
    assert.equal(await first!.renew(at(0)), true)
    for (const hours of [-1, 1]) assert.equal(await other!.renew(at(hours * 3600)), false, 'a clock that is wrong')
    await pass(20)
    assert.equal(await first!.renew(at(20)), true)
    await pass(30)
    assert.equal(await other!.renew(at(50)), false)
    await pass(1)
    assert.equal(await other!.renew(at(51)), true)
    assert.equal(await first!.renew(at(52)), false)
    await first!.release()
    assert.equal(await first!.renew(at(53)), false, 'it had none to release')
    await pass(-100)
    assert.equal(await first!.renew(at(54)), true, 'no lease is that long')
    await first!.release()
    assert.equal(await other!.renew(at(55)), true)
  })
})

test('a look that takes long is rare, and the lease does not end meanwhile', () => {
  assert.deepEqual(
    [10, 2_500, 25_000].map((ms) => restAfter(ms)),
    [5_000, 7_500, 10_000],
  )
})
