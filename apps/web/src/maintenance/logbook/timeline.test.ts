import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogEntry } from '@binnacle/contract'
import { timeline } from './timeline.ts'

let ids = 0
const at = (month: number, day: number) => new Date(2026, month, day, 12).toISOString()
const service = (when: string): LogEntry => {
  const id = String(ids++)
  const done = {
    id,
    title: 'Oil',
    done_at: when,
    engine_hours: null,
    cost: null,
    currency: null,
    note: null,
    task_id: null,
  }
  return {
    kind: 'service',
    id,
    at: when,
    service_log: { ...done, route: 'diy' },
    engine_hour_log: null,
    service_id: null,
  }
}
const reading = (
  when: string,
  source: 'telemetry' | 'manual' = 'telemetry',
  litres: number | null = null,
): LogEntry => {
  const id = String(ids++)
  const read = { id, hours: 412, litres, fuel_cost: null, currency: null, source, logged_at: when }
  return { kind: 'hours', id, at: when, service_log: null, engine_hour_log: read, service_id: null }
}
const shape = (entries: LogEntry[], each = false) =>
  timeline(entries, each).map(({ lines }) =>
    lines.map((line) => (line.kind === 'run' ? line.entries.length : line.kind)),
  )

test('by months, in the order of the entries', () => {
  assert.deepEqual(shape([service(at(5, 2)), service(at(5, 1)), service(at(4, 30))]), [['entry', 'entry'], ['entry']])
  assert.deepEqual(shape([]), [])
})

test('readings of telemetry in a row are one line, until something else happened', () => {
  const run = () => reading(at(5, 3))
  assert.deepEqual(shape([run(), run(), service(at(5, 2)), run(), run(), run()]), [[2, 'entry', 3]])
  assert.deepEqual(shape([run(), run()], true), [['entry', 'entry']])
})

test('a reading by hand, or one with fuel, is a line of its own', () => {
  assert.deepEqual(shape([reading(at(5, 3)), reading(at(5, 2), 'manual'), reading(at(5, 1), 'telemetry', 80)]), [
    [1, 'entry', 'entry'],
  ])
})
