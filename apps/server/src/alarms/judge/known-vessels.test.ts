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
const DEVICE = { key_hash: Buffer.from('key'), vessel_id: 'vessel', id: 'connection' }

type Sent = [second: number, metric: string, value: number]

function batchOf(...sent: Sent[]) {
  const timeOf = (second: number) => new Date(START + second * 1000)
  const readings = sent.map(([second, metric, value]) => ({ metric, value, recorded_at: timeOf(second).toISOString() }))
  const body = Buffer.from(JSON.stringify({ readings }))
  return { keyHash: DEVICE.key_hash, batch: readBatch(body, undefined, timeOf(Math.max(...sent.map(([at]) => at)))) }
}

function knowVessel(): KnownVessels {
  const vessels = new KnownVessels()
  const state = { at: START - 1, ...newBoat() }
  const memory = { until: START, state }
  vessels.add({ vesselId: 'vessel', version: 1, rules: [RULE], memory, alarms: [], recent: [] }, [DEVICE])
  return vessels
}

test('batches that follow each other quickly are judged as one', async () => {
  const vessels = knowVessel()
  // Each second; the state that is remembered is of three seconds before.
  for (let second = 1; second < 31; second++)
    assert.equal(await vessels.isQuiet(batchOf([second, 'bilge_water', 1])), true, `second ${second}`)
  assert.equal(await vessels.isQuiet(batchOf([31, 'bilge_water', 1])), false)
  assert.equal(await vessels.isQuiet(batchOf([32, 'bilge_water', 1])), false, 'it is judged from the database first')
})

test('of batches that overlap, what both of them said counts', async () => {
  const vessels = knowVessel()
  const quiet = [
    batchOf([3, 'bilge_water', 0], [4.9, 'bilge_water', 1]),
    batchOf([4.8, 'depth', 9], [5, 'depth', 9]),
    ...[10, 20, 30, 34.8].map((second) => batchOf([second, 'bilge_water', 1])),
  ]
  for (const batch of quiet) assert.equal(await vessels.isQuiet(batch), true)
  assert.equal(await vessels.isQuiet(batchOf([34.9, 'bilge_water', 1])), false)
})

test('what was judged is noted once, when nothing comes for some seconds', async () => {
  const vessels = knowVessel()
  const due = () => vessels.due(performance.now() + 6_000, 64)
  assert.deepEqual(due(), [])
  for (let second = 1; second < 4; second++) await vessels.isQuiet(batchOf([second, 'bilge_water', 0]))
  assert.deepEqual(vessels.due(performance.now(), 64), [])
  const [known, ...others] = due()
  assert.deepEqual(others, [])
  assert.deepEqual(findingOf(known!).marks, [{ connection: 'connection', batches: 3 }])
  assert.equal(known!.memory.until, START + 3000)
  assert.ok(vessels.dueIn(performance.now()) > 0)
  vessels.noted(known!)
  assert.deepEqual(due(), [])
  assert.equal(vessels.dueIn(performance.now()), Infinity)
})

test('a late batch, and one of a vessel that changed elsewhere, are for the database', async () => {
  const vessels = knowVessel()
  assert.equal(await vessels.isQuiet(batchOf([-1, 'bilge_water', 0])), false)
  const other = knowVessel()
  assert.equal(await other.isQuiet(batchOf([1, 'bilge_water', 0])), true)
  assert.equal(other.unnoted().length, 1)
  other.doubt('vessel')
  assert.deepEqual(other.unnoted(), [])
  assert.equal(await other.isQuiet(batchOf([2, 'bilge_water', 0])), false)
})
