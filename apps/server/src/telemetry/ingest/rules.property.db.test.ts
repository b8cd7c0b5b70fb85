import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { METRIC_NAMES, metricBit } from '@binnacle/contract'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import { makeKey } from '../../http/values/key.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { newestReadings } from '../read/read-sql.ts'
import { readBatch } from './batch.ts'
import { ingest } from './ingest-sql.ts'

const { database, drop } = await openTestDatabase()
after(drop)
const { db } = database

const owner_id = randomUUID()
await db.insertInto('owner').values({ id: owner_id, name: 'Ada', email: 'ada@example.org', plan: 'pro' }).execute()

/** A vessel with one onboard device, made in the database alone: these properties are about the statement, not about HTTP. */
async function makeDevice() {
  const vesselId = randomUUID()
  const vessel = { id: vesselId, owner_id, name: 'Aurora', vessel_type: 'sailboat' as const }
  await db
    .insertInto('vessel')
    .values(vessel as never)
    .execute()
  return { vesselId, keyHash: await addDevice(vesselId) }
}

async function addDevice(vesselId: string): Promise<Buffer> {
  const { hash, prefix } = makeKey('ct_')
  const id = randomUUID()
  const connection = { vessel_id: vesselId, id, provider: id, config: '{}', key_hash: hash, key_prefix: prefix }
  await db
    .insertInto('connection')
    .values(connection as never)
    .execute()
  return hash
}

const START = Date.parse('2026-05-14T12:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1000)
const bodyOf = (readings: unknown[]) => Buffer.from(JSON.stringify({ readings }))

/** Sends a batch as a request that arrives at that second. */
async function send(keyHash: Buffer, readings: unknown[], second: number, gapMs = 0) {
  const batch = readBatch(bodyOf(readings), randomUUID(), at(second))
  const [outcome] = await ingest(database, [{ keyHash, batch }], { gapMs, enabled: true })
  return outcome!
}

const RUNS = { numRuns: propertyRuns(10, 80) }

test('gap: a request is accepted exactly when the last accepted one is at least the gap away, before or after', async () => {
  const arrivals = fc.array(fc.integer({ min: -20_000, max: 20_000 }), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(arrivals, async (milliseconds) => {
      const { keyHash } = await makeDevice()
      let last: number | null = null
      for (const ms of milliseconds) {
        const { outcome, wait_ms } = await send(keyHash, [{ metric: 'depth', value: 1 }], ms / 1000, 5000)
        const tooSoon: boolean = last !== null && Math.abs(ms - last) < 5000
        assert.equal(outcome, tooSoon ? 'too_frequent' : 'accepted')
        assert.equal(wait_ms, last === null ? null : 5000 - (ms - last))
        if (!tooSoon) last = ms
      }
    }),
    RUNS,
  )
  const { keyHash } = await makeDevice()
  for (const days of [0, 400, 0]) {
    const { outcome, wait_ms } = await send(keyHash, [{ metric: 'depth', value: 1 }], days * 86_400, 5000)
    assert.deepEqual([outcome, wait_ms], ['accepted', null])
  }
})

test('hour meter: batches in any order, in one statement or in several, end at the highest whole hours', async () => {
  const hours = fc.array(fc.array(fc.double({ min: 0, max: 2000, noNaN: true }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(hours, fc.boolean(), async (batches, together) => {
      const { vesselId, keyHash } = await makeDevice()
      // Other onboard devices of the same vessel, so that they can share a statement.
      const devices = [keyHash, ...(await Promise.all(batches.slice(1).map(() => addDevice(vesselId))))]
      const arrivals = batches.map((values, i) => ({
        keyHash: devices[i]!,
        batch: readBatch(bodyOf(values.map((value) => ({ metric: 'engine_hours', value }))), `${i}`, at(i)),
      }))
      const rules = { gapMs: 0, enabled: true }
      const outcomes = together
        ? await ingest(database, arrivals, rules)
        : (await Promise.all(arrivals.map((arrival) => ingest(database, [arrival], rules)))).flat()
      const highest = Math.floor(Math.max(...batches.flat()))
      const vessel = await db
        .selectFrom('vessel')
        .select('engine_hours')
        .where('id', '=', vesselId)
        .executeTakeFirstOrThrow()
      const log = await db.selectFrom('engine_hour_log').select('hours').where('vessel_id', '=', vesselId).execute()
      assert.equal(vessel.engine_hours, highest)
      assert.equal(log.length, outcomes.filter((outcome) => outcome.hours_applied).length, 'one entry for each move')
      assert.equal(Math.max(...log.map((entry) => entry.hours!)), highest)
    }),
    RUNS,
  )
})

interface Sent {
  metric: string
  value: number
  recorded_at?: string
}

const reading = fc.record({
  metric: fc.constantFrom('depth', 'engine_rpm', 'fault_code'),
  // Seconds from the start; some are later than any arrival, some have no time of their own.
  second: fc.option(fc.oneof(fc.integer({ min: -300_000, max: 40 }), fc.integer({ min: -20, max: 2_000_000 }))),
})
const history = fc.array(fc.array(reading, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 14 })

test('newest readings: the same as sorting them all, for any overlap of batches, any limit, all or one metric', async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(null, 'depth', 'fault_code', 'water_temp'),
      async (batches, limit, name) => {
        const { vesselId, keyHash } = await makeDevice()
        let serial = 0
        const model: { at: number; arrived: number; place: number; value: number }[] = []
        for (const [second, batch] of batches.entries()) {
          const readings: Sent[] = batch.map(({ metric, second: s }) => ({
            metric,
            value: serial++,
            ...(s !== null && { recorded_at: at(s).toISOString() }),
          }))
          await send(keyHash, readings, second)
          const arrived = at(second).getTime()
          readings.forEach(({ metric, value, recorded_at }, place) => {
            const recorded = recorded_at ? Date.parse(recorded_at) : arrived
            if (name === null || metric === name) model.push({ at: Math.min(recorded, arrived), arrived, place, value })
          })
        }
        model.sort((a, b) => b.at - a.at || b.arrived - a.arrived || b.place - a.place)
        const metric = name === null ? null : { bit: metricBit(name), name }
        const read = JSON.parse(JSON.stringify(await newestReadings(database, vesselId, limit, metric)))
        assert.deepEqual(
          read.map((r: Sent) => r.value),
          model.slice(0, limit).map((r) => r.value),
        )
      },
    ),
    { numRuns: propertyRuns(15, 120) },
  )
})

