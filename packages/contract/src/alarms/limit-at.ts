import type { RuleKind } from './rule-kinds.ts'

/** How many banks of 12 V make this voltage: more than 16 V cannot be one, more than 32 V not two. */
const banksOf12 = (volts: number) => (volts > 32 ? 4 : volts > 16 ? 2 : 1)

/** The kinds whose limit is that of 12 V. */
export const isOfBank = (kind: RuleKind): boolean => kind === 'bank_below' || kind === 'starter_below'

/** Whether a rule of this kind looks at batteries of this name. Other kinds look at every instance. */
export const looksAt = (kind: RuleKind, instance: string | null): boolean =>
  kind !== 'starter_below' || /start/i.test(instance ?? '')

/** The limit that a value is held against: for the kinds of a bank that of its voltage. */
export const limitAt = (kind: RuleKind, limit: number, value: number): number =>
  isOfBank(kind) ? limit * banksOf12(value) : limit
