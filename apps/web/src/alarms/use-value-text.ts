import type { Alarm } from '@binnacle/contract'
import { isSwitch } from '../charts/panes.ts'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'

/** Says how far an alarm of the boat went; null where that says nothing. */
export function useValueText() {
  const { alarms: texts } = useTexts()
  const format = useFormat()
  return ({ metric, value, kind }: Pick<Alarm, 'metric' | 'value' | 'kind'>): string | null => {
    if (kind === 'outside' && value !== null) return texts.away(format.distance(value))
    if (metric === null || value === null || isSwitch(metric)) return null
    return kind === 'sum_above' ? texts.withSum(format.number(value)) : texts.with(format.metric(metric, value).text)
  }
}
