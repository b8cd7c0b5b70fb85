import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import {
  createChannel,
  getVessel,
  listAlarms,
  listCameras,
  listFrames,
  type Metric,
  postTelemetry,
  readTelemetry,
} from '@binnacle/contract'
import { sql } from 'kysely'
import { elapsed } from '../../../scripts/release/testing/programs.ts'
import { makeBoat } from '../../server/src/testing/accounts/boat.ts'
import { picture } from '../../server/src/testing/picture.ts'
import { startService } from '../../server/src/testing/service.ts'
import manifest from '../package.json' with { type: 'json' }
import type { PluginStatus } from './plugin.ts'
import { DATA, n2kValues, nmea0183Values, writeMetrics } from './testing/recorded.ts'
import { as, missing, SignalK, SYSTEM_NODE } from './testing/signalk-server.ts'
import { TcpProxy } from './testing/tcp-proxy.ts'

const SERVERS = [
  { version: '2.23.0', node: SYSTEM_NODE, on: 'the Node 20 of the system' },
  { version: '2.32.0', node: process.execPath, on: `Node ${process.versions.node}` },
]

const DIRONA = 'n2k/dirona-actisense-serial.raw'
const SUSTERANNA = 'n2k/susteranna-actisense-serial.raw'
const AAVA = 'n2k/aava-n2k.data'
const PLAKA = 'nmea0183/plaka.log'

/** What must come out of the recordings: each value as it stands in their bytes. Engine 11 feeds the meter. */
const expectedSeries = (): [Metric, string | null, Set<string>][] => [
  ['engine_hours', '11', n2kValues(DIRONA, 127489, (d) => (d[0] === 11 ? d.readUInt32LE(11) / 3600 : undefined))],
  [
    'engine_coolant_temp',
    '11',
    n2kValues(DIRONA, 127489, (d) => (d[0] === 11 ? d.readUInt16LE(5) / 100 - 273.15 : undefined)),
  ],
  [
    'engine_coolant_temp',
    '12',
    n2kValues(DIRONA, 127489, (d) => (d[0] === 12 ? d.readUInt16LE(5) / 100 - 273.15 : undefined)),
  ],
  ['fuel_level_pct', '4', n2kValues(DIRONA, 127505, (d) => (d[0] === 4 ? d.readInt16LE(1) / 250 : undefined))],
  ['water_level_pct', '0', n2kValues(DIRONA, 127505, (d) => (d[0] === 0x10 ? d.readInt16LE(1) / 250 : undefined))],
  ['waste_level_pct', '0', n2kValues(DIRONA, 127505, (d) => (d[0] === 0x20 ? d.readInt16LE(1) / 250 : undefined))],
  // The server's own samples have a battery 1, too: on a busy machine it may be heard first, and is then the one that counts.
  [
    'battery_voltage',
    '1',
    new Set(
      [DIRONA, AAVA].flatMap((file) => [
        ...n2kValues(file, 127508, (d) => (d[0] === 1 ? d.readInt16LE(1) / 100 : undefined)),
      ]),
    ),
  ],
  ['battery_soc_pct', '1', n2kValues(DIRONA, 127506, (d) => (d[1] === 1 ? d[3] : undefined))],
  ['shore_power', '0', new Set(['1.000'])],
  // A quarter of a revolution, which canboatjs rounds to a tenth.
  ['engine_rpm', 'port', n2kValues(SUSTERANNA, 127488, (d) => Math.round(d.readUInt16LE(1) * 2.5) / 10)],
  ['engine_oil_pressure', 'port', n2kValues(SUSTERANNA, 127489, (d) => d.readUInt16LE(1) / 10)],
]

