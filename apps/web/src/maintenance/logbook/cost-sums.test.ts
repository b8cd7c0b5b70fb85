import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CostSum } from '@binnacle/contract'
import { byTask, byYear, currenciesOf } from './cost-sums.ts'

const sum = (given: Partial<CostSum>): CostSum => ({
  ...{ year: 2026, kind: 'service', task_id: null, title: null, currency: 'EUR', amount: 10, entries: 1, litres: null },
  ...given,
})

test('by year, newest first, with the years in which nothing was spent', () => {
  const bars = byYear([sum({ amount: 0.1 }), sum({ amount: 0.2, task_id: 'a' }), sum({ year: 2023 })])
  assert.deepEqual(
    bars.map(({ key, amount }) => [key, amount]),
    [
      ['2026', 0.3],
      ['2025', 0],
      ['2024', 0],
      ['2023', 10],
    ],
  )
  assert.deepEqual(byYear([]), [])
})

test('by task, the most expensive first; fuel and other work are among them', () => {
  const fuel = sum({ kind: 'fuel', amount: 300 })
  const bars = byTask([sum({ task_id: 'a', amount: 20 }), sum({ year: 2025, task_id: 'a', amount: 90 }), fuel, sum({})])
  assert.deepEqual(
    bars.map(({ key, amount, entries }) => [key, amount, entries]),
    [
      ['fuel', 300, 1],
      ['a', 110, 2],
      ['other', 10, 1],
    ],
  )
})

test('currencies are kept apart, the most used first; one that nothing was paid in is none', () => {
  const fuelOnly = sum({ kind: 'fuel', currency: null, amount: 0, litres: 80 })
  assert.deepEqual(currenciesOf([sum({ currency: 'SEK', entries: 2 }), sum({ entries: 9 }), fuelOnly]), ['EUR', 'SEK'])
})
