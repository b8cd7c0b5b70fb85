import type { RuleKind } from './rule-kinds.ts'

/** How many banks of 12 V make this voltage: more than 16 V cannot be one, more than 32 V not two. */
const banksOf12 = (volts: number) => (volts > 32 ? 4 : volts > 16 ? 2 : 1)

/** The limit that a value is held against: for the kind bank_below that of a bank of its voltage. */
export const limitAt = (kind: RuleKind, limit: number, value: number): number =>
  kind === 'bank_below' ? limit * banksOf12(value) : limit
