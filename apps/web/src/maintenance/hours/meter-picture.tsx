import type { MeterReading } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useNow } from '../../ui/clock.ts'
import classes from './hours.module.css'
import { meterLine } from './meter-line.ts'

const SIZE = 1_000

/** The hour meter as a line over the years; the readings below it are the same as text. */
export function MeterPicture({ readings }: { readings: readonly MeterReading[] }) {
  const { hours } = useTexts().maintenance
  const format = useFormat()
  const now = useNow()
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || readings.length < 2) return <p className={classes.quiet}>{hours.noHistory}</p>
  const { points, low, high, years } = meterLine(readings, now)
  const label = hours.picture(format.hours(first.hours), format.date(first.logged_at), format.hours(last.hours))
  return (
    <div className={classes.plot} role="img" aria-label={label}>
      <div className={classes.scale} aria-hidden>
        <span>{format.hours(high)}</span>
        <span>{format.hours(low)}</span>
      </div>
      <svg className={classes.area} viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden>
        {years.map(({ year, x }) => (
          <line
            key={year}
            x1={x * SIZE}
            x2={x * SIZE}
            y1={0}
            y2={SIZE}
            className={classes.year}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <polyline
          points={points.map(({ x, y }) => `${x * SIZE},${y * SIZE}`).join(' ')}
          className={classes.line}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className={classes.years} aria-hidden>
        {years.map(({ year, x }) => (
          <span key={year} style={{ '--x': `${x * 100}%` } as React.CSSProperties}>
            {year}
          </span>
        ))}
      </div>
    </div>
  )
}
