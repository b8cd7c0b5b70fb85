import type { Alarm, AlarmRule } from '@binnacle/contract'
import { isOfBank, limitAt } from '@binnacle/contract/alarm-limit'
import { onboardAlarmText } from '@binnacle/contract/onboard-text'
import { kindOfRule } from '@binnacle/contract/rule-kinds'
import { useFormat } from '../format/use-format.ts'
import { instanceText } from '../telemetry/names.ts'
import { useTexts } from '../texts/use-texts.ts'

type Said = Pick<Alarm, 'kind' | 'metric' | 'instance' | 'limit'> & Partial<Pick<Alarm, 'value' | 'text'>>

/** Says an alarm, or what a rule is broken by, in one line of the reader's language and units. */
export function useAlarmText(): (alarm: Said | AlarmRule) => string {
  const texts = useTexts()
  const format = useFormat()
  const words = texts.alarms.what
  return (said) => {
    const isOfPart = kindOfRule(said.kind).judgedBy === 'readings'
    const where = isOfPart && said.instance ? ` (${instanceText(said.instance, texts)})` : ''
    return lineOf(said) + where
  }

  function lineOf({ kind, metric, limit, value, text }: Said): string {
    const number = format.number(limit ?? 0, 1)
    if (kind === 'camera_silent') return words.cameraSilent(text ?? null, number)
    if (kind === 'task_due') return words.taskDue(text ?? null)
    if (kind === 'task_overdue') return words.taskOverdue(text ?? null)
    if (kind === 'key_expiring') return words.keyExpiring(text ?? null, number)
    if (kind === 'outside') return words.outside(format.distance(limit ?? 0))
    if (kind === 'silent' || metric === null) return words.silent(number)
    if (kind === 'hours_stuck') return words.hoursStuck(number)
    if (kind === 'fault') return text ? words.fault(text) : words.anyFault
    if (kind === 'onboard_alarm') return text ? words.onboard(onboardAlarmText(text)) : words.anyOnboard
    if (metric === 'bilge_water' && kind === 'above') return words.bilgeWater
    if (metric === 'shore_power' && kind === 'below') return words.shorePower
    const what = kind === 'starter_below' ? words.starter : texts.common.metrics[metric]
    if (kind === 'sum_above') return words.sumAbove(what, number)
    if (isOfBank(kind) && value == null) return words.bankBelow(what, format.metric(metric, limit ?? 0).text)
    const shown = format.metric(metric, limitAt(kind, limit ?? 0, value ?? 0)).text
    return kind === 'above' ? words.above(what, shown) : words.below(what, shown)
  }
}
