import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import classes from '../score.module.css'
import { type Scored, trendOf } from './trend.ts'

/** The scores of finished inspections over time, as a line; nothing while there are not two. */
export function ScoreTrend({ scored }: { scored: readonly Scored[] }) {
  const { list } = useTexts().inspections
  const format = useFormat()
  const [first, last] = [scored[0], scored.at(-1)]
  if (!first || !last || first === last) return null
  const summary = list.trendSummary(format.percent(first.score), format.percent(last.score), scored.length)
  return (
    <Panel title={list.trend}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.trend} role="img" aria-label={summary}>
        {[0, 50, 100].map((score) => (
          <line key={score} x1="0" x2="100" y1={100 - score} y2={100 - score} className={classes.grid} />
        ))}
        <polyline
          points={trendOf(scored)
            .map(({ x, y }) => `${x},${y}`)
            .join(' ')}
          className={classes.curve}
        />
      </svg>
      <p className={classes.axis}>
        <span>
          {format.date(first.at)}: {format.percent(first.score)}
        </span>
        <span>
          {format.date(last.at)}: {format.percent(last.score)}
        </span>
      </p>
    </Panel>
  )
}
