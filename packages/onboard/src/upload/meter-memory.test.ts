import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Reading, toWire } from '../readings/reading.ts'
import { logTo } from '../testing/log.ts'
import { afterCorrection, METER_FILE, type MeterHours, type MeterKnown, MeterMemory, told } from './meter-memory.ts'

const port = (hours: number): MeterHours => ({ instance: 'port', hours })
const starboard = (hours: number): MeterHours => ({ instance: 'starboard', hours })
const NOTHING: MeterKnown = { confirmed: [], corrected: null }
const knowing = (...confirmed: MeterHours[]): MeterKnown => ({ confirmed, corrected: null })

test('hours that the service has taken are confirmed, of each engine the highest', () => {
  const first = told(NOTHING, [port(270), port(271), starboard(90)], 271, 10)
  assert.deepEqual(first, { known: knowing(port(271), starboard(90)), wrong: [] })
  assert.deepEqual(told(first.known, [port(270)], 271, 20), { known: first.known, wrong: [] })
})

test('a meter that is higher than what came from here is somebody else’s, and falls without us', () => {
  const { known } = told(knowing(port(270)), [], 4120, 10)
  assert.deepEqual(told(known, [], 412, 20), { known: knowing(port(270)), wrong: [] })
})

test('a meter below what was confirmed was corrected: what is above it is wrong', () => {
  const { known, wrong } = told(knowing(port(354_185), starboard(90)), [], 120, 10)
  assert.deepEqual(wrong, [port(354_185)])
  assert.deepEqual(known, { confirmed: [port(120), starboard(90)], corrected: { hours: 120, next: 10 } })
  assert.deepEqual(told(known, [], 120, 20), { known, wrong: [] }, 'once')
})

test('so was one below what the service took with an answer that was lost', () => {
  assert.deepEqual(told(knowing(port(120)), [port(354_185)], 120, 10).wrong, [port(354_185)])
})

test('with no hours at all, all that was confirmed is wrong', () => {
  assert.deepEqual(told(knowing(port(270), starboard(90)), [], null, 10), {
    known: { confirmed: [], corrected: { hours: null, next: 10 } },
    wrong: [port(270), starboard(90)],
  })
})

test('an owner who deletes two wrong entries, one after the other, is heard twice', () => {
  const { known } = told(knowing(port(354_186)), [], 354_185, 10)
  assert.deepEqual(told(known, [], 120, 20).known.corrected, { hours: 120, next: 20 })
})

test('hours above the correction that were queued before it was known are sent beside the meter', () => {
  const { known } = told(knowing(port(354_185)), [], 120, 10)
  const sendable = (seq: number, reading: Omit<Reading, 'at'>) =>
    afterCorrection({ seq, reading, stamp: { boot: 'a', steady: 0, wall: 0 } }, known)
  const hours = (value: number) => ({ metric: 'engine_hours', instance: 'port', value }) as const
  assert.deepEqual(sendable(9, hours(354_185.2)), { ...hours(354_185.2), unit: 'hours' })
  assert.deepEqual(sendable(9, hours(121)), { ...hours(121), unit: 'hours' })
  for (const same of [
    hours(120.9),
    { metric: 'engine_rpm', value: 900 } as const,
    { ...hours(9e9), unit: 'hours' } as const,
  ])
    assert.deepEqual(sendable(9, same), same)
  assert.deepEqual(sendable(10, hours(121)), hours(121), 'after it')
})

async function memory(t: TestContext, before?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-meter-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, METER_FILE)
  if (before !== undefined) await writeFile(path, before)
  const wrong: MeterHours[] = []
  const lines: string[] = []
  const open = () =>
    MeterMemory.open(path, {
      queue: { next: 7, flush: async () => {} },
      forget: async (one) => void wrong.push(one),
      log: logTo((text) => lines.push(text)),
    })
  return { open, wrong, lines }
}

const batch = (...readings: Omit<Reading, 'at'>[]) => ({
  ...{ key: 'k', seqs: [], count: readings.length },
  body: JSON.stringify({ readings: readings.map((reading) => toWire({ ...reading, at: 0 })) }),
})
const HOURS = batch({ metric: 'engine_hours', instance: 'port', value: 270.9 })
const OTHERS = batch({ metric: 'depth', value: 3 }, { metric: 'engine_hours', value: 9, unit: 'hours' })
const MINUTE = 60_000

test('it asks with hours for the meter, at the start, and every five minutes', async (t) => {
  const { open } = await memory(t)
  const first = await open()
  assert.equal(first.preference(OTHERS, 0), undefined, 'nothing that could be corrected came from here')
  assert.equal(first.preference(HOURS, 0), 'hour-meter')
  await first.answered(HOURS, 270, 0)
  assert.deepEqual(
    [HOURS, OTHERS].map((one) => first.preference(one, 5 * MINUTE - 1)),
    ['hour-meter=270', undefined],
  )
  assert.equal(first.preference(OTHERS, 5 * MINUTE), 'hour-meter=270')
  await first.answered(OTHERS, 270, 5 * MINUTE)
  assert.equal(first.preference(OTHERS, 6 * MINUTE), undefined)
  assert.equal((await open()).preference(OTHERS, 6 * MINUTE), 'hour-meter=270')
})

test('what is not told changes nothing; a file that is damaged begins anew', async (t) => {
  const { open, wrong, lines } = await memory(t, '{"confirmed":[{"hours":"many"}]}')
  const known = await open()
  assert.match(lines[0]!, /meter.json is damaged/)
  await known.answered(HOURS, undefined, 0)
  assert.equal(known.preference(HOURS, 0), 'hour-meter')
  await known.answered(HOURS, 12, 0)
  assert.deepEqual(wrong, [port(270)])
})
