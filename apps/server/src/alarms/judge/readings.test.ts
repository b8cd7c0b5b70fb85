import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBatch } from '../../telemetry/ingest/batch.ts'
import { seenIn } from './readings.ts'

test('hours of an engine that does not move the hour meter, which come in seconds, are judged as hours', () => {
  const now = new Date()
  const readings = [
    { metric: 'engine_hours', value: 4274.9, unit: 'h', instance: '11' },
    { metric: 'engine_hours', value: 2_621_880, unit: 's', instance: '12' },
  ]
  const { body } = readBatch(Buffer.from(JSON.stringify({ readings })), undefined, now)
  const seen = seenIn(body.toString(), now.getTime(), new Set(['engine_hours']))
  assert.deepEqual(
    seen.map(({ instance, value }) => [instance, value]),
    [
      ['11', 4274.9],
      ['12', 728.3],
    ],
  )
})
