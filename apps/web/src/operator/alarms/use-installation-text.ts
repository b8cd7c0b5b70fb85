import type { InstallationAlarm, InstallationRule } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'

/** Says an alarm of the installation, or what a rule of it is broken by, in one line. */
export function useInstallationText() {
  const { what, rules } = useTexts().operator.alarms
  const format = useFormat()
  return {
    alarm({ kind, instance, value, text, limit }: InstallationAlarm): string {
      const shown = value === null ? null : format.number(value, 1)
      return what[kind](instance ?? '', shown, text, format.number(limit, 1))
    },
    rule: ({ kind, limit }: Pick<InstallationRule, 'kind' | 'limit'>): string => rules[kind](format.number(limit, 1)),
  }
}
