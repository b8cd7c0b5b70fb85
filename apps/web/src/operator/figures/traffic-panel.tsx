import type { OperatorFigures } from '@binnacle/contract'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useNow } from '../../ui/clock.ts'
import { Panel } from '../../ui/panel.tsx'
import { Segments } from '../../ui/segments.tsx'
import classes from './figures.module.css'
import { barsOf } from './spans.ts'
import { TrafficChart } from './traffic-chart.tsx'
import { TrafficTable } from './traffic-table.tsx'

/** What came in the last day or month: three small charts on one time axis. */
export function TrafficPanel({ figures }: { figures: OperatorFigures }) {
  const { figures: texts } = useTexts().operator
  const { number, time, dayMonth } = useFormat()
  const [span, setSpan] = useState<'day' | 'month'>('day')
  const { last_day, last_month } = figures
  const now = useNow()
  const bars = span === 'day' ? barsOf(last_day.hours, 'hour', now) : barsOf(last_month.days, 'day', now)
  const { total } = span === 'day' ? last_day : last_month
  const label = span === 'day' ? time : dayMonth
  const choice = (
    <Segments
      aria-label={texts.span}
      value={span}
      onChange={setSpan}
      choices={[
        ['day', texts.day],
        ['month', texts.month],
      ]}
    />
  )
  const shown = { bars, label }
  return (
    <Panel title={texts.traffic} actions={choice}>
      <div className={classes.charts}>
        <TrafficChart {...shown} title={texts.requests} of="requests" bad={['refused', 'failed']}>
          {total.refused > 0 && texts.refused(number(total.refused))}
          {total.refused > 0 && total.failed > 0 && ' · '}
          {total.failed > 0 && <span className={classes.bad}>{texts.failed(number(total.failed))}</span>}
        </TrafficChart>
        <TrafficChart {...shown} title={texts.readings} of="readings" bad={['readings_rejected']}>
          {total.readings_rejected > 0 && texts.rejected(number(total.readings_rejected))}
        </TrafficChart>
        <TrafficChart {...shown} title={texts.frames} of="frames" bad={['frames_refused']}>
          {total.frames_refused > 0 && texts.refused(number(total.frames_refused))}
        </TrafficChart>
      </div>
      <p className={classes.note}>{texts.note}</p>
      <TrafficTable {...shown} />
    </Panel>
  )
}
