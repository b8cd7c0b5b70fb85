import { listed } from '../common/words.ts'
import { ANY_VALUE, metricOf, VALUES_OF_UNIT } from './limit-at.ts'
import { type InstallationRuleKind, kindOfRule, type RuleKind } from './rule-kinds.ts'

type Kind = RuleKind | InstallationRuleKind
type Range = readonly [min: number, max: number]

/** `1 to 24`; `at least 0`. */
const within = ([min, max]: Range): string =>
  max === Number.MAX_VALUE ? `at least ${min}` : `${min.toLocaleString('en')} to ${max.toLocaleString('en')}`

/** The fields that a rule of this kind must have, in Markdown, such as `limit` (1 to 24 hours). */
function needs(kind: Kind): string[] {
  const { limit, range } = kindOfRule(kind)
  const metric = metricOf(kind)
  return [
    ...(metric === null ? [] : [`\`metric\` (${metric === 'any' ? 'one with numbers' : `\`${metric}\``})`]),
    ...(limit === null ? [] : [`\`limit\`${range ? ` (${within(range)} ${limit})` : ''}`]),
    ...(kind === 'outside' ? ['`lat`', '`lon`'] : []),
  ]
}

/** Kinds of rule as a list in Markdown: what breaks a rule of each, and what it needs. */
export const kindsInWords = (kinds: readonly Kind[]): string =>
  kinds
    .map((kind) => {
      const fields = needs(kind)
      return `- \`${kind}\`: ${kindOfRule(kind).says}${fields.length > 0 ? `. Needs ${listed(fields)}` : ''}`
    })
    .join('\n')

/** What the values of each unit can be. */
export const VALUES_IN_WORDS = [...Object.entries(VALUES_OF_UNIT), ['other units', ANY_VALUE] as const]
  .map(([unit, range]) => `${unit}: ${within(range)}`)
  .join('; ')
