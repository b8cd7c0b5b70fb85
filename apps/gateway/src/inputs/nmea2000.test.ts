import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Link, Nmea2000Settings } from '../config/settings.ts'
import { gathering } from '../testing/input.ts'
import { startNmea2000 } from './nmea2000.ts'
import { startInput } from './start.ts'

/** Days since 1970 and tenths of milliseconds since midnight, as PGN 126992 has them; source GPS. */
const TRUE_TIME = Date.UTC(2026, 4, 14, 9, 30, 5)
const LINES = [
  message(126992, [0xff, 0xf0, ...le(Math.floor(TRUE_TIME / 86_400_000), 2), ...le((TRUE_TIME % 86_400_000) * 10, 4)]),
  // Switch bank 1: contacts 1 and 3 closed, 2 open, the rest not there.
  message(127501, [1, 0b1101_0001, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  // J1939 DM1 of the engine at address 1: SPN 110 FMI 0.
  message(65226, [0x00, 0x00, 110, 0, 0, 1, 0xff, 0xff]),
]

function message(pgn: number, data: readonly number[]): string {
  const hex = data.map((byte) => byte.toString(16).padStart(2, '0'))
  return `2026-05-14T09:30:05.000Z,3,${pgn},1,255,${data.length},${hex.join(',')}\r\n`
}

function le(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, place) => Math.floor(value / 256 ** place) % 256)
}

function start(t: TestContext, link: Link, more: Partial<Nmea2000Settings> = {}) {
  const gathered = gathering()
  const input = startNmea2000(
    { name: 'bus', link, bilgeWater: [], bilgePumps: [], ...more },
    gathered.sink,
    gathered.log,
  )
  t.after(() => input.close())
  return { input, ...gathered }
}

test('GPS time, the contacts that the owner names, and the faults of a J1939 engine', async (t) => {
  const server = createServer((socket) => socket.on('error', () => {}).write(LINES.join(''))).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const switches = { bilgeWater: [{ bank: 1, indicator: 3 }], bilgePumps: [{ bank: 1, indicator: 2 }] }
  const { input, observations, times, until } = start(t, { kind: 'tcp', host: '127.0.0.1', port }, switches)
  await until(() => observations.length >= 3)
  assert.deepEqual(times, [TRUE_TIME])
  assert.deepEqual(
    observations.map(({ metric, instance, value, text_value }) => [metric, instance, value ?? text_value]),
    [
      ['bilge_water', '1.3', 1],
      ['bilge_pump_cycles', '1.2', 0],
      ['fault_code', 'starboard', 'SPN 110 FMI 0'],
    ],
  )
  const { state, messagesAMinute } = input.status()
  assert.deepEqual([state, messagesAMinute], ['connected', 3])
})

test('the time in a recording is the past', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-n2k-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'bus.raw')
  writeFileSync(path, LINES.join(''))
  const { input, observations, times, until } = start(t, { kind: 'file', path, speed: 'fast' })
  await until(() => input.status().state === 'ended')
  assert.equal(observations.length, 1)
  assert.deepEqual(times, [])
})

function fileWith(t: TestContext, bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-n2k-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'recording')
  writeFileSync(path, bytes)
  return path
}

test('a binary recording is played as one of text is, and keeps its length', async (t) => {
  // Yacht Devices' .DAT: time, identifier, data; a depth of 1.61 m each ten seconds.
  const record = (ms: number, id: number, data: Buffer) =>
    Buffer.concat([Buffer.from([...le(ms, 2), ...le(id, 4)]), data])
  const depth = Buffer.from('ffa10000001efbff', 'hex')
  const times = [5, 15, 25, 35, 45, 55, 5].map((s) => record(s * 1_000, 0x0df5_0b23, depth))
  const path = fileWith(t, Buffer.concat([record(0, 0xffff_ffff, Buffer.from('YDVR v05')), ...times]))
  const { input, observations, until } = start(t, { kind: 'file', path, speed: 'fast' })
  await until(() => input.status().state === 'ended')
  const first = observations[0]?.at ?? 0
  assert.deepEqual(
    observations.map(({ metric, value, at }) => [metric, value, at - first]),
    [0, 10, 20, 30, 40, 50, 60].map((s) => ['depth', 1.61, s * 1_000]),
  )
})

test('the depth is below what the owner wants, and what is withheld for it is counted as of this input', async (t) => {
  const depth = (src: number, offset: number[]) =>
    message(128267, [0, 0x66, 0x03, 0, 0, ...offset, 0xff]).replace(',1,255,', `,${src},255,`)
  // -3 m to the keel, and an offset that is not set.
  const hotSea = message(130310, [0, 0xef, 0x79, 0xff, 0xff, 0xff, 0xff, 0xff])
  const path = fileWith(t, Buffer.from(depth(36, [0x48, 0xf4]) + depth(37, [0, 0]) + hotSea))
  const { sink, log, observations, withheld, until } = gathering()
  const settings = { name: 'bus', link: { kind: 'file', path, speed: 'fast' }, bilgeWater: [], bilgePumps: [] } as const
  const input = startInput({ type: 'nmea2000', settings }, sink, log, { depth: 'keel' })
  t.after(() => input.close())
  await until(() => input.status().state === 'ended')
  assert.deepEqual(
    observations.map(({ source, value }) => [source, value]),
    [['bus/36/128267', 5.7]],
  )
  assert.deepEqual(
    withheld.map(({ source, reason, value }) => [source, reason, value]),
    [
      ['bus/37/128267', 'no_offset', 8.7],
      ['bus/1/130310', 'implausible', 39],
    ],
  )
})

test('a recording of a kind that cannot be read is refused, with what to do', async (t) => {
  const path = fileWith(t, Buffer.from('0a0d0d0a1c0000004d3c2b1a'.padEnd(56, '0'), 'hex'))
  const { input, until } = start(t, { kind: 'file', path, speed: 'fast' })
  await until(() => input.status().state === 'failed')
  assert.equal(input.status().sentence, `${path}: it is a pcapng capture; convert it first: editcap -F pcap OLD NEW`)
})
