import type { AlarmRule } from '@binnacle/contract'
import { isOfBank, limitAt } from '@binnacle/contract/alarm-limit'
import { isOf } from '../alarms/bands/band-of.ts'
import type { ChartLine } from './chart-line.ts'
import { isSwitch } from './panes.ts'

/** A rule's limit in a pane. */
export interface Limit {
  /** In the reader's unit. */
  value: number
  /** On which side of it the alarm is. */
  side: 'above' | 'below'
  tone: 'late' | 'soon'
}

type Limited = Pick<ChartLine, 'metric' | 'instance' | 'convert' | 'line'>

/** The limits of the rules for the lines of a pane, each once. */
export function limitsOf(lines: readonly Limited[], rules: readonly AlarmRule[]): Limit[] {
  const limits = new Map<string, Limit>()
  for (const line of lines)
    for (const rule of rules) {
      const { kind, limit, enabled, severity } = rule
      if (!enabled || limit === null || !isOf(rule, line) || isSwitch(line.metric)) continue
      if (kind !== 'above' && kind !== 'below' && !isOfBank(kind)) continue
      const newest = line.line?.last.findLast((value) => value !== null) ?? 0
      const value = line.convert(limitAt(kind, limit, newest))
      const side = kind === 'above' ? 'above' : 'below'
      const tone = severity === 'alarm' ? 'late' : 'soon'
      limits.set(`${side} ${tone} ${value}`, { value, side, tone })
    }
  return [...limits.values()]
}
