import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import { type Arrived, KEY_LENGTH, type Unpacked, unpack } from '../batch-format.ts'
import { readBatch } from '../ingest/batch.ts'
import { OLD_BATCHES, OLD_BLOCK } from '../testing/old-block.ts'
import { decodeBlock, encodeBlock } from './block.ts'

const DAY = Date.parse('2026-05-01T10:00:00Z')

const time = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3_600_000 }).map((ms) => new Date(DAY + ms).toISOString()) },
  fc.constantFrom(
    '2026-05-01T10:00:00Z',
    '2026-05-01T12:00:00.123+02:00',
    '2026-05-01T10:00:00.123456Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ),
)
const digits = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -99_999, max: 99_999 }).map((n) => String(n / 100)) },
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map((n) => `${n}.50`),
  fc.constantFrom(
    '0',
    '-0',
    '-0.0',
    '0.10',
    '1e5',
    '1E-7',
    '12345678901234567890',
    '0.1234567890123456789',
    '-9007199254740993',
  ),
)
const reading = fc.record({
  metric: fc.constantFrom('depth', 'sog', 'fault_code', 'engine_rpm'),
  unit: fc.constantFrom(undefined, 'm', 'kn'),
  instance: fc.constantFrom(undefined, 'port', '1', 'a "b" \\ ,"value":['),
  digits: fc.option(digits, { freq: 6 }),
  text: fc.option(fc.constantFrom('none', 'P0118', 'ü €'), { freq: 3 }),
  time: fc.option(time, { freq: 5 }),
})
/** As stored: what the service makes of a request. */
const stored = fc
  .record({
    readings: fc.array(reading, { minLength: 1, maxLength: 12 }),
    common: fc.option(time),
    delay: fc.integer({ min: 0, max: 100_000 }),
    key: fc.uuid(),
  })
  .map(({ readings, common, delay, key }): Arrived | null => {
    const parts = readings.map(({ metric, unit, instance, digits, text, time }) => {
      const rest = { metric, unit, instance, text_value: text ?? undefined, recorded_at: common ?? time ?? undefined }
      const value = digits ?? (text === null ? '1' : null)
      return `${JSON.stringify(rest).slice(0, -1)}${value === null ? '' : `,"value":${value}`}}`
    })
    const arrived = DAY + 3_600_000 + delay
    const batch = readBatch(Buffer.from(`{"readings":[${parts}]}`), key, new Date(arrived))
    return batch.accepted === 0 ? null : { arrived, key, batch: unpack(batch.body.toString()) }
  })

/** What a batch says, without how it says it. */
const said = ({ arrived, batch }: Arrived) => ({
  arrived,
  readings: batch.of.map((of, i) => [
    ...batch.series[of]!,
    batch.digits[i],
    batch.text_value?.[i] ?? null,
    batch.at[i] === null ? null : batch.times[batch.at[i]!],
  ]),
})

test('every batch comes back from a block as it was, digit for digit', () => {
  let odd = 0
  fc.assert(
    fc.property(fc.array(stored, { minLength: 1, maxLength: 12 }), (found) => {
      const batches = found.filter((one) => one !== null)
      if (batches.length === 0) return
      const block = encodeBlock(batches)
      const back = decodeBlock(block)
      assert.deepEqual(back.map(said), batches.map(said))
      assert.deepEqual(
        back.map(({ key }) => key),
        batches.map(({ key }) => key.slice(0, KEY_LENGTH)),
      )
      const ofDepth = decodeBlock(block, ([metric]) => metric === 'depth')
      const expected = batches.map((batch) => ({
        ...said(batch),
        readings: said(batch).readings.filter(([metric]) => metric === 'depth'),
      }))
      assert.deepEqual(
        ofDepth.map(said),
        expected.filter(({ readings }) => readings.length > 0),
      )
      const whole = new Map(batches.map(({ arrived, batch }) => [arrived, batch]))
      if (whole.size === batches.length)
        for (const { arrived, batch } of ofDepth)
          assert.deepEqual(
            (batch.places ?? [...batch.of.keys()]).map((place) => whole.get(arrived)!.digits[place]),
            batch.digits,
          )
      if (/"odd":\[\[/.test(block.body)) odd++
    }),
    { numRuns: propertyRuns(100, 3000) },
  )
  assert.ok(odd > 0, 'some values fitted no column')
})

test('a block of an older version is read as it was, whole and in part', () => {
  const read = (isWanted?: (metric: string) => boolean) =>
    decodeBlock(OLD_BLOCK, isWanted && (([metric]) => isWanted(metric))).map((one) => [
      new Date(one.arrived).toISOString(),
      one.key,
      ...said(one).readings.map(([metric, unit, instance, digits, text, time]) => [
        ...[metric, digits, text, unit, instance, time],
      ]),
    ])
  assert.deepEqual(read(), OLD_BATCHES)
  assert.deepEqual(
    read((metric) => metric === 'engine_rpm'),
    OLD_BATCHES.map((batch) => batch.filter((part) => typeof part === 'string' || part[0] === 'engine_rpm')),
  )
})

/** 720 batches of an hour, 20 readings each, each with a time of its own. */
function anHour(jitterMs: number): Arrived[] {
  let state = 7
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const values = Array.from({ length: 20 }, (_, i) => 10 * i)
  return Array.from({ length: 720 }, (_, n) => {
    const at = DAY + n * 5000
    for (const i of values.keys()) values[i] = Math.round((values[i]! + random() - 0.5) * 100) / 100
    const of = values.map((_, i) => i)
    const batch: Unpacked = {
      series: values.map((_, i) => [`metric${i}`, 'unit', null]),
      of,
      at: jitterMs ? of : of.map(() => 0),
      times: (jitterMs ? of : [0]).map(() => new Date(at + Math.round(jitterMs * random())).toISOString()),
      digits: values.map(String),
    }
    const key = Math.floor(2 ** 28 * random())
      .toString(16)
      .padStart(7, '0')
    return { arrived: at + 700 + Math.round(100 * random()), key, batch }
  })
}

test('an hour of a boat takes 1.3 bytes a reading before compression, 1.9 where each has its own time', () => {
  for (const [jitterMs, most] of [
    [0, 1.3],
    [12, 1.9],
  ] as const) {
    const { body, block } = encodeBlock(anHour(jitterMs))
    assert.ok((body.length + block.length) / 14_400 < most, `${(body.length + block.length) / 14_400} bytes a reading`)
  }
})
