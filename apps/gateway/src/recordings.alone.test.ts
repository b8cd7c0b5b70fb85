import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import type { Metric } from '@binnacle/contract'
import { admission, type Observation, readFrame } from '@binnacle/onboard'
import { DATA, linesOf, type Played, pathOf, play, rowOf, startInput } from './testing/play-recording.ts'

const skip = existsSync(DATA) ? false : `no recordings at ${DATA.pathname}`

/** Compares with recordings.alone.test.ts.snapshot; to look at a change: node --test --test-update-snapshots, then git diff. */
const showTable = (t: TestContext, { table }: Played) => t.assert.snapshot(table, { serializers: [String] })

/** Values of one series straight from the bytes of canboat lines, without canboatjs. Layouts: canboat's documentation. */
function fromBytes(file: string, pgn: number, read: (data: Buffer) => number | undefined): Set<number> {
  return new Set(
    linesOf(file).flatMap((line) => {
      const [, , number, , , , ...hex] = line.split(',')
      const value = Number(number) === pgn ? read(Buffer.from(hex.join(''), 'hex')) : undefined
      return value === undefined ? [] : [Math.round(value * 1000) / 1000]
    }),
  )
}

const valuesOf = ({ readings }: Played, metric: Metric, instance?: string) =>
  readings.filter((r) => r.metric === metric && r.instance === instance).map((r) => r.value)

function assertRecorded(played: Played, metric: Metric, instance: string | undefined, recorded: Set<number>) {
  const values = valuesOf(played, metric, instance)
  assert.ok(values.length > 0, `no ${metric}`)
  for (const value of values) assert.ok(value !== undefined && recorded.has(value), `${metric} ${instance}: ${value}`)
}

