import type { CostSum } from '@binnacle/contract'

/** A bar of a chart: what it is of, and how much. */
export interface Bar {
  key: string
  amount: number
  entries: number
}

const CENTS = 100

/** The sums added up by what `keyOf` says, in whole cents, the order that of their first. */
function addUp(sums: readonly CostSum[], keyOf: (sum: CostSum) => string): Bar[] {
  return [...Map.groupBy(sums, keyOf)].map(([key, some]) => ({
    key,
    amount: some.reduce((total, { amount }) => total + Math.round(amount * CENTS), 0) / CENTS,
    entries: some.reduce((total, { entries }) => total + entries, 0),
  }))
}

/** The currencies that anything was paid in, the most used first; '' for amounts without one. */
export const currenciesOf = (sums: readonly CostSum[]): string[] =>
  addUp(
    sums.filter(({ amount }) => amount !== 0),
    ({ currency }) => currency ?? '',
  )
    .toSorted((a, b) => b.entries - a.entries)
    .map(({ key }) => key)

/** Every year from the first with a cost to the last, newest first: a year without cost is a year, too. */
export function byYear(sums: readonly CostSum[]): Bar[] {
  const bars = new Map(addUp(sums, ({ year }) => String(year)).map((bar) => [bar.key, bar]))
  const years = sums.map(({ year }) => year)
  if (years.length === 0) return []
  const [first, last] = [Math.min(...years), Math.max(...years)]
  return Array.from({ length: last - first + 1 }, (_, i) => String(last - i)).map(
    (key) => bars.get(key) ?? { key, amount: 0, entries: 0 },
  )
}

export const FUEL = 'fuel'
export const OTHER_WORK = 'other'

/** By task, the most expensive first; with fuel and other work among them. */
export const byTask = (sums: readonly CostSum[]): Bar[] =>
  addUp(sums, ({ kind, task_id }) => (kind === FUEL ? FUEL : (task_id ?? OTHER_WORK))).toSorted(
    (a, b) => b.amount - a.amount,
  )
