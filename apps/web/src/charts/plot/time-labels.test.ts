import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFormat } from '../../format/format.ts'
import { timeLabels } from './time-labels.ts'

const format = makeFormat({ locale: 'en-GB', units: 'metric', timeZone: 'Europe/Berlin' })
const at = (text: string) => Date.parse(text) / 1000

test('hours, with the day where it changes', () => {
  const ticks = ['2026-05-14T18:00:00Z', '2026-05-14T20:00:00Z', '2026-05-14T22:00:00Z'].map(at)
  assert.deepEqual(timeLabels(ticks, 7200, format), ['20:00\n14 May', '22:00', '00:00\n15 May'])
})

test('days and months, with the year where it changes', () => {
  const days = ['2025-12-31T12:00:00Z', '2026-01-01T12:00:00Z'].map(at)
  assert.deepEqual(timeLabels(days, 86_400, format), ['31 Dec\n2025', '1 Jan\n2026'])
  const months = ['2025-12-01T12:00:00Z', '2026-01-01T12:00:00Z', '2026-02-01T12:00:00Z'].map(at)
  assert.deepEqual(timeLabels(months, 28 * 86_400, format), ['Dec\n2025', 'Jan\n2026', 'Feb'])
})

test('years, and seconds', () => {
  assert.deepEqual(timeLabels([at('2026-01-01T12:00:00Z')], 365 * 86_400, format), ['2026'])
  assert.deepEqual(timeLabels([at('2026-05-14T18:00:05Z')], 5, format), ['20:00:05\n14 May'])
})