/** Four recordings speak of these at once, and the plugin chooses one source: all values are from one of the sets. */
const contestedSeries = (): [Metric, Set<string>[]][] => [
  [
    'depth',
    [
      n2kValues(DIRONA, 128267, (d) => d.readUInt32LE(1) / 100),
      n2kValues(SUSTERANNA, 128267, (d) => d.readUInt32LE(1) / 100),
      n2kValues(AAVA, 128267, (d) => d.readUInt32LE(1) / 100),
      nmea0183Values(PLAKA, 'DBT', (f) => Number(f[3])),
    ],
  ],
  [
    'speed_over_ground',
    [
      n2kValues(DIRONA, 129026, (d) => d.readUInt16LE(4) * 0.01943844492),
      n2kValues(SUSTERANNA, 129026, (d) => d.readUInt16LE(4) * 0.01943844492),
      n2kValues(AAVA, 129026, (d) => d.readUInt16LE(4) * 0.01943844492),
      nmea0183Values(PLAKA, 'VTG', (f) => Number(f[5])),
    ],
  ],
  [
    'position_lat',
    [
      ...[DIRONA, SUSTERANNA, AAVA].map(
        (file) =>
          new Set([
            ...n2kValues(file, 129025, (d) => d.readInt32LE(0) / 1e7),
            ...n2kValues(file, 129029, (d) => Number(d.readBigInt64LE(7)) / 1e16),
          ]),
      ),
      nmea0183Values(PLAKA, 'GLL', (f) => Number(f[1]?.slice(0, 2)) + Number(f[1]?.slice(2)) / 60),
    ],
  ],
]

const PLUGIN = '/plugins/signalk-binnacle'

type Device = NonNullable<PluginStatus['device']>
type Seen = Device['series'][number]
type Heard = Seen['others'][number]
type Engine = Device['hourMeters'][number]

interface AlarmOfBoat {
  metric: string | null
  instance: string | null
}

interface Wire {
  instance: string | null
  value: number
  text_value: string | null
}

const noData = existsSync(DATA) ? false : `no recordings at ${DATA.pathname}`
const noSystemNode = process.env.CI || existsSync(SYSTEM_NODE) ? false : `no ${SYSTEM_NODE}`

const folder = mkdtempSync(join(tmpdir(), 'binnacle-recordings-'))
after(() => rmSync(folder, { recursive: true }))
const RECORDINGS = [DIRONA, SUSTERANNA].map((file) => join(folder, basename(file)))
if (!noData) for (const [i, file] of [DIRONA, SUSTERANNA].entries()) writeMetrics(file, RECORDINGS[i]!)

// Once, and before all else: reading the recordings keeps this process from everything, also from the service in it.
const expected = noData ? [] : expectedSeries()
const contested = noData ? [] : contestedSeries()

