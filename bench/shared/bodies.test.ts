import assert from 'node:assert/strict'
import { test } from 'node:test'
import { METRIC_NAMES } from '@binnacle/contract'
import { toWire } from '../../packages/onboard/src/readings/reading.ts'
import { isoTime, lineParts, readingsOf, StampedText, telemetryParts } from './bodies.ts'

const START = Date.UTC(2026, 4, 14, 23, 59, 55)
const readings = readingsOf(3, 200, 1000)

test('a stamped body is what the onboard program would send from that time on, however often it is stamped', () => {
  const body = new StampedText(telemetryParts(readings), isoTime)
  for (const start of [START, START + 86_400_000, START]) {
    body.stamp(start)
    const expected = readings.map((reading) => toWire({ ...reading, at: start + reading.at }))
    assert.equal(body.bytes.toString(), JSON.stringify({ readings: expected }))
  }
})

test('twenty series in ten samples, each with a metric of the contract and values that move', () => {
  assert.equal(new Set(readings.map(({ metric, instance }) => `${metric} ${instance}`)).size, 20)
  assert.equal(new Set(readings.map(({ at }) => at)).size, 10)
  assert.ok(readings.every(({ metric }) => METRIC_NAMES.includes(metric)))
  assert.ok(new Set(readings.map(({ value }) => value)).size > 100)
})

test('two onboard devices never send the same body', () => {
  const [one, other] = [3, 4].map((device) => new StampedText(telemetryParts(readingsOf(device, 200, 1000)), isoTime))
  one!.stamp(START)
  other!.stamp(START)
  assert.notDeepEqual(one!.bytes, other!.bytes)
})

test('InfluxDB gets the same readings, a line each', () => {
  const body = new StampedText(lineParts(readings, 'v00003'), String)
  body.stamp(START)
  const lines = body.bytes.toString().trimEnd().split('\n')
  const { metric, instance, value } = readings[21]!
  assert.equal(lines.length, readings.length)
  assert.equal(lines[21], `${metric},instance=${instance},vessel=v00003 value=${value} ${START + 1000}`)
})
