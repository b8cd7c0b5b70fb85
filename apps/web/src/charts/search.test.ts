import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SERIES, readChartSearch, windowOf } from './search.ts'

test('an address with all of it', () => {
  const search = {
    series: ['engine_rpm:port', 'depth'],
    from: '2026-05-14T09:00:00.000Z',
    to: '2026-05-14T10:00:00.000Z',
  }
  assert.deepEqual(readChartSearch(search), search)
  assert.deepEqual(readChartSearch({ series: 'depth', range: 'week' }), { series: ['depth'], range: 'week' })
})

test('what does not fit is left out', () => {
  assert.deepEqual(readChartSearch({ series: [1, null, 'toString', { depth: 1 }], range: 'aeon', from: 3 }), {})
  assert.deepEqual(readChartSearch({ series: ['depth', 'depth'] }), { series: ['depth'] })
  const many = Array.from({ length: 50 }, (_, n) => `water_level_pct:${n}`)
  assert.equal(readChartSearch({ series: many }).series?.length, MAX_SERIES)
})

test('times that are none, or the wrong way round, are no window', () => {
  assert.equal(windowOf('2026-05-14T10:00:00Z', '2026-05-14T09:00:00Z'), null)
  assert.equal(windowOf('yesterday', '2026-05-14T09:00:00Z'), null)
  assert.equal(windowOf(undefined, undefined), null)
})
