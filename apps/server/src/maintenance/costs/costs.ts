import type { CostSum } from '@binnacle/contract'

/** An entry with a cost or with fuel. Decimals are exact text, as the database returns them. */
export interface CostEntry {
  kind: CostSum['kind']
  at: Date
  task_id: string | null
  title: string | null
  currency: string | null
  amount: string | null
  litres: string | null
}

/** A decimal in whole cents or millilitres. Sums of these are exact: 0.1 + 0.2 is 0.3. */
const whole = (decimal: string | null, parts: number): number =>
  decimal === null ? 0 : Math.round(Number(decimal) * parts)

const CENTS = 100
const MILLILITRES = 1_000

/** Normalized: "eur " and "EUR" are one currency. Null if none was given. */
const currencyOf = (given: string | null): string | null => given?.trim().toUpperCase() || null

export interface Money {
  amount: number
  currency: string | null
}

/** What was spent, in each currency. */
export function sumsByCurrency(entries: readonly Pick<CostEntry, 'amount' | 'currency'>[]): Money[] {
  const spent = entries.filter(({ amount }) => amount !== null)
  return [...Map.groupBy(spent, ({ currency }) => currencyOf(currency))].map(([currency, of]) => ({
    amount: of.reduce((sum, { amount }) => sum + whole(amount, CENTS), 0) / CENTS,
    currency,
  }))
}

function sumOf(entries: readonly CostEntry[], year: number): CostSum {
  const { kind, task_id, title, currency } = entries[0]!
  const total = (parts: number, of: (entry: CostEntry) => string | null) =>
    entries.reduce((sum, entry) => sum + whole(of(entry), parts), 0) / parts
  return {
    year,
    kind,
    task_id,
    title,
    currency: currencyOf(currency),
    amount: total(CENTS, ({ amount }) => amount),
    entries: entries.length,
    litres: kind === 'fuel' ? total(MILLILITRES, ({ litres }) => litres) : null,
  }
}

/** Sums by year, kind, task and currency: newest year first, then the largest amount. */
export function sumCosts(entries: readonly CostEntry[], yearOf: (at: Date) => number): CostSum[] {
  const groups = Map.groupBy(entries, (entry) =>
    JSON.stringify([yearOf(entry.at), entry.kind, entry.task_id, currencyOf(entry.currency)]),
  )
  return [...groups]
    .map(([key, group]) => sumOf(group, JSON.parse(key)[0]))
    .sort((a, b) => b.year - a.year || b.amount - a.amount)
}
