import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Observation } from '@binnacle/onboard'
import type { Link, Nmea0183Settings } from '../config/settings.ts'
import { gathering } from '../testing/input.ts'
import { startNmea0183 } from './nmea0183.ts'

const DATA = new URL('../../../../../shared/data/nmea0183/', import.meta.url)
const skip = existsSync(DATA) ? false : `no recordings at ${DATA.pathname}`

const RMC = '$GPRMC,195719,A,5310.8115,N,00525.7025,E,6.2,0.0,160527,0.7,E,A\r\n'

function start(t: TestContext, link: Link, settings: Partial<Nmea0183Settings> = {}) {
  const heard = gathering()
  const input = startNmea0183({ name: 'gps', link, bilgeWater: [], bilgePumps: [], ...settings }, heard.sink, heard.log)
  t.after(() => input.close())
  return { ...heard, input }
}

/** A server that sends these bytes to whoever connects, in pieces that do not end where lines do. */
async function serve(t: TestContext, bytes: Buffer): Promise<Link> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    for (let at = 0; at < bytes.length; at += 1_000) socket.write(bytes.subarray(at, at + 1_000))
    t.after(() => socket.destroy())
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return { kind: 'tcp', host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

const values = (observations: Observation[], metric: string) =>
  observations.filter((o) => o.metric === metric).map((o) => o.value)

test('plaka.log over TCP: every sentence, with the values that are in it', { skip }, async (t) => {
  const lines = readFileSync(new URL('plaka.log', DATA), 'utf8').split('\n').slice(0, 16_000)
  const { observations, until, input } = start(t, await serve(t, Buffer.from(`${lines.join('\n')}\n`)))
  const fields = (formatter: string, at: number) =>
    lines.filter((line) => line.startsWith(formatter)).map((line) => Number(line.split(',')[at]))
  await until(() => values(observations, 'position_lon').length === 1_000)
  assert.deepEqual(values(observations, 'depth'), fields('$IIDBT', 3))
  assert.deepEqual(values(observations, 'speed_over_ground'), fields('$IIVTG', 5))
  assert.equal(input.status().state, 'connected')
  assert.equal(input.status().messagesAMinute, 16_000)
})

test('the time of the receiver is told', async (t) => {
  const { times, until } = start(t, await serve(t, Buffer.from(RMC)))
  await until(() => times.length > 0)
  assert.deepEqual(times, [Date.UTC(2027, 4, 16, 19, 57, 19)])
})

test('without a checksum nothing counts where it is required', async (t) => {
  const bytes = Buffer.from(`${RMC}$IIDBT,034.25,f,010.44,M,005.64,F*27\r\n`)
  const { observations, times, until } = start(t, await serve(t, bytes), { requireChecksum: true })
  await until(() => observations.length > 0)
  assert.deepEqual(
    observations.map((o) => o.metric),
    ['depth'],
  )
  assert.deepEqual(times, [])
})

test('$MXPGN as the gateway writes it', async (t) => {
  const bytes = Buffer.from('$MXPGN,01F211,6872,034E46FFFFFFFFFF*6E\r\n')
  const { observations, until } = start(t, await serve(t, bytes), { mxpgnOrder: 'as-on-the-bus' })
  await until(() => observations.length > 0)
  assert.deepEqual(observations[0]?.source, '114/127505')
})

test('over UDP, a sentence a datagram', async (t) => {
  const probe = createSocket('udp4').bind(0)
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  const { observations, until, input } = start(t, { kind: 'udp', port })
  await until(() => input.status().state === 'connected')
  const sender = createSocket('udp4')
  t.after(() => sender.close())
  sender.send('$IIMTW,12.6,C', port, '127.0.0.1')
  await until(() => observations.length > 0)
  assert.equal(observations[0]?.value, 12.6)
})

test('a recording is played to its end, and its time is not the time now', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-nmea0183-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'boat.log')
  writeFileSync(path, RMC)
  const { observations, times, until, input } = start(t, { kind: 'file', path, speed: 'fast' })
  await until(() => input.status().state === 'ended')
  assert.deepEqual([observations.length, times], [3, []])
})

test('a recording keeps its length, by the times of its receiver', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-nmea0183-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'boat.log')
  const minute = (i: number) =>
    `$GPRMC,19${String(10 + i)}00,A,5310.8115,N,00525.7025,E,6.2,0.0,160519,0.7,E,A\r\n${'$IIMTW,12.6,C\r\n'.repeat(5_000)}`
  writeFileSync(path, Array.from({ length: 4 }, (_, i) => minute(i)).join(''))
  const { observations, until, input } = start(t, { kind: 'file', path, speed: 'fast' })
  await until(() => input.status().state === 'ended')
  const fixes = observations.filter(({ metric }) => metric === 'position_lat').map(({ at }) => at)
  assert.deepEqual(
    fixes.map((at) => at - fixes[0]!),
    [0, 60_000, 120_000, 180_000],
  )
})
