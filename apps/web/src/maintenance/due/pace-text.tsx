import type { Usage } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'

/** What the predictions go by. */
export function PaceText({ usage, className }: { usage: Usage | null; className?: string }) {
  const { due } = useTexts().maintenance
  const format = useFormat()
  if (!usage) return <p className={className}>{due.noPace}</p>
  const pace = format.hours(usage.hours_a_week, 1)
  const text = usage.basis === 'year' ? due.paceYear(pace) : due.paceSince(pace, format.date(usage.from))
  return <p className={className}>{text}</p>
}
