import { healthTone } from '../boats/health/attention.ts'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import classes from './score.module.css'

const RADIUS = 42
const ROUND = 2 * Math.PI * RADIUS

/** A score as a ring that is filled so far, with the figure in it. */
export function ScoreRing({ score, size = 64 }: { score: number; size?: number }) {
  const { list } = useTexts().inspections
  const text = useFormat().percent(score)
  return (
    <svg
      viewBox="0 0 100 100"
      width={size}
      height={size}
      role="img"
      aria-label={list.score(text)}
      className={classes.ring}
      data-tone={healthTone(score)}
    >
      <circle cx="50" cy="50" r={RADIUS} className={classes.track} />
      <circle
        cx="50"
        cy="50"
        r={RADIUS}
        className={classes.filled}
        strokeDasharray={`${(ROUND * score) / 100} ${ROUND}`}
        transform="rotate(-90 50 50)"
      />
      <text x="50" y="50" className={classes.figure}>
        {score}
      </text>
    </svg>
  )
}
