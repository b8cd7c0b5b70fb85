import type { InspectionPoint, Verdict } from '@binnacle/contract'
import { VerdictBadge } from './verdict.tsx'
import classes from './walk.module.css'
import { countOf, judged } from './walk.ts'

const ORDER: Verdict[] = ['non_operational', 'attention', 'operational']

/** How many points have which verdict. */
export function VerdictCounts({ points }: { points: readonly InspectionPoint[] }) {
  const open = points.length - judged(points)
  return (
    <ul className={classes.counts}>
      {ORDER.map((verdict) => (
        <li key={verdict}>
          <span className={classes.count}>{countOf(points, verdict)}</span> <VerdictBadge verdict={verdict} />
        </li>
      ))}
      {open > 0 && (
        <li>
          <span className={classes.count}>{open}</span> <VerdictBadge verdict={null} />
        </li>
      )}
    </ul>
  )
}
