import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readRecording } from './recording.ts'
import { recordingIn } from './recording-file.ts'

async function read(t: TestContext, content: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-recording-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'recording')
  writeFileSync(path, content)
  const { readings, shifted, withheld, ...recording } = await readRecording(() => recordingIn(path))
  return { ...recording, readings: readings.map(({ metric, value, at }) => [metric, value, at]) }
}

const DEPTH = [0xff, 0xa1, 0x00, 0x00, 0x00, 0x1e, 0xfb, 0xff]
/** A second later, at 1.62 m. */
const LATER = [0xff, 0xa2, 0x00, 0x00, 0x00, 0x1e, 0xfb, 0xff]

/** Actisense BST 93 of PGN 128267 from address 0x23. */
function bst(data: number[], ms: number): Buffer {
  const time = [0, 8, 16, 24].map((bits) => (ms >>> bits) & 0xff)
  const body = [0x93, 11 + data.length, 3, 0x0b, 0xf5, 1, 255, 0x23, ...time, data.length, ...data]
  const sum = body.reduce((a, b) => a + b, 0)
  const whole = [...body, (256 - (sum % 256)) % 256]
  return Buffer.from([0x10, 2, ...whole.flatMap((byte) => (byte === 0x10 ? [byte, byte] : [byte])), 0x10, 3])
}

test("Actisense's binary messages, with the times of the gateway", async (t) => {
  const found = await read(t, Buffer.concat([bst(DEPTH, 5_000), bst(LATER, 65_000)]))
  assert.deepEqual(found, {
    ...{ dated: false, lines: 2, unreadable: 0, messages: 2, format: 'Actisense binary' },
    readings: [
      ['depth', 1.61, 5_000],
      ['depth', 1.62, 65_000],
    ],
  })
})

test('a capture of a CAN interface, with what is no NMEA 2000 counted', async (t) => {
  const header = Buffer.alloc(24)
  header.writeUInt32LE(0xa1b2c3d4)
  header.writeUInt32LE(227, 20)
  const record = (id: number, data: number[], s: number) => {
    const bytes = Buffer.alloc(16 + 8 + data.length)
    for (const [i, number] of [s, 0, 8 + data.length, 8 + data.length].entries()) bytes.writeUInt32LE(number, i * 4)
    bytes.writeUInt32BE(id, 16)
    bytes[20] = data.length
    Buffer.from(data).copy(bytes, 24)
    return bytes
  }
  const frames = [record(0x8df50b23, DEPTH, 1_669_809_749), record(0x123, DEPTH, 1_669_809_750)]
  assert.deepEqual(await read(t, Buffer.concat([header, ...frames])), {
    ...{ dated: true, lines: 2, unreadable: 1, messages: 1, format: 'pcap' },
    readings: [['depth', 1.61, 1_669_809_749_000]],
  })
})

test("Yacht Devices' Voyage Recorder, dated by the position", async (t) => {
  const record = (ms: number, id: number, ...data: number[]) => {
    const head = Buffer.alloc(6)
    head.writeUInt16LE(ms)
    head.writeUInt32LE(id, 2)
    return Buffer.concat([head, Buffer.from(data)])
  }
  const start = Date.parse('2024-05-16T10:00:00Z')
  // 129029: days, tenths of a millisecond, 52.5 N, 5.4 E; GPS with a fix of GNSS.
  const position = Buffer.alloc(43)
  position.writeUInt16LE(Math.floor(start / 86_400_000), 1)
  position.writeUInt32LE((start % 86_400_000) * 10, 3)
  position.writeBigInt64LE(525_000_000_000_000_000n, 7)
  position.writeBigInt64LE(54_000_000_000_000_000n, 15)
  position[31] = 0x10
  const found = await read(
    t,
    Buffer.concat([
      record(0, 0xffff_ffff, ...Buffer.from('YDVR v05')),
      record(50_000, 0x0df8_0523, 1, position.length, ...position),
      record(51_000, 0x0df5_0b23, ...DEPTH),
      record(1_500, 0x0df5_0b23, ...LATER),
    ]),
  )
  assert.deepEqual(found, {
    ...{ dated: true, lines: 3, unreadable: 0, messages: 3, format: 'YDVR' },
    readings: [
      ['position_lat', 52.5, start],
      ['position_lon', 5.4, start],
      ['depth', 1.61, start + 1_000],
      ['depth', 1.62, start + 11_500],
    ],
  })
})