describe('in a real Signal K server', { concurrency: true }, () => {
  for (const { version, node, on } of SERVERS)
    test(`signalk-server ${version} on ${on}`, { skip: noData || missing(version) || noSystemNode }, async (t) => {
      const service = await startService({
        TELEMETRY_GAP_MS: '100',
        FRAME_GAP_MS: '0',
        NOTIFY_ALLOW_PRIVATE: '127.0.0.1',
      })
      const owner = await service.owner()
      const boat = await makeBoat(service.client, owner)
      const camera = await startCamera()
      const link = await TcpProxy.to(service.baseUrl)
      const began = performance.now()
      const signalk = await SignalK.install({
        version,
        node,
        settings: {
          url: link.url,
          key: boat.device.key,
          hourMeter: '11',
          alarms: true,
          cameras: [{ name: 'Deck', kind: 'http', address: camera, everyMinutes: 0 }],
        },
      })

      /** Readings of a series as the owner gets them. */
      async function stored(metric: Metric, instance?: string | null) {
        const { readings } = await service.client.ok(readTelemetry, owner.key, {
          params: { id: boat.id },
          query: { metric, limit: '500' },
        })
        return readings.filter((r: Wire) => instance === undefined || r.instance === instance)
      }

      async function storedCount(upTo = new Date()): Promise<{ readings: number; distinct: number }> {
        const { rows } = await sql<{ readings: number; distinct: number }>`
        select count(*)::int as readings, count(distinct (metric, instance, recorded_at))::int as distinct
        from reading where vessel_id = ${boat.id} and recorded_at <= ${upTo}`.execute(service.database.db)
        return rows[0]!
      }

      await t.test('its recordings arrive with the right values and units', async () => {
        await signalk.start({ samples: true, files: RECORDINGS })
        await signalk.until(async () => (await storedCount()).readings > 0, 'the first reading')
        t.diagnostic(`${elapsed(began)} from the plugin's installation to its first reading`)
        await signalk.until(async () => {
          for (const [metric, instance] of expected) if ((await stored(metric, instance)).length === 0) return false
          for (const [metric] of contested) if ((await stored(metric)).length === 0) return false
          return (await stored('fault_code', 'port')).length > 0
        }, 'every series')
        for (const [metric, instance, values] of expected)
          for (const { value } of await stored(metric, instance))
            assert.ok(values.has(value.toFixed(3)), `${metric}/${instance} ${value} is not in ${[...values]}`)
        // In its first half minute a series may change to a better source; choices.property.test.ts has what holds after it.
        for (const [metric, sets] of contested)
          for (const { value } of await stored(metric))
            assert.ok(
              sets.some((set) => near(set, value.toFixed(3))),
              `${metric} ${value} is of no recording`,
            )
        for (const [metric, unit] of [
          ['engine_hours', 'h'],
          ['fuel_level_pct', '%'],
          ['battery_voltage', 'V'],
          ['depth', 'm'],
          ['speed_over_ground', 'kn'],
        ] as const)
          for (const reading of await stored(metric, metric === 'engine_hours' ? '11' : undefined))
            assert.equal(reading.unit, unit)
      })

      await t.test('the chosen engine has moved the hour meter, the other has not', async () => {
        const { vessel } = await service.client.ok(getVessel, owner.key, { params: { id: boat.id } })
        assert.equal(vessel.engine_hours, 4274)
      })

      await t.test('the faults of an engine come as one text', async () => {
        const told = new Set((await stored('fault_code')).map((r: Wire) => `${r.instance}: ${r.text_value}`))
        // An engine that has none is told once after a start, when it has been heard for a while.
        told.delete('11: none')
        told.delete('12: none')
        assert.deepEqual([...told], ['port: Over Temperature, Low Oil Pressure'])
      })

      await t.test('what is not there is not sent: the bogus fuel rate, tanks without capacity', async () => {
        assert.deepEqual(await stored('fuel_rate'), [])
        for (const instance of ['11', '12']) assert.deepEqual(await stored('fuel_level_pct', instance), [])
      })

      await t.test('the key has gone from the saved settings to a file of its owner', async () => {
        assert.ok(!(await signalk.savedSettings()).includes(boat.device.key))
        assert.equal((await stat(signalk.keysFile)).mode & 0o777, 0o600)
      })

      await t.test('its page and its form', async () => {
        const page = await signalk.get('/signalk-binnacle/')
        assert.match((await page?.text()) ?? '', /<title>Binnacle/)
        // As its list of web apps shows it.
        const icon = await signalk.get(`/signalk-binnacle/${manifest.signalk.appIcon}`)
        assert.match(icon?.headers.get('content-type') ?? '', /svg/)
        // What arrived first may be stored before its answer is read.
        await signalk.until(
          async () => (await signalk.status())?.device?.connection.state === 'connected',
          'it to be connected',
        )
        const plugins = (await (await signalk.get('/skServer/plugins'))?.json()) as {
          id: string
          schema: { properties: object }
          uiSchema: { key: object }
        }[]
        const plugin = plugins.find(({ id }) => id === 'signalk-binnacle')
        assert.deepEqual(plugin && Object.keys(plugin.schema.properties).slice(0, 3), ['url', 'key', 'hourMeter'])
        assert.match(JSON.stringify(plugin?.uiSchema.key), /password.*Saved/)
        assert.match(JSON.stringify(plugin?.schema), /"examples":\["11","12","port"\]/)
      })

      await t.test('a camera sends a picture when something moves before it', async () => {
        const motion = (name: string) => signalk.post(`/plugins/signalk-binnacle/motion/${name}`, {})
        assert.equal((await motion('Nobody')).status, 404)
        assert.equal((await motion('Deck')).status, 202)
        await signalk.until(async () => {
          const { cameras } = await service.client.ok(listCameras, owner.key, { params: { id: boat.id } })
          const deck = cameras.find((c: { label: string }) => c.label === 'Deck')
          if (!deck) return false
          const { frames } = await service.client.ok(listFrames, owner.key, { params: { id: deck.id } })
          return frames.some((f: { trigger: string }) => f.trigger === 'motion')
        }, 'the picture')
      })

      await t.test(
        'an anchor alarm on board reaches the phone; alarms of the service sound on board; none is told twice',
        async () => {
          const phone = await startPhone()
          await service.client.ok(createChannel, owner.session, {
            body: { kind: 'ntfy', name: 'Phone', address: `${phone.url}/aurora` },
          })
          // First, since the plugin asks for the alarms of the service twice a minute.
          const readings = [{ metric: 'bilge_water', instance: 'bow 1', value: 1 }]
          await signalk.until(
            async () => (await service.client.call(postTelemetry, boat.device, { body: { readings } })).status === 202,
            'water in the bilge to be taken',
          )
          await signalk.raise('navigation.anchor', { state: 'alarm', method: ['sound'], message: 'Anchor drags' })
          const anchor = { title: 'Aurora: Alarm', message: 'Alarm on board (navigation.anchor): Anchor drags' }
          // Below it stands whence its picture is.
          const isAnchor = ({ message }: { message: string }) => message.split('\n')[0] === anchor.message
          await signalk.until(() => phone.got.find(isAnchor), 'the alarm on the phone')
          // biome-ignore lint/suspicious/noExplicitAny: the server's own tree
          const told = async (path: string): Promise<any> =>
            (await signalk.get(`/signalk/v1/api/vessels/self/notifications/${path}`))?.json().catch(() => undefined)
          const water = await signalk.until(
            async () => (await told('binnacle/bilge_water/bow_1'))?.value,
            'the alarm on board',
          )
          const { state, method, message } = water
          assert.deepEqual([state, method, message], ['alarm', ['visual', 'sound'], 'Water in the bilge (bow 1)'])
          assert.equal((await told('binnacle'))?.fault_code, undefined)
          await signalk.raise('navigation.anchor', { state: 'normal', method: [], message: 'Well' })
          const isItsEnd = (one: { title: string; message: string }) => one.title === 'Aurora: Ended' && isAnchor(one)
          await signalk.until(() => phone.got.find(isItsEnd), 'its end')
          const { alarms } = await service.client.ok(listAlarms, owner.session, { params: { id: boat.id } })
          // Which battery or tank of the recordings is low depends on the source that was heard first.
          const sounded = alarms.filter(
            ({ metric }: AlarmOfBoat) => metric === 'bilge_water' || metric === 'fault_code',
          )
          const instances = sounded.map(({ instance }: AlarmOfBoat) => instance)
          assert.deepEqual(new Set(instances), new Set(['bow 1', 'navigation.anchor', 'port']), JSON.stringify(alarms))
          const [first, ...more] = phone.got.filter(isAnchor)
          const got = JSON.stringify(phone.got)
          assert.match(first!.message, /\nPicture: Deck, /, got)
          assert.deepEqual([first?.title, more.map(({ title }) => title)], [anchor.title, ['Aurora: Ended']], got)
        },
      )

      await t.test('off and on again: the stored key is used', async () => {
        const config = (enabled: boolean) =>
          signalk.post('/plugins/signalk-binnacle/config', { ...JSON.parse(savedText), enabled })
        const savedText = await signalk.savedSettings()
        await config(false)
        await signalk.until(async () => (await signalk.get(`${PLUGIN}/status`))?.status === 404, 'it to be off')
        await config(true)
        await signalk.until(async () => (await signalk.status())?.device, 'it to be on')
      })

      /** A sounder that was heard and is not the one in use. */
      let pinned = ''
      await t.test('its page pins a source, in the settings of the server too', async () => {
        const depth = async () => (await signalk.status())?.device?.series.find((one: Seen) => one.metric === 'depth')
        const other = await signalk.until(
          // Of a recording: the server's own samples do not play after the restart below.
          async () =>
            (await depth())?.others.find(({ source, newest }: Heard) => newest && source.startsWith('recording')),
          'a second sounder',
        )
        assert.equal(typeof other.newest.value, 'number')
        pinned = other.source
        const choice = { metric: 'depth', instance: null, source: pinned }
        for (const evil of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
          assert.equal((await signalk.post(`${PLUGIN}/sources`, choice, evil)).status, 403)
        const before = JSON.parse(await signalk.savedSettings())
        assert.equal(before.configuration.sources, undefined)
        assert.equal((await signalk.post(`${PLUGIN}/sources`, choice)).status, 200)
        const sources = [{ metric: 'depth', source: pinned }]
        assert.deepEqual(JSON.parse(await signalk.savedSettings()), {
          ...before,
          configuration: { ...before.configuration, sources },
        })
        await signalk.until(async () => {
          const now = await depth()
          return now?.chosen?.source === pinned && now.pinned
        }, 'it to be used')
      })

      await t.test('its page makes it forget the hours of an engine', async () => {
        const hours = async (): Promise<Engine[]> => (await signalk.status())?.device?.hourMeters ?? []
        const engine = await signalk.until(
          async () => (await hours()).find(({ instance }) => instance === '11'),
          'its hours',
        )
        const forget = (instance: string) => signalk.post(`${PLUGIN}/hours/forget`, { instance })
        assert.equal((await forget('nobody')).status, 404)
        assert.equal((await forget('11')).status, 200)
        // The engine still says them.
        await signalk.until(async () => (await hours()).find((of) => of.hours >= engine.hours), 'its hours again')
      })

      await t.test('killed with readings on disk and no way to send them: nothing is lost or doubled', async () => {
        link.cut()
        const { readings: before } = await storedCount()
        // The recordings give some seven readings a minute by now: most of what they say has not changed. What is new is read at once.
        const volts = Array.from({ length: 20 }, (_, i) => [`new-${i}`, 10 + i] as const)
        await signalk.say(volts.map(([name, value]) => ({ path: `electrical.batteries.${name}.voltage`, value })))
        await signalk.until(async () => {
          const queued = await signalk.queued()
          return volts.every(([name]) => queued.includes(`"${name}"`))
        }, 'readings on disk')
        // What was heard in the last second is not counted, and may be lost. What was being sent when the link was cut may be in the
        // service already.
        const { waiting, sending } = (await signalk.status()).device.queue
        await signalk.kill()
        const killedAt = new Date()
        link.restore()
        // What comes next wants it so.
        await signalk.start({ security: true, files: RECORDINGS })
        const ofNew = async () =>
          (await stored('battery_voltage')).flatMap(({ instance, value }: Wire) =>
            instance?.startsWith('new-') ? [[instance, value]] : [],
          )
        await signalk.until(
          async () =>
            (await ofNew()).length >= volts.length &&
            (await storedCount(killedAt)).readings >= before + waiting - sending,
          `${waiting} readings from the queue, of which ${sending} may be among the ${before} that are stored`,
          as('captain'),
        )
        assert.deepEqual((await ofNew()).toSorted(), volts.toSorted())
        const { readings, distinct } = await storedCount()
        assert.equal(readings, distinct)
      })

      await t.test('with security on, its status is for administrators, and so is what its page changes', async () => {
        assert.equal((await signalk.get(`${PLUGIN}/status`))?.status, 401)
        assert.equal((await signalk.get('/signalk-binnacle/'))?.status, 200)
        const release = { metric: 'depth', instance: null, source: null }
        for (const headers of [{}, as('crew')])
          for (const [path, body] of [
            ['sources', release],
            ['hours/forget', { instance: '11' }],
          ] as const)
            for (const prefix of [PLUGIN, `/skServer${PLUGIN}`]) {
              const { status } = await signalk.post(`${prefix}/${path}`, body, headers)
              assert.ok(status === 401 || status === 403, `${prefix}/${path} ${JSON.stringify(headers)} ${status}`)
            }
        assert.match(await signalk.savedSettings(), /"sources"/)
      })

      await t.test('what was pinned is used after the restart, until an administrator lets it go', async () => {
        const status = () => signalk.status(as('captain'))
        await signalk.until(
          async () => {
            const depth = (await status())?.device?.series.find((one: Seen) => one.metric === 'depth')
            return depth?.chosen?.source === pinned && depth.pinned
          },
          `the pinned source ${pinned}`,
          as('captain'),
        )
        const release = { metric: 'depth', instance: null, source: null }
        assert.equal((await signalk.post(`${PLUGIN}/sources`, release, as('captain'))).status, 200)
        assert.deepEqual(JSON.parse(await signalk.savedSettings()).configuration.sources, [])
      })
    })
})

/** A network camera that gives a picture; its address. */
async function startCamera(): Promise<string> {
  const jpeg = await picture()
  const server = http.createServer((_, response) => response.setHeader('content-type', 'image/jpeg').end(jpeg))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.jpg`
}

/** What ntfy gets. */
async function startPhone() {
  const got: { title: string; message: string }[] = []
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    got.push(JSON.parse(body))
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got }
}

/** In the set, or as near as rounding to three places may put it. */
function near(set: Set<string>, value: string): boolean {
  return [-0.001, 0, 0.001].some((by) => set.has((Number(value) + by).toFixed(3)))
}
