import type { Verdict } from '@binnacle/contract'
import { useTexts } from '../../texts/use-texts.ts'
import classes from '../verdict.module.css'
import { VERDICT_ICONS, VERDICT_TONES } from '../verdict.tsx'

const CHOICES: Verdict[] = ['operational', 'attention', 'non_operational']

/** The three verdicts as buttons for a thumb in a glove. */
export function VerdictChoice({
  verdict,
  onChoose,
}: {
  verdict: Verdict | null
  onChoose: (verdict: Verdict) => void
}) {
  const { walk, verdicts } = useTexts().inspections
  return (
    <fieldset className={classes.choices} aria-label={walk.verdict}>
      {CHOICES.map((choice) => {
        const Icon = VERDICT_ICONS[choice]
        return (
          <button
            key={choice}
            type="button"
            className={classes.choice}
            data-tone={VERDICT_TONES[choice]}
            aria-pressed={verdict === choice}
            onClick={() => onChoose(choice)}
          >
            <Icon size={34} stroke={1.8} aria-hidden />
            {verdicts[choice]}
          </button>
        )
      })}
    </fieldset>
  )
}
