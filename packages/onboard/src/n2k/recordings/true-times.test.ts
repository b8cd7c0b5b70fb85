import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRecording } from './recording.ts'
import { framesOf } from './recording-file.ts'

const DAY_MS = 24 * 3600 * 1000
const STEP_MS = 13.9 * DAY_MS
const START = Date.parse('2024-05-16T10:00:00Z')
const HOUR_MS = 3_600_000
const ROLLOVER_MS = 1024 * 7 * DAY_MS

const line = (stamp: number, pgn: number, src: number, data: Buffer) =>
  `${new Date(stamp).toISOString()},3,${pgn},${src},255,${data.length},${data.toString('hex').replace(/..(?!$)/g, '$&,')}`

/** 1.61 m. */
const depth = (stamp: number) => line(stamp, 128267, 35, Buffer.from('ffa10000001efbff', 'hex'))

function dateAndTime(ms: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUInt16LE(Math.floor(ms / DAY_MS))
  bytes.writeUInt32LE((ms % DAY_MS) * 10, 2)
  return bytes
}

/** sid, source (0 GPS, 4 a crystal), days, tenths of a millisecond. */
const systemTime = (stamp: number, told: number, { src = 7, source = 0 } = {}) =>
  line(stamp, 126992, src, Buffer.concat([Buffer.from([1, 0xf0 | source]), dateAndTime(told)]))

/** Days, tenths of a millisecond, offset of the zone: none. */
const timeAndDate = (stamp: number, told: number, src = 9) =>
  line(stamp, 129033, src, Buffer.concat([dateAndTime(told), Buffer.from([0, 0])]))

/** Ten seconds apart, the depth is sent each time; each time the recorder's clock is `off` by so much. */
const minutes = (from: number, off: number, told: (stamp: number, at: number) => string[] = () => []) =>
  Array.from({ length: 8 }, (_, i) => from + i * 10_000).flatMap((at) => [...told(at + off, at), depth(at + off)])

const gps = (stamp: number, at: number) => [systemTime(stamp, at)]
const expected = (...starts: number[]) =>
  starts.flatMap((from) => Array.from({ length: 8 }, (_, i) => from + i * 10_000))
const read = (lines: string[]) => readRecording(() => framesOf(lines))
const depthsOf = async (lines: string[]) =>
  (await read(lines)).readings.filter(({ metric }) => metric === 'depth').map(({ at }) => at)

describe('the GPS time of a recording rules', () => {
  test('eight readings that were stamped 13.9 days early, before the clock of the recorder stepped', async () => {
    const lines = [...minutes(START, -STEP_MS, gps), ...minutes(START + 80_000, 0, gps)]
    assert.deepEqual(await depthsOf(lines), expected(START, START + 80_000))
    const { shifted } = await read(lines)
    assert.deepEqual(shifted, [
      { from: START - STEP_MS, to: START - STEP_MS + 70_000, frames: 16, dated: true, shiftMs: STEP_MS },
    ])
  })

  test('a clock that steps back', async () => {
    const lines = [...minutes(START, STEP_MS, gps), ...minutes(START + 80_000, 0, gps)]
    assert.deepEqual(await depthsOf(lines), expected(START, START + 80_000))
  })

  test('a clock in the time of a zone', async () => {
    assert.deepEqual(await depthsOf(minutes(START, 2 * HOUR_MS, gps)), expected(START))
  })

  test('a clock that is right to within seconds is believed', async () => {
    const { readings, shifted } = await read(minutes(START, 3_000, gps))
    assert.deepEqual([readings[0]?.at, shifted], [START + 3_000, []])
  })

  test('a part without GPS time moves with the part before it, or else the one after', async () => {
    const later = START + HOUR_MS
    const silentAfter = [...minutes(START, STEP_MS, gps), ...minutes(later, STEP_MS)]
    assert.deepEqual(await depthsOf(silentAfter), expected(START, later))
    const silentBefore = [...minutes(START, STEP_MS), ...minutes(later, STEP_MS, gps)]
    assert.deepEqual(await depthsOf(silentBefore), expected(START, later))
  })

  test('where the clock goes back without GPS time, nobody knows how long it paused: one follows the other', async () => {
    const silentAfter = [...minutes(START, 0, gps), ...minutes(START + 80_000, -STEP_MS)]
    assert.deepEqual(await depthsOf(silentAfter), [...new Set(expected(START, START + 70_000))])
    const silentBefore = [...minutes(START, STEP_MS), ...minutes(START + 80_000, 0, gps)]
    assert.deepEqual(await depthsOf(silentBefore), [...new Set(expected(START + 10_000, START + 80_000))])
  })

  test('a line whose time is damaged is not of the year 2922: it comes before the next part with GPS time', async () => {
    for (const damaged of [START + 900 * 365 * DAY_MS, START + HOUR_MS]) {
      const lines = [...minutes(START, 0, gps), depth(damaged), ...minutes(START + 80_000, 0, gps)]
      assert.deepEqual(await depthsOf(lines), expected(START, START + 80_000))
    }
  })

  test('without any GPS time all stays as stamped', async () => {
    const lines = [...minutes(START, -STEP_MS), ...minutes(START + 80_000, 0)]
    const { readings, shifted } = await read(lines)
    assert.deepEqual(
      readings.map(({ at }) => at),
      expected(START - STEP_MS, START + 80_000),
    )
    assert.deepEqual(shifted, [])
  })

  test('a clock without a date gets one', async () => {
    // Yacht Devices: the time of the day, which is another one than GPS says.
    const yd = (text: string) => {
      const [stamp = '', , pgn, src, , , ...data] = text.split(',')
      const id = ((3 << 26) | (Number(pgn) << 8) | Number(src)).toString(16).padStart(8, '0')
      return `${stamp.slice(11, 23)} R ${id.toUpperCase()} ${data.join(' ').toUpperCase()}`
    }
    const lines = minutes(START, HOUR_MS, gps).map(yd)
    const recording = await read(lines)
    assert.deepEqual([recording.dated, recording.readings.map(({ at }) => at)], [true, expected(START)])
    const without = await read(minutes(START, HOUR_MS).map(yd))
    assert.deepEqual([without.dated, without.shifted], [false, []])
  })
})