test('batches that the database refuses fail alone: their neighbours in the statement are stored', async () => {
  const { TelemetryWriter } = await import('./writer.ts')
  const { Metrics } = await import('../../service/metrics.ts')
  const writer = new TelemetryWriter(database, { gapMs: 0, enabled: true }, new Metrics())
  const refused = [0, 3, 4, 10]
  const devices = await Promise.all(Array.from({ length: 11 }, makeDevice))
  const results = await Promise.allSettled(
    devices.map(({ keyHash }, i) => {
      const batch = readBatch(bodyOf([{ metric: 'depth', value: 1 }]), undefined, at(0))
      return writer.store({ keyHash, batch: refused.includes(i) ? { ...batch, body: Buffer.from([0xff]) } : batch })
    }),
  )
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value.outcome : 'failed')),
    devices.map((_device, i) => (refused.includes(i) ? 'failed' : 'accepted')),
  )
})

test('every metric has a bit of its own within the integer column', () => {
  const bits = METRIC_NAMES.map(metricBit)
  assert.equal(new Set(bits).size, METRIC_NAMES.length)
  assert.ok(Math.max(...bits) < 2 ** 31)
})

test('batches of one onboard device that come at once go one after the other, and the gap holds between them', async () => {
  const { TelemetryWriter } = await import('./writer.ts')
  const { Metrics } = await import('../../service/metrics.ts')
  for (const [gapMs, expected] of [
    [5000, 1],
    [0, 5],
  ] as const) {
    const writer = new TelemetryWriter(database, { gapMs, enabled: true }, new Metrics())
    const { keyHash } = await makeDevice()
    const outcomes = await Promise.all(
      [1, 2, 3, 4, 5].map((value) =>
        writer.store({ keyHash, batch: readBatch(bodyOf([{ metric: 'depth', value }]), `${value}`, at(0)) }),
      ),
    )
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'accepted').length, expected)
  }
})
