import type { Verdict } from '@binnacle/contract'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { useTexts } from '../texts/use-texts.ts'
import classes from './verdict.module.css'

export const VERDICT_ICONS = {
  operational: IconCircleCheck,
  attention: IconAlertTriangle,
  non_operational: IconCircleX,
} as const

export const VERDICT_TONES = { operational: 'ok', attention: 'soon', non_operational: 'late' } as const

/** A verdict by icon, word and colour; null for a point that nobody has looked at. */
export function VerdictBadge({ verdict }: { verdict: Verdict | null }) {
  const { verdicts, unjudged } = useTexts().inspections
  const Icon = verdict ? VERDICT_ICONS[verdict] : IconCircleDashed
  return (
    <span className={classes.badge} data-tone={verdict ? VERDICT_TONES[verdict] : 'none'}>
      <Icon size="1.15em" aria-hidden /> {verdict ? verdicts[verdict] : unjudged}
    </span>
  )
}
