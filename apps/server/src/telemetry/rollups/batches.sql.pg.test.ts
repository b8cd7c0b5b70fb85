import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { metricBit } from '@binnacle/contract'
import { insertBoats } from '../../testing/accounts/boats.ts'
import { countPrepared } from '../../testing/count-prepared.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { storeSent } from '../testing/store-sent.ts'
import { narrowBatches } from './batches-sql.ts'
import { DAY_MS, HOUR_MS } from './day/time-grid.ts'

const { database, drop } = await openTestDatabase()
after(drop)

const FROM = Date.parse('2026-05-14T00:00:00Z')

/** The times of the batches of a boat that sends so often for so long, as they are read, and by how many statements. */
async function readAll(everyMs: number, days: number) {
  const boat = (await insertBoats(database.db, 1))[0]!
  const sent = Array.from({ length: (days * DAY_MS) / everyMs }, (_, i) => FROM + i * everyMs)
  const at = (time: number) => [{ metric: 'depth' as const, at: time, value: 3 }]
  await storeSent(
    database,
    boat,
    sent.map((time) => ({ arrivedAt: time, readings: at(time) })),
  )
  const counted = countPrepared(database)
  const { vesselId } = boat
  const wanted = Array.from({ length: days }, (_, day) => {
    const from = FROM + day * DAY_MS
    return { vesselId, from, to: from + DAY_MS }
  })
  const found: number[] = []
  for await (const [, { columns }] of narrowBatches(counted.database, wanted, metricBit('depth')))
    found.push(...columns.at)
  assert.deepEqual(
    found.sort((a, b) => a - b),
    sent,
    'each once',
  )
  return counted.statements
}

test('two weeks that wait for their rollups are read by few statements where batches are rare', async () => {
  assert.ok((await readAll(HOUR_MS, 14)) <= 16)
})

test('where batches are many a statement finds those of six hours', async () => {
  assert.equal(await readAll(50_000, 1), 4)
})
