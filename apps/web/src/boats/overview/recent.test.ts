import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineHourLog, HourSource, ServiceLog } from '@binnacle/contract'
import { recentEntries } from './recent.ts'

const service = (id: string, done_at: string) => ({ id, done_at }) as ServiceLog
const hours = (id: string, logged_at: string, source: HourSource = 'manual') =>
  ({ id, logged_at, source }) as EngineHourLog
const ids = (entries: { id: string }[]) => entries.map(({ id }) => id).join(' ')

test('services and the hours that people logged, newest first, whatever the offset they are written in', () => {
  const services = [service('b', '2026-05-14T11:00:00+02:00'), service('d', '2026-01-01T00:00:00Z')]
  const logged = [hours('a', '2026-05-14T10:00:00Z'), hours('c', '2026-05-14T08:00:00Z')]
  assert.equal(ids(recentEntries(services, logged, 9)), 'a b c d')
  assert.equal(ids(recentEntries(services, logged, 2)), 'a b')
})

test('hours that an onboard device, a service or an inspection wrote are not news', () => {
  const logged = (['telemetry', 'service', 'inspection'] as const).map((source) =>
    hours(source, '2026-05-14T10:00:00Z', source),
  )
  assert.deepEqual(recentEntries([], logged, 9), [])
})
