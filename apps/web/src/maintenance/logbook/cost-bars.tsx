import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import type { Bar } from './cost-sums.ts'
import classes from './log.module.css'

interface BarsProps {
  /** What the table is of, for screen readers. */
  caption: string
  /** The head of the first column. */
  of: string
  bars: readonly Bar[]
  currency: string | null
  /** Names are as short as a year. */
  narrow?: boolean
  name: (bar: Bar) => ReactNode
}

const PERCENT = 100

/** Amounts as bars: a table that is drawn, so that it is read as one, too. */
export function Bars({ caption, of, bars, currency, narrow, name }: BarsProps) {
  const { cost } = useTexts().maintenance.log
  const format = useFormat()
  const most = Math.max(...bars.map(({ amount }) => amount), 1)
  return (
    <table className={classes.bars} aria-label={caption} data-narrow={narrow || undefined}>
      <thead className={classes.head}>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">{cost.count}</th>
          <th scope="col">{cost.amount}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key} data-none={bar.amount <= 0 || undefined}>
            <th scope="row">{name(bar)}</th>
            <td>
              <div className={classes.track} role="img" aria-label={cost.entries(bar.entries)}>
                <div
                  className={classes.amount}
                  style={{ '--share': `${(Math.max(0, bar.amount) / most) * PERCENT}%` } as React.CSSProperties}
                />
              </div>
            </td>
            <td>{format.money(bar.amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
