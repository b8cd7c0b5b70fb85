import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBatch } from '../../telemetry/ingest/batch.ts'
import { newBoat } from './boat.ts'
import { findingOf, KnownVessels } from './known-vessels.ts'
import type { Judged } from './rule.ts'

const RULE: Judged = {
  ...{ id: 'bilge', kind: 'above', metric: 'bilge_water', instance: null, limit: 0, margin: 0, hold_s: 30 },
  applies: 'always',
}
const START = Date.UTC(2026, 5, 1)
/** Between two batches of the device; all its readings are from before. */
const PACE_MS = 3_600_000
const DEVICE = {
  ...{ key_hash: Buffer.from('key'), vessel_id: 'vessel', id: 'connection' },
  telemetry_at: new Date(START),
}

type Sent = [second: number, metric: string, value: number]

/** A vessel that was judged, and what its device sends next. */
function knowVessel(rules: Judged[] = [RULE]) {
  const vessels = new KnownVessels()
  const state = { at: START - 1, ...newBoat() }
  const memory = { until: START, state }
  vessels.add({ vesselId: 'vessel', version: 1, rules, memory, alarms: [], recent: [], unnoted: [] }, [DEVICE])
  let arrivedAt = START
  const store = (sent: Sent[], sinceLastMs: number | null = PACE_MS) => {
    arrivedAt += PACE_MS
    const timeOf = (second: number) => new Date(START + second * 1000).toISOString()
    const readings = sent.map(([second, metric, value]) => ({ metric, value, recorded_at: timeOf(second) }))
    const batch = readBatch(Buffer.from(JSON.stringify({ readings })), undefined, new Date(arrivedAt))
    return { keyHash: DEVICE.key_hash, batch, sinceLastMs }
  }
  const isQuiet = (sent: Sent[], sinceLastMs?: number | null) => vessels.isQuiet(store(sent, sinceLastMs))
  return { vessels, store, isQuiet }
}

test('batches that follow each other quickly are judged as one', async () => {
  const { isQuiet } = knowVessel()
  // Each second; the state that is remembered is of three seconds before.
  for (let second = 1; second < 31; second++)
    assert.equal(await isQuiet([[second, 'bilge_water', 1]]), true, `second ${second}`)
  assert.equal(await isQuiet([[31, 'bilge_water', 1]]), false)
  assert.equal(await isQuiet([[32, 'bilge_water', 1]]), false, 'it is judged from the database first')
})

test('of batches that overlap, what both of them said counts', async () => {
  const { isQuiet } = knowVessel()
  const quiet: Sent[][] = [
    [
      [3, 'bilge_water', 0],
      [4.9, 'bilge_water', 1],
    ],
    [
      [4.8, 'depth', 9],
      [5, 'depth', 9],
    ],
    ...[10, 20, 30, 34.8].map((second): Sent[] => [[second, 'bilge_water', 1]]),
  ]
  for (const batch of quiet) assert.equal(await isQuiet(batch), true)
  assert.equal(await isQuiet([[34.9, 'bilge_water', 1]]), false)
})

test('what was judged is noted once, when nothing comes for some seconds, with the newest state', async () => {
  const { vessels, isQuiet } = knowVessel()
  const due = () => vessels.due(performance.now() + 6_000, 64)
  assert.deepEqual(due(), [])
  for (let second = 1; second < 5; second++) await isQuiet([[second * 10, 'bilge_water', -second]])
  assert.deepEqual(vessels.due(performance.now(), 64), [])
  const [known, ...others] = due()
  assert.deepEqual(others, [])
  assert.deepEqual(findingOf(known!).marks, [{ connection: 'connection', batches: 4 }])
  assert.equal(known!.memory.until, START + 40_000)
  assert.equal(known!.memory.state!.machines.get('bilge')!.get('')!.value, -3, 'just before the newest batch')
  assert.deepEqual(
    known!.recent.map(({ value }) => value),
    [-4],
  )
  assert.ok(vessels.dueIn(performance.now()) > 0)
  vessels.noted(known!, findingOf(known!))
  assert.deepEqual(due(), [])
  assert.equal(vessels.dueIn(performance.now()), Infinity)
})

test('a batch that came when it was to be noted has it noted later, and judged from the database the second time', async () => {
  const { vessels, isQuiet } = knowVessel()
  await isQuiet([[1, 'bilge_water', 0]])
  const [known] = vessels.due(performance.now() + 60_000, 64)
  assert.equal(vessels.miss(known!), true)
  assert.deepEqual(vessels.unnoted(), [known])
  assert.equal(vessels.miss(known!), false)
  vessels.noted(known!, findingOf(known!))
  await isQuiet([[2, 'bilge_water', 0]])
  assert.equal(vessels.miss(known!), true)
})

test('a batch of a vessel without rules is counted, whatever it says and whenever, also while others are noted', () => {
  const { vessels, store } = knowVessel([])
  for (const second of [20, 1]) assert.equal(vessels.isUnwatched(store([[second, 'bilge_water', 9]])), true)
  const due = () => vessels.due(performance.now() + 6_000, 64)
  const [known] = due()
  const finding = findingOf(known!)
  assert.deepEqual(finding.marks, [{ connection: 'connection', batches: 2 }])
  assert.equal(vessels.isUnwatched(store([[30, 'bilge_water', 9]])), true)
  vessels.noted(known!, finding)
  assert.deepEqual(findingOf(due()[0]!).marks, [{ connection: 'connection', batches: 1 }])
  assert.equal(known!.memory.until, START + 30_000)
  assert.equal(vessels.isUnwatched(store([[40, 'bilge_water', 9]], 1)), false, 'another process stored one between')
})

test('a vessel with a rule is watched', () => {
  const { vessels, store } = knowVessel()
  assert.equal(vessels.isUnwatched(store([[1, 'depth', 9]])), false)
})

test('a late batch, and one of a vessel that changed elsewhere, are for the database', async () => {
  const late = knowVessel()
  assert.equal(await late.isQuiet([[-1, 'bilge_water', 0]]), false)
  const { vessels, isQuiet } = knowVessel()
  assert.equal(await isQuiet([[1, 'bilge_water', 0]]), true)
  assert.equal(vessels.unnoted().length, 1)
  vessels.doubt('vessel')
  assert.deepEqual(vessels.unnoted(), [])
  assert.equal(await isQuiet([[2, 'bilge_water', 0]]), false)
})

test('so is a batch before which another process stored one of the same connection', async () => {
  for (const sinceLastMs of [PACE_MS - 1, null]) {
    const { isQuiet } = knowVessel()
    assert.equal(await isQuiet([[1, 'bilge_water', 0]]), true)
    assert.equal(await isQuiet([[2, 'bilge_water', 0]], sinceLastMs), false)
  }
})