test('lines of text', async (t) => {
  const found = await read(t, '# a comment\n2022-11-30T12:02:29.000Z,3,128267,35,255,8,ff,a1,00,00,00,1e,fb,ff\n')
  assert.deepEqual([found.format, found.readings], ['Actisense', [['depth', 1.61, Date.parse('2022-11-30T12:02:29Z')]]])
})

/** A line of candump on a terminal. */
function candumpLine(time: string, data: number[], id = '0DF50B23'): string {
  const bytes = data.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'))
  return ` (${time})  can0  ${id}   [${data.length}]  ${bytes.join(' ')}`
}

/** What candump prints of two depths, 11.5 s apart, and of other messages; `stamp` has a time from the ms since 1970. */
function candump(stamp: (ms: number, before: number) => string): string {
  const start = Date.parse('2022-11-30T12:02:29Z')
  // 200 frames of no interest between them: the gaps rise and fall, as on a bus.
  const others = Array.from({ length: 200 }, (_, i) => start + 55 * (i + 1) + (i % 3) * 10)
  const times = [start, ...others, start + 11_500]
  const line = (ms: number, i: number) => {
    const data = i === 0 ? DEPTH : i === times.length - 1 ? LATER : undefined
    return candumpLine(stamp(ms, times[i - 1] ?? start), data ?? [1, 2, 3], data ? '0DF50B23' : '18EEFF01')
  }
  return times.map(line).join('\n')
}
const seconds = (ms: number) => (ms / 1_000).toFixed(6).padStart(10, '0')
const START = Date.parse('2022-11-30T12:02:29Z')

for (const [option, stamp, from] of [
  ['-ta', (ms) => seconds(ms), START],
  ['-tA', (ms) => `${new Date(ms).toISOString().replace('T', ' ').slice(0, -1)}000`, START],
  ['-tz', (ms) => seconds(ms - START), 0],
  ['-td', (ms, before) => seconds(ms - before), 0],
] as [string, Parameters<typeof candump>[0], number][])
  test(`candump ${option}: two depths are 11.5 s apart`, async (t) => {
    const { readings, dated, unreadable } = await read(t, candump(stamp))
    assert.deepEqual(
      { readings, dated, unreadable },
      {
        ...{ dated: from > 0, unreadable: 0 },
        readings: [
          ['depth', 1.61, from],
          ['depth', 1.62, from + 11_500],
        ],
      },
    )
  })

test('candump -td of a few frames', async (t) => {
  const lines = [
    candumpLine('000.000000', DEPTH),
    candumpLine('009.000000', LATER),
    candumpLine('004.000000', DEPTH),
    candumpLine('006.000000', LATER),
  ]
  const { readings } = await read(t, lines.join('\n'))
  assert.deepEqual(readings.at(-1), ['depth', 1.62, 19_000])
})

test('candump -td: gaps shorter than a millisecond add up', async (t) => {
  const frame = (us: number, data: number[]) => candumpLine(`000.${String(us).padStart(6, '0')}`, data)
  const gaps = Array.from({ length: 1_000 }, (_, i) => frame(i % 2 ? 550 : 650, DEPTH))
  const { readings } = await read(t, [frame(0, DEPTH), ...gaps, frame(0, LATER)].join('\n'))
  assert.deepEqual(readings.at(-1), ['depth', 1.62, 600])
})

test('an empty file has nothing, and one that is not there is an error', async (t) => {
  assert.equal((await read(t, '')).format, undefined)
  await assert.rejects(
    readRecording(() => recordingIn('/nowhere/recording')),
    /ENOENT/,
  )
})
