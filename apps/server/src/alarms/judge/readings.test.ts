import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBatch } from '../../telemetry/ingest/batch.ts'
import { SeenReader } from './readings.ts'

test('hours of an engine that does not move the hour meter, which come in seconds, are judged as hours', () => {
  const now = new Date()
  const readings = [
    { metric: 'engine_hours', value: 4274.9, unit: 'h', instance: '11' },
    { metric: 'engine_hours', value: 2_621_880, unit: 's', instance: '12' },
  ]
  const { body } = readBatch(Buffer.from(JSON.stringify({ readings })), undefined, now)
  const seen = new SeenReader(new Set(['engine_hours'])).read(body.toString(), now.getTime())
  assert.deepEqual(
    seen.map(({ instance, value }) => [instance, value]),
    [
      ['11', 4274.9],
      ['12', 728.3],
    ],
  )
})

test('a reader finds what is wanted also after the series have changed, and in readings with texts and times of their own', () => {
  const now = new Date('2026-11-26T12:00:00Z')
  const reader = new SeenReader(new Set(['depth', 'fault_code']))
  const read = (...readings: object[]) =>
    reader
      .read(readBatch(Buffer.from(JSON.stringify({ readings })), undefined, now).body.toString(), now.getTime())
      .map(({ at, metric, instance, value, text }) => [now.getTime() - at, metric, instance, value, text])
  const [depth, speed] = [
    { metric: 'depth', value: 9 },
    { metric: 'speed_over_ground', value: 6 },
  ]
  const fault = {
    metric: 'fault_code',
    text_value: ',"times":[',
    instance: '"],"of":[',
    recorded_at: '2026-11-26T11:59:58Z',
  }
  for (let n = 0; n < 2; n++) {
    assert.deepEqual(read(speed, depth), [[0, 'depth', '', 9, null]])
    assert.deepEqual(read(depth, speed, fault), [
      [2000, 'fault_code', '"],"of":[', null, ',"times":['],
      [0, 'depth', '', 9, null],
    ])
  }
})
