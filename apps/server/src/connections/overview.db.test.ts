import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { SampleBoats } from '../testing/accounts/sample-boats.ts'

const boats = await SampleBoats.start({ TELEMETRY_GAP_MS: '0', BASE_URL: 'https://boat.example' })
const { client, database } = boats.service
const ada = await boats.service.owner('Ada')

const overview = async (vessel: string) => {
  const input = { params: { id: vessel } }
  return client.ok(contract.overviewConnections, ada.session, input) as Promise<{
    service_url: string
    connections: contract.ConnectionOverview[]
  }>
}

const send = (device: { key: string }, readings: object[]) =>
  client.ok(contract.postTelemetry, device, { body: { readings } })

const voltage = (recorded_at?: string) => ({ metric: 'battery_voltage', value: 12.8, recorded_at })
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('a connection comes with its provider, its start of the key and the address that onboard devices send to', async () => {
  const vessel = await boats.vesselOf(ada)
  const device = await boats.deviceOn(ada, vessel, 'victron-venus')
  const { service_url, connections } = await overview(vessel)
  assert.equal(service_url, 'https://boat.example')
  const [connection] = connections
  assert.deepEqual(
    [connection!.provider_name, connection!.ingest_key_prefix, connection!.readings_last_day, connection!.cameras],
    ['Victron Venus OS', device.key.slice(0, 9), 0, []],
  )
  assert.ok(connection!.covers.includes('Cerbo GX'))
})

test('the readings of the last 24 hours are counted, those of this onboard device only', async () => {
  const vessel = await boats.vesselOf(ada)
  const [first, second] = [
    await boats.deviceOn(ada, vessel, 'signalk'),
    await boats.deviceOn(ada, vessel, 'victron-venus'),
  ]
  await send(first, [voltage(), voltage(hoursAgo(1)), voltage(hoursAgo(2))])
  await send(first, [voltage(hoursAgo(23))])
  await send(first, [voltage(hoursAgo(25)), voltage(hoursAgo(26))])
  await send(second, [voltage(), { metric: 'nonsense', value: 1 }])
  const { connections } = await overview(vessel)
  assert.deepEqual(
    connections.map(({ provider, readings_last_day, last_error }) => [provider, readings_last_day, last_error]),
    [
      ['signalk', 4, null],
      ['victron-venus', 1, 'unknown metric'],
    ],
  )
})

test('the cameras of an onboard device are named as their owner named them', async () => {
  const vessel = await boats.vesselOf(ada)
  const device = await boats.deviceOn(ada, vessel)
  const other = await boats.deviceOn(ada, vessel, 'signalk')
  const { camera_id: cockpit } = await boats.taken(device, { label: 'Cockpit' })
  const { camera_id: saloon } = await boats.taken(device, { label: 'Saloon' })
  await boats.taken(other, { label: 'Deck' })
  await client.ok(contract.changeCamera, ada.session, { params: { id: saloon }, body: { label: '<b>Salon</b>' } })
  const [first] = (await overview(vessel)).connections
  assert.deepEqual(first!.cameras, [
    { id: cockpit, label: 'Cockpit' },
    { id: saloon, label: '<b>Salon</b>' },
  ])
})

test('a provider that has left the catalogue is named by its slug', async () => {
  const vessel = await boats.vesselOf(ada)
  await boats.deviceOn(ada, vessel, 'generic-http')
  await database.db.deleteFrom('provider').where('slug', '=', 'generic-http').execute()
  const [connection] = (await overview(vessel)).connections
  assert.deepEqual([connection!.provider_name, connection!.covers], ['generic-http', []])
})
