import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { healthTone } from './attention.ts'
import classes from './health-ring.module.css'

const RADIUS = 42
const ROUND = 2 * Math.PI * RADIUS

/** The health score as a ring that is the fuller the better, with its number; in words for those who do not see it. */
export function HealthRing({ score, size = 56 }: { score: number | null; size?: number }) {
  const format = useFormat()
  const { health } = useTexts().boats
  const tone = healthTone(score)
  const words = score === null ? health.tones.none : `${health.value(score)}: ${health.tones[tone]}`
  return (
    <svg className={classes.ring} data-tone={tone} viewBox="0 0 100 100" width={size} height={size} role="img">
      <title>{words}</title>
      <circle className={classes.track} cx="50" cy="50" r={RADIUS} />
      {score !== null && score > 0 && (
        <circle
          className={classes.arc}
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={`${(score / 100) * ROUND} ${ROUND}`}
        />
      )}
      <text className={classes.score} x="50" y="51">
        {score === null ? '–' : format.number(score)}
      </text>
    </svg>
  )
}