describe('whose time', () => {
  test('two wrong messages count for nothing', async () => {
    const torn = minutes(START, STEP_MS, (stamp, at) => {
      const wrong = at === START ? 77 * DAY_MS : at === START + 10_000 ? -77 * DAY_MS : 0
      return [systemTime(stamp, at + wrong)]
    })
    assert.deepEqual(await depthsOf(torn), expected(START))
  })

  test('the receiver that tells it most often', async () => {
    const two = minutes(START, STEP_MS, (stamp, at) => [
      systemTime(stamp, at - 77 * DAY_MS, { src: 3 }),
      systemTime(stamp, at),
      systemTime(stamp, at),
    ])
    assert.deepEqual(await depthsOf(two), expected(START))
  })

  test('of a receiver whose week number has rolled over, once or twice, the time and not the date', async () => {
    for (const times of [1, 2]) {
      const rolled = (off: number) => minutes(START, off, (stamp, at) => [systemTime(stamp, at - times * ROLLOVER_MS)])
      assert.deepEqual(await depthsOf(rolled(0)), expected(START))
      assert.deepEqual(await depthsOf(rolled(STEP_MS)), expected(START))
      assert.deepEqual(await depthsOf(rolled(-STEP_MS)), expected(START))
    }
    // The recorder began in 1970: the receiver is right.
    assert.deepEqual(await depthsOf(minutes(START, -START, gps)), expected(START))
  })

  test("never a plotter's crystal", async () => {
    const crystal = minutes(START, 0, (stamp, at) => [systemTime(stamp, at - STEP_MS, { source: 4 })])
    assert.deepEqual(await depthsOf(crystal), expected(START))
  })

  test('PGN 129033, which does not say whose it is, only where nothing else tells it', async () => {
    const alone = minutes(START, STEP_MS, (stamp, at) => [timeAndDate(stamp, at)])
    assert.deepEqual(await depthsOf(alone), expected(START))
    const beside = minutes(START, STEP_MS, (stamp, at) => [
      timeAndDate(stamp, at - HOUR_MS),
      timeAndDate(stamp, at - HOUR_MS),
      systemTime(stamp, at),
    ])
    assert.deepEqual(await depthsOf(beside), expected(START))
  })

  test('frames without a time of reception cannot be placed by it', async () => {
    const plain = (text: string) => {
      const [, , pgn, src, , , ...data] = text.split(',')
      const id = ((3 << 26) | (Number(pgn) << 8) | Number(src)).toString(16).padStart(8, '0')
      return `can0  ${id.toUpperCase()}   [${data.length}]  ${data.join(' ').toUpperCase()}`
    }
    const recording = await read(minutes(START, 0, gps).map(plain))
    assert.deepEqual([recording.dated, recording.shifted, recording.format], [false, [], 'candump2'])
  })
})
