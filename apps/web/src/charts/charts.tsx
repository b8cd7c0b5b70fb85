import type { AlarmRule, Series } from '@binnacle/contract'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { rulesQuery } from '../alarms/queries.ts'
import { useBoatId } from '../shell/use-boat.ts'
import { NothingYet } from '../telemetry/nothing-yet.tsx'
import { seriesKey } from '../telemetry/series.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Problem } from '../ui/problem.tsx'
import { useLater } from '../ui/use-later.ts'
import type { ChartLine } from './chart-line.ts'
import classes from './charts.module.css'
import { refusedOf, within } from './columns.ts'
import { MarkList } from './mark-list.tsx'
import type { Mark } from './marks.ts'
import { isLine, panesOf } from './panes.ts'
import { ChartPane } from './plot/pane.tsx'
import { RangeBar } from './range/range-bar.tsx'
import { useChartWindow } from './range/use-chart-window.ts'
import { useFirstReading } from './range/use-first-reading.ts'
import { useGestures } from './range/use-gestures.ts'
import type { Window } from './range/window.ts'
import { SeriesChooser } from './series-chooser.tsx'
import { SummaryTable } from './summary/summary-table.tsx'
import { useMarks } from './use-marks.ts'
import { useRanges } from './use-ranges.ts'
import { useChosenSeries } from './use-selected-series.ts'

const route = getRouteApi('/owner/boats/$boatId/charts')

const NO_RULES: readonly AlarmRule[] = []

/** Border and padding of a pane on both sides: see charts.module.css. */
const PANE_PADDING_PX = 18

/** The panes with one axis of time, what chooses it, and what they say in words. `latest` is what the boat has. */
export function Charts({ latest }: { latest: readonly Series[] }) {
  const { charts } = useTexts()
  const { chosen, choose } = useChosenSeries(latest)
  const sentUnits = useMemo(() => new Map(latest.map((one) => [seriesKey(one), one.unit])), [latest])
  const drawable = useMemo(() => latest.filter(isLine), [latest])
  const window = useChartWindow(useFirstReading(chosen, route.useSearch().range === 'all'))
  const holder = useRef<HTMLElement>(null)
  const { ref: measure, width } = useElementSize<HTMLElement>()
  const ref = useMergedRef(holder, measure)
  const { lines, loading, error, retry } = useRanges(chosen, sentUnits, window.asked, width)
  const panes = useMemo(() => panesOf(lines, ({ unit }) => unit), [lines])
  const { data: rules } = useQuery(rulesQuery(useBoatId()))
  const marks = useMarks(window.asked)
  const later = useLater()
  useGestures(holder, { move: window.move, reset: () => window.choose('day') })

  if (chosen.length === 0) return <NothingYet />
  return (
    <>
      <RangeBar window={window} loading={loading}>
        <SeriesChooser series={drawable} chosen={chosen} onChoose={choose} />
      </RangeBar>
      {error ? <Problem error={error} retry={retry} /> : null}
      <section
        ref={ref}
        className={classes.stack}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys that move in time
        tabIndex={0}
        aria-label={charts.canvas}
        aria-describedby="chart-keys"
      >
        {panes.map((pane, i) => (
          <ChartPane
            key={`${pane.kind} ${pane.unit} ${pane.series[0]?.metric}`}
            pane={pane}
            window={window.shown}
            width={Math.max(0, width - PANE_PADDING_PX)}
            marks={marks}
            rules={rules ?? NO_RULES}
            numbered={i === 0 && marks.length > 0}
            move={window.move}
          />
        ))}
      </section>
      <Refused lines={lines} window={window.asked} />
      {later && <InWords lines={lines} window={window.asked} marks={marks} />}
    </>
  )
}

/** What the panes show, in words: two steps after them, since it is below them and nobody waits for it. */
function InWords({ lines, window, marks }: { lines: readonly ChartLine[]; window: Window; marks: readonly Mark[] }) {
  const { charts } = useTexts()
  return (
    useLater() && (
      <>
        <p id="chart-keys" className={classes.keys}>
          {charts.keys}
        </p>
        <SummaryTable lines={lines} window={window} />
        {marks.length > 0 && <MarkList marks={marks} />}
      </>
    )
  )
}

/** Says what is left out, so that nobody takes a hole for silence. */
function Refused({ lines, window }: { lines: readonly ChartLine[]; window: Window }) {
  const { charts } = useTexts()
  const count = lines.reduce(
    (sum, { range, isPlausible }) => sum + (range ? refusedOf(within(range.points, window), isPlausible) : 0),
    0,
  )
  return count > 0 && <p className={classes.refused}>{charts.refused(count)}</p>
}
