import type { AlarmRule } from './alarms.ts'
import type { RuleKind } from './rule-kinds.ts'

/** How many banks of 12 V make this voltage: more than 16 V cannot be one, more than 32 V not two. */
const banksOf12 = (volts: number) => (volts > 32 ? 4 : volts > 16 ? 2 : 1)

/** The kinds whose limit is that of 12 V. */
export const isOfBank = (kind: RuleKind): boolean => kind === 'bank_below' || kind === 'starter_below'

const isStarter = (instance: string | null) => /start/i.test(instance ?? '')

/** Whether a rule looks at an engine, tank or battery of this name. Without one of its own, a rule for batteries leaves the starters to their kind. */
export function looksAt({ kind, instance }: Pick<AlarmRule, 'kind' | 'instance'>, name: string | null): boolean {
  if (instance !== null) return instance === name
  return isOfBank(kind) ? isStarter(name) === (kind === 'starter_below') : true
}

/** The limit that a value is held against: for the kinds of a bank that of its voltage. */
export const limitAt = (kind: RuleKind, limit: number, value: number): number =>
  isOfBank(kind) ? limit * banksOf12(value) : limit
