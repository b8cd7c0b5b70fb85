import type { Traffic } from '@binnacle/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import classes from './figures.module.css'
import { type Bar, most } from './spans.ts'

interface TrafficChartProps {
  title: string
  bars: readonly Bar[]
  of: keyof Traffic
  /** What went wrong with some of it: drawn from the bottom in another colour. */
  bad: readonly (keyof Traffic)[]
  /** A bar's time in words. */
  label: (from: number) => string
  /** What went wrong, in words. */
  children: ReactNode
}

const HEIGHT = 100

/** Bars over time with their sum; what they say is said in words, too. */
export function TrafficChart({ title, bars, of, bad, label, children }: TrafficChartProps) {
  const { figures: texts } = useTexts().operator
  const { number } = useFormat()
  const sum = bars.reduce((total, bar) => total + bar[of], 0)
  const highest = most(bars, of)
  const badOf = (bar: Bar) => bad.reduce((total, name) => total + bar[name], 0)
  const scale = HEIGHT / Math.max(1, ...bars.map((bar) => Math.max(bar[of], badOf(bar))))
  const words = highest
    ? texts.summary(title, number(sum), number(highest[of]), label(highest.from))
    : texts.nothing(title)
  return (
    <div className={classes.chart}>
      <h3>{title}</h3>
      <span className={classes.big}>{number(sum)}</span>
      <span className={classes.small}>{children}&nbsp;</span>
      <svg
        className={classes.bars}
        viewBox={`0 0 ${bars.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {bars.map((bar, i) => (
          <g key={bar.from}>
            <rect x={i * 10 + 1} width={8} y={HEIGHT - bar[of] * scale} height={bar[of] * scale} />
            <rect
              className={classes.badBar}
              x={i * 10 + 1}
              width={8}
              y={HEIGHT - badOf(bar) * scale}
              height={badOf(bar) * scale}
            />
          </g>
        ))}
      </svg>
      <div className={classes.axis} aria-hidden>
        <span>{label(bars[0]!.from)}</span>
        <span>{label(bars.at(-1)!.from)}</span>
      </div>
    </div>
  )
}
