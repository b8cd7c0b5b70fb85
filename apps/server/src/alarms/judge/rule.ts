import { type AlarmRule, isFault, isOnboardAlarm, type Metric } from '@binnacle/contract'
import { endAbove, endBelow, limitAt, looksAt } from '@binnacle/contract/alarm-limit'

/** What judging needs of a rule. */
export type Judged = Pick<
  AlarmRule,
  'id' | 'kind' | 'metric' | 'instance' | 'limit' | 'margin' | 'hold_s' | 'applies'
> &
  Partial<Pick<AlarmRule, 'lat' | 'lon'>>

/** A reading as rules see it. */
export interface Seen {
  /** When it was measured, ms. */
  at: number
  metric: Metric
  /** '' for none. */
  instance: string
  value: number | null
  text: string | null
}

/** What a value says of a rule: it breaks it, it is clearly well, or it is between the two, where nothing changes. */
export type Verdict = 'broken' | 'between' | 'well'

/** Onboard devices send at least every 15 minutes: what is older says nothing of now. */
export const STALE_MS = 20 * 60_000

/** Pump starts are counted over this time. */
export const SUM_MS = 60 * 60_000

/** A battery that powers its monitor has more than this; a sensor that is not wired reads almost 0 V. */
const NO_BATTERY_VOLTS = 5

/**
 * What a value says of a rule.
 * @param value of `sum_above` the sum of the last hour, of `outside` the distance in metres, of `hours_stuck` by how much the
 *   counter moved
 */
export function verdict(rule: Judged, value: number | null, text: string | null): Verdict {
  const { kind, limit, margin } = rule
  if (kind === 'fault' || kind === 'onboard_alarm') {
    const said = (text ?? '').trim()
    if (!isFault(said)) return 'well'
    if (kind === 'onboard_alarm') return isOnboardAlarm(said) ? 'broken' : 'well'
    // An alarm is not told twice; a warning that becomes one stands beside it until both are over.
    return isOnboardAlarm(said) ? 'between' : 'broken'
  }
  if (value === null || limit === null) return 'between'
  switch (kind) {
    case 'above':
    case 'sum_above':
    case 'outside':
      return value > limit ? 'broken' : value <= endBelow(rule, limit) ? 'well' : 'between'
    case 'below':
      return value < limit ? 'broken' : value >= endAbove(rule, limit) ? 'well' : 'between'
    case 'bank_below':
    case 'starter_below': {
      if (value <= NO_BATTERY_VOLTS) return 'between'
      return value < limitAt(kind, limit, value)
        ? 'broken'
        : value >= limitAt(kind, limit + margin, value)
          ? 'well'
          : 'between'
    }
    case 'hours_stuck':
      return value > 0 ? 'well' : 'broken'
    default:
      return 'between'
  }
}

/** Boats often have a second inlet that is not in use: shore power is there when one of them has it. */
export const COMBINED: readonly Metric[] = ['shore_power']

/** The machine of a rule that a reading belongs to, by its instance; null: none. */
export function instanceFor(rule: Judged, { metric, instance }: Pick<Seen, 'metric' | 'instance'>): string | null {
  if (rule.metric !== metric || !looksAt(rule, instance)) return null
  return rule.instance === null && COMBINED.includes(metric) ? '' : instance
}

/** How far before a reading the readings reach that a rule's state depends on, ms. */
export const memoryOf = (rule: Judged): number => holdOf(rule) + 2 * STALE_MS + (rule.kind === 'sum_above' ? SUM_MS : 0)

/** The same for several rules. */
export const reachOf = (rules: readonly Judged[]): number => Math.max(0, ...rules.map(memoryOf))

/** For how long a rule must be broken before there is an alarm, ms. */
export const holdOf = ({ kind, limit, hold_s }: Judged): number =>
  kind === 'hours_stuck' ? limit! * 3_600_000 : hold_s * 1000

/** Whether the boat moves and which engine turns: rules that do not always apply look at these too. */
export const CONDITIONS: readonly Metric[] = ['engine_rpm', 'speed_over_ground']

/** The readings that a rule looks at. */
export const metricsOf = ({ kind, metric }: Judged): readonly Metric[] =>
  kind === 'outside' ? ['position_lat', 'position_lon'] : metric === null ? [] : [metric]
