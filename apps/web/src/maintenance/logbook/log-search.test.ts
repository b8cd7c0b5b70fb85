import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFiltered, readLogSearch } from './log-search.ts'

test('what is known is kept, what makes no sense is not', () => {
  const task = '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11'
  const good = { view: 'costs', kind: 'hours', task, route: 'diy', year: 2026, search: 'oil', with_cost: 'true' }
  assert.deepEqual(readLogSearch(good), good)
  const bad = { view: 'x', kind: 1, task: "'", route: null, year: 26.5, search: ' ', with_cost: 'no', other: 1 }
  assert.deepEqual(readLogSearch(bad), {})
  assert.equal(readLogSearch({ search: 2026 }).search, '2026')
})

test('a view is no filter', () => {
  assert.deepEqual([isFiltered({ view: 'costs' }), isFiltered({ year: 2026 })], [false, true])
})
