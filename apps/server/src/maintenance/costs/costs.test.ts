import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CostEntry, sumCosts } from './costs.ts'

const entry = (given: Partial<CostEntry>): CostEntry => ({
  ...{ kind: 'service', at: new Date('2026-05-14T09:30:00Z'), task_id: null, title: null },
  ...{ currency: 'EUR', amount: '10.00', litres: null },
  ...given,
})
const inUtc = (at: Date) => at.getUTCFullYear()

test('to the cent: 0.1 and 0.2 are 0.3', () => {
  const [sum] = sumCosts([entry({ amount: '0.10' }), entry({ amount: '0.20' })], inUtc)
  assert.deepEqual([sum!.amount, sum!.entries, sum!.litres], [0.3, 2, null])
})

test('years, tasks, kinds and currencies are kept apart; eur is EUR', () => {
  const sums = sumCosts(
    [
      entry({ currency: 'eur' }),
      entry({ currency: ' EUR' }),
      entry({ currency: 'SEK' }),
      entry({ currency: null }),
      entry({ task_id: 'a', title: 'Oil', amount: '90.00' }),
      entry({ at: new Date('2025-12-31T23:59:59Z') }),
      entry({ kind: 'fuel', amount: null, litres: '85.125' }),
    ],
    inUtc,
  )
  assert.deepEqual(
    sums.map(({ year, kind, task_id, currency, amount, litres }) => [year, kind, task_id, currency, amount, litres]),
    [
      [2026, 'service', 'a', 'EUR', 90, null],
      [2026, 'service', null, 'EUR', 20, null],
      [2026, 'service', null, 'SEK', 10, null],
      [2026, 'service', null, null, 10, null],
      [2026, 'fuel', null, 'EUR', 0, 85.125],
      [2025, 'service', null, 'EUR', 10, null],
    ],
  )
})

const any = fc
  .record({
    kind: fc.constantFrom('service' as const, 'fuel' as const),
    at: fc.date({ min: new Date('2015-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    task_id: fc.option(fc.constantFrom('a', 'b')),
    currency: fc.option(fc.constantFrom('EUR', 'SEK')),
    amount: fc.integer({ min: -99_999, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
  })
  .map(entry)

test('property: nothing is lost and nothing counted twice, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(any), (entries) => {
      const sums = sumCosts(entries, inUtc)
      const cents = (amount: number) => Math.round(amount * 100)
      assert.equal(
        sums.reduce((sum, { amount }) => sum + cents(amount), 0),
        entries.reduce((sum, { amount }) => sum + cents(Number(amount)), 0),
      )
      assert.equal(
        sums.reduce((sum, one) => sum + one.entries, 0),
        entries.length,
      )
      const order = (one: (typeof sums)[number]) => JSON.stringify(one)
      assert.deepEqual(sumCosts(entries.toReversed(), inUtc).map(order).sort(), sums.map(order).sort())
    }),
  )
})
