import type { AlarmRule } from '@binnacle/contract'
import { memo, useMemo, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { instanceText, seriesText } from '../../telemetry/names.ts'
import { seriesKey } from '../../telemetry/series.ts'
import type { Texts } from '../../texts/en.ts'
import { useTexts } from '../../texts/use-texts.ts'
import type { ChartLine } from '../chart-line.ts'
import classes from '../charts.module.css'
import { NO_LINE } from '../columns.ts'
import { type Limit, limitsOf } from '../limits.ts'
import type { Mark } from '../marks.ts'
import type { Pane } from '../panes.ts'
import { clamp, type Window } from '../range/window.ts'
import { aligned, type Cursor, lastValue, lineColumn, valueNear } from './aligned.ts'
import { Plot } from './plot.tsx'
import { strokeOf } from './plot-options.ts'

interface ChartPaneProps {
  pane: Pane<ChartLine>
  window: Window
  width: number
  marks: readonly Mark[]
  rules: readonly AlarmRule[]
  numbered: boolean
  move: (change: (window: Window) => Window) => void
}

/** The series of one unit: what they are, what they say at the cursor (or last), and their lines. */
export const ChartPane = memo(({ pane, window, width, marks, rules, numbered, move }: ChartPaneProps) => {
  const texts = useTexts()
  const format = useFormat()
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const { kind, unit, series } = pane
  const data = useMemo(
    () =>
      aligned(
        series.map(({ line }) => line ?? NO_LINE),
        kind === 'switch',
      ),
    [series, kind],
  )
  const limits = useMemo(() => limitsOf(series, rules), [series, rules])
  const at = cursor === null ? undefined : data[0][cursor.row]
  const isEmpty = series.every(({ line }) => line !== null) && !hasRows(data[0], window)
  return (
    <section className={classes.pane}>
      <h2>{titleOf(pane, texts)}</h2>
      <ul className={classes.legend}>
        {series.map((line, i) => {
          const column = data[lineColumn(i)] ?? []
          const value =
            cursor === null
              ? lastValue(data[0], column, window.to / 1000)
              : valueNear(data[0], column, cursor, (line.range?.gap_ms ?? 0) / 1000)
          return (
            <li key={seriesKey(line)}>
              <Swatch line={i} /> {shortName(line, pane, texts)}{' '}
              <strong>{valueText(value, line, kind, format, texts)}</strong>
            </li>
          )
        })}
      </ul>
      <LimitNames limits={limits} pane={pane} />
      <div className={classes.canvas} data-kind={kind}>
        {at !== undefined && <span className={classes.time}>{format.dateTime(at * 1000)}</span>}
        {width > 0 && series.some(({ line }) => line) && (
          <Plot
            {...{ kind, unit, data, window, width, marks, limits, numbered }}
            lines={series.length}
            digits={series[0]!.digits}
            syncKey="charts"
            onSelect={(selected) => move(() => clamp(selected))}
            onCursor={setCursor}
          />
        )}
        {isEmpty && <p className={classes.none}>{texts.charts.noReadings}</p>}
      </div>
    </section>
  )
})

/** The limits in words, with the pattern that they have in the plot. */
function LimitNames({ limits, pane: { unit, series } }: { limits: readonly Limit[]; pane: Pane<ChartLine> }) {
  const { alarms } = useTexts()
  const format = useFormat()
  if (limits.length === 0) return null
  const digits = series[0]?.digits ?? 0
  return (
    <ul className={classes.limits}>
      {limits.map(({ value, side, tone }) => (
        <li key={`${side} ${value} ${tone}`} data-tone={tone}>
          <svg width="22" height="8" aria-hidden>
            <path d="M0 4H22" strokeDasharray="2 3" />
          </svg>{' '}
          {alarms.severities[tone === 'late' ? 'alarm' : 'warning']}{' '}
          {alarms.beyond[side](`${format.number(value, digits)}${unit && `\u00a0${unit}`}`)}
        </li>
      ))}
    </ul>
  )
}

const hasRows = (times: ArrayLike<number>, { from, to }: Window) =>
  Array.from(times).some((time) => time * 1000 >= from && time * 1000 <= to)

function titleOf({ series, unit }: Pane<ChartLine>, { common }: Texts): string {
  const names = [...new Set(series.map(({ metric }) => common.metrics[metric]))].join(', ')
  return unit ? `${names} · ${unit}` : names
}

/** In a pane of one metric the instance says it all. */
function shortName(line: ChartLine, { series }: Pane<ChartLine>, texts: Texts): string {
  const alike = series.every(({ metric }) => metric === line.metric)
  if (!alike) return seriesText(line, texts)
  return line.instance ? instanceText(line.instance, texts) : texts.common.metrics[line.metric]
}

function valueText(
  value: number | null,
  { unit, digits }: ChartLine,
  kind: Pane<unknown>['kind'],
  format: ReturnType<typeof useFormat>,
  { charts }: Texts,
): string {
  if (value === null) return '–'
  if (kind === 'switch') return value ? charts.on : charts.off
  const number = format.number(value, digits, Math.min(digits, 2))
  return unit ? `${number}\u00a0${unit}` : number
}

function Swatch({ line }: { line: number }) {
  const { colour, dash } = strokeOf(line)
  return (
    <svg width="22" height="8" aria-hidden className={classes.swatch} data-line={colour + 1}>
      <path d="M0 4H22" strokeDasharray={dash?.join(' ')} />
    </svg>
  )
}