describe('what comes out of each recording', { skip }, () => {
  test('dirona: two engines, eight tanks, four batteries', async (t) => {
    const file = 'n2k/dirona-actisense-serial.raw'
    const played = await play(file)
    showTable(t, played)
    // The second engine's move no meter: their unit is another one.
    for (const engine of [11, 12]) {
      const hours = fromBytes(file, 127489, (d) => (d[0] === engine ? d.readUInt32LE(11) / 3600 : undefined))
      assertRecorded(played, 'engine_hours', String(engine), hours)
    }
    for (const battery of [1, 3, 11, 12]) {
      const volts = fromBytes(file, 127508, (d) => (d[0] === battery ? d.readInt16LE(1) / 100 : undefined))
      assertRecorded(played, 'battery_voltage', String(battery), volts)
    }
    for (const tank of [2, 3, 4, 5, 8, 9]) {
      const level = fromBytes(file, 127505, (d) => (d[0] === tank ? d.readInt16LE(1) / 250 : undefined))
      assertRecorded(played, 'fuel_level_pct', String(tank), level)
    }
  })

  test('susteranna: an engine with faults', async (t) => {
    const file = 'n2k/susteranna-actisense-serial.raw'
    const played = await play(file)
    showTable(t, played)
    // canboatjs rounds quarters of a revolution to tenths.
    const rpm = fromBytes(file, 127488, (d) => Math.round(d.readUInt16LE(1) * 2.5) / 10)
    assertRecorded(played, 'engine_rpm', 'port', rpm)
    assertRecorded(
      played,
      'engine_oil_pressure',
      'port',
      fromBytes(file, 127489, (d) => d.readUInt16LE(1) / 10),
    )
  })

  test('can0-3: 270 h, though the engine says 354185 h first', async (t) => {
    const played = await play('n2k/can0-3.candump')
    showTable(t, played)
    const hours = played.observations.filter(({ metric }) => metric === 'engine_hours').map(({ value }) => value)
    assert.equal(Math.floor(hours[0] ?? 0), 354_185, 'the trap is there')
    assert.deepEqual(valuesOf(played, 'engine_hours', 'port'), [270])
  })

  test('aava: ten minutes of a passage', async (t) => {
    const file = 'n2k/aava-n2k.data'
    const played = await play(file)
    showTable(t, played)
    const depth = fromBytes(file, 128267, (d) => d.readUInt32LE(1) / 100)
    assertRecorded(played, 'depth', undefined, depth)
    const knots = fromBytes(file, 129026, (d) => (d.readUInt16LE(4) / 100) * (3600 / 1852))
    assertRecorded(played, 'speed_over_ground', undefined, knots)
  })

  test('pgn127489: a fault that comes and goes', async (t) => {
    const played = await play('n2k/pgn127489.txt')
    showTable(t, played)
    const faults = played.readings.filter(({ metric }) => metric === 'fault_code').map((r) => r.text_value)
    assert.deepEqual(faults, ['Low System Voltage', 'none'])
  })

  test('j1939: an engine without NMEA 2000 and without a fault says nothing', async () => {
    const played = await play('n2k/j1939-engine-start.candump')
    assert.deepEqual(
      played.observations.filter(({ metric }) => metric !== 'fault_code'),
      [],
    )
    assert.deepEqual(played.readings, [])
    assert.equal(played.messages, linesOf('n2k/j1939-engine-start.candump').filter((line) => line.trim() !== '').length)
  })

  test('YDWG-02: four batteries and an engine', async (t) => {
    const played = await play('n2k/sample-YDWG02-2.txt')
    showTable(t, played)
    // 19F21400 00 76 0A .. : 0x0a76 hundredths of a volt
    assert.deepEqual(valuesOf(played, 'battery_voltage', '0'), [0x0a76 / 100])
  })

  test('plaka: a passage by NMEA 0183', async (t) => {
    const file = 'nmea0183/plaka.log'
    const played = await play(file)
    showTable(t, played)
    const metres = new Set(linesOf(file).flatMap((line) => Number(/^\$IIDBT,.*?,f,([\d.]+),M/.exec(line)?.[1] ?? [])))
    assertRecorded(played, 'depth', undefined, metres)
    const latitudes = linesOf(file).flatMap((line) => {
      const [, degrees, minutes] = /^\$GPGLL,(\d\d)([\d.]+),N/.exec(line) ?? []
      return degrees === undefined ? [] : [(Number(degrees) + Number(minutes) / 60).toFixed(7)]
    })
    for (const value of valuesOf(played, 'position_lat')) assert.ok(latitudes.includes(value?.toFixed(7) ?? ''))
  })

  test('gofree: at the berth, with malformed transducer sentences', async (t) => {
    const played = await play('nmea0183/gofree-merrimac.log')
    showTable(t, played)
  })
})

test('two recordings at once: begun together, the best receiver counts; ended together, the one that was heard first', {
  skip,
}, async () => {
  const [dirona, gofree] = await Promise.all(
    (['n2k/dirona-actisense-serial.raw', 'nmea0183/gofree-merrimac.log'] as const).map(async (file) => {
      const observations = (await play(file)).observations.map((o) => ({
        ...o,
        source: `${file.split('/')[0]}/${o.source}`,
      }))
      return { observations, begin: observations[0]!.at, end: observations.at(-1)!.at }
    }),
  )
  const positionOf = (moment: 'begin' | 'end') => {
    const admit = admission()
    const all = [dirona!, gofree!].flatMap((one) => one.observations.map((o) => ({ ...o, at: o.at - one[moment] })))
    for (const observation of all.toSorted((a, b) => a.at - b.at)) {
      // Until the shorter one is over.
      if (observation.at > (moment === 'begin' ? dirona!.end - dirona!.begin : 0)) break
      admit(observation)
    }
    return admit.seriesSeen().find(({ metric }) => metric === 'position_lat')?.chosen
  }
  assert.equal(positionOf('begin'), 'n2k/33/129025')
  assert.equal(positionOf('end'), 'nmea0183/GP/RMC')
})

