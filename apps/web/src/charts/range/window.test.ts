import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  clamp,
  loadWindow,
  PRESETS,
  pan,
  presetSince,
  presetWindow,
  SPAN_MS,
  stepOf,
  wholeWindow,
  zoom,
} from './window.ts'

const now = Date.parse('2026-05-14T09:30:12Z')

test('a preset ends with the present step, and stays there for it', () => {
  for (const preset of PRESETS) {
    if (preset === 'all') continue
    const { from, to } = presetWindow(preset, now)
    assert.equal(to - from, SPAN_MS[preset])
    assert.ok(to >= now && to - now < stepOf(preset))
    assert.deepEqual(presetWindow(preset, to - 1), { from, to })
    assert.notDeepEqual(presetWindow(preset, to + 1), { from, to })
  }
})

test('all begins a little before the first reading', () => {
  const first = Date.parse('2023-01-01T00:00:00Z')
  const { from, to } = wholeWindow(first, now)
  assert.ok(from < first && first - from < 0.05 * (to - from))
  assert.deepEqual(wholeWindow(null, now), presetWindow('day', now))
  assert.deepEqual(wholeWindow(now - 1000, now), presetWindow('day', now))
})

test('a range that reaches back to what was heard last', () => {
  const hoursAgo = (hours: number) => presetSince(now - hours * 3_600_000, now)
  assert.deepEqual([0, 23, 25, 24 * 8, 24 * 40, 24 * 400].map(hoursAgo), ['day', 'day', 'week', 'month', 'year', 'all'])
})

test('zooming in and out about a point leaves it where it is', () => {
  const window = { from: 0, to: 1_000_000_000 }
  const near = zoom(window, 0.5, 0.25)
  assert.deepEqual(near, { from: 125_000_000, to: 625_000_000 })
  assert.deepEqual(zoom(near, 2, 0.25), window)
})

test('no window is narrower than a minute, begins before 1970 or ends after 2100', () => {
  const { from, to } = zoom({ from: now, to: now + 60_000 }, 0.001)
  assert.equal(to - from, 60_000)
  assert.equal(pan({ from: 0, to: 1e9 }, -3).from, 0)
  assert.equal(clamp({ from: -1e300, to: 1e300 }).to, Date.UTC(2100, 0))
})

test('what is loaded covers the window and a quarter of it on both sides', () => {
  for (const span of [60_000, 3_600_000, 86_400_000, 365 * 86_400_000]) {
    const window = { from: now - span, to: now }
    const load = loadWindow(window)
    assert.ok(load.from <= window.from - span / 4 && load.to >= window.to + span / 4)
    assert.ok(load.to - load.from <= 3 * span)
  }
})

test('a small step asks for nothing new', () => {
  const window = presetWindow('day', Date.parse('2026-05-14T09:30:00Z'))
  assert.deepEqual(loadWindow(pan(window, 0.01)), loadWindow(window))
})