/** The table of what arrives of each recording. */
const DOCS = readFileSync(new URL('../../../docs/onboard.md', import.meta.url), 'utf8')
const ROWS = DOCS.split('\n').filter((line) => /^\| (n2k|nmea0183|victron)\//.test(line))

describe('the table in docs/onboard.md is what a run says', { skip }, () => {
  for (const row of ROWS) {
    const [, file = ''] = row.split(' | ', 1)[0]?.split(' ') ?? []
    const absent = existsSync(new URL(file, DATA)) ? false : `${file} is not there`
    test(file, { skip: absent }, async () => assert.equal(row, await rowOf(file)))
  }

  test('it has rows of each kind', (t) => {
    const kinds = new Set(ROWS.map((row) => row.slice(2).split('/')[0]))
    assert.deepEqual([...kinds], ['n2k', 'nmea0183', 'victron'])
    const rowless = ['n2k', 'nmea0183'].flatMap((kind) =>
      readdirSync(new URL(`${kind}/`, DATA))
        .map((name) => `${kind}/${name}`)
        .filter((file) => !ROWS.some((row) => row.startsWith(`| ${file} |`))),
    )
    // News that is no fault of the code.
    if (rowless.length > 0) t.diagnostic(`recordings without a row: ${rowless.join(', ')}`)
  })
})

const plain = (observations: readonly Observation[]) => observations.map(({ at, ...rest }) => rest)

describe('over the network it is the same', { skip }, () => {
  async function overTcp(t: TestContext, file: string, bytes: Buffer): Promise<Observation[]> {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      // Cut where it is no use to anybody.
      for (let i = 0; i < bytes.length; i += 7_919) socket.write(bytes.subarray(i, i + 7_919))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { input, observations, until } = startInput({ kind: 'tcp', host: '127.0.0.1', port }, file)
    t.after(async () => {
      await input.close()
      server.close()
    })
    const { observations: expected } = await play(file)
    await until(() => observations.length >= expected.length)
    assert.deepEqual(plain(observations), plain(expected))
    return observations
  }

  for (const file of ['n2k/susteranna-actisense-serial.raw', 'n2k/can0-3.candump', 'nmea0183/gofree-merrimac.log'])
    test(`${file} by TCP`, async (t) => {
      const observations = await overTcp(t, file, readFileSync(pathOf(file)))
      assert.ok(observations.length > 100)
    })

  test('susteranna by TCP as an Actisense W2K-1 sends it, in binary', async (t) => {
    const file = 'n2k/susteranna-actisense-serial.raw'
    const messages = linesOf(file).flatMap((line) => {
      const frame = readFrame(line)
      return frame && frame.pgn < 0x40000 ? [bst93(frame)] : []
    })
    await overTcp(t, file, Buffer.concat(messages))
  })

  test('YDWG-02 by UDP', async (t) => {
    const file = 'n2k/sample-YDWG02-2.txt'
    const { input, observations, logged, until } = startInput({ kind: 'udp', port: 0 }, file)
    const sender = createSocket('udp4')
    t.after(async () => {
      sender.close()
      await input.close()
    })
    await until(() => input.status().state === 'connected')
    const port = Number(/port (\d+)$/.exec(input.status().sentence)?.[1])
    for (const line of linesOf(file)) await new Promise((sent) => sender.send(`${line}\r\n`, port, '127.0.0.1', sent))
    const { observations: expected } = await play(file)
    await until(() => observations.length >= expected.length)
    assert.deepEqual(plain(observations), plain(expected), logged.join('\n'))
  })
})

/** A whole message as an NGT-1 frames it: DLE STX, 93, length, the message, checksum, DLE ETX; a DLE within doubled. */
function bst93({ prio, pgn, dst, src, data }: NonNullable<ReturnType<typeof readFrame>>): Buffer {
  const pduFormat = (pgn >> 8) & 0xff
  const pduSpecific = pduFormat < 240 ? 0 : pgn & 0xff
  const body = [prio, pduSpecific, pduFormat, pgn >> 16, dst, src, 0, 0, 0, 0, data.length, ...data]
  const message = [0x93, body.length & 0xff, ...body]
  const checksum = (256 - (message.reduce((sum, byte) => sum + byte, 0) % 256)) % 256
  const stuffed = [...message, checksum].flatMap((byte) => (byte === 0x10 ? [0x10, 0x10] : [byte]))
  return Buffer.from([0x10, 0x02, ...stuffed, 0x10, 0x03])
}
