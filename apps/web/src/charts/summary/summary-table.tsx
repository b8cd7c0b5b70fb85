import type { TelemetryRange } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { memo } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { seriesText } from '../../telemetry/names.ts'
import { seriesKey } from '../../telemetry/series.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import type { ChartLine } from '../chart-line.ts'
import classes from '../charts.module.css'
import { type Points, within } from '../columns.ts'
import { isSwitch } from '../panes.ts'
import type { Window } from '../range/window.ts'
import { toCsv } from './csv.ts'
import { download } from './download.ts'
import { summarise } from './summary.ts'

/** The shown range in figures: what the charts say to people who cannot see them, and to a spreadsheet. */
export const SummaryTable = memo(({ lines, window }: { lines: readonly ChartLine[]; window: Window }) => {
  const { charts } = useTexts()
  const format = useFormat()
  const boat = useBoat()
  const seen = lines.flatMap((line): SeenLine[] =>
    line.range ? [{ ...line, range: line.range, points: within(line.range.points, window) }] : [],
  )
  const csv = () => {
    const rows = seen.map(({ sentUnit, ...series }) => ({ ...series, unit: sentUnit }))
    download(`${boat.name} ${new Date(window.from).toISOString().slice(0, 10)}.csv`, 'text/csv', toCsv(rows))
  }
  return (
    <Panel
      title={charts.summary}
      actions={
        <Button variant="default" leftSection={<IconDownload size={20} aria-hidden />} onClick={csv}>
          {charts.csv}
        </Button>
      }
    >
      <p>
        {format.dateTime(window.from)} – {format.dateTime(window.to)}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds controls, and this is a table */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={classes.scroll} role="group" tabIndex={0} aria-label={charts.summary}>
        <table>
          <thead>
            <tr>
              {(['series', 'min', 'mean', 'max', 'last'] as const).map((column) => (
                <th key={column} scope="col">
                  {charts.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {seen.map((line) => (
              <SummaryRow key={seriesKey(line)} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
})

/** A line whose readings are there, and those of the shown range. */
type SeenLine = ChartLine & { range: TelemetryRange; points: Points }

function SummaryRow({ line }: { line: SeenLine }) {
  const texts = useTexts()
  const format = useFormat()
  const summary = summarise(line.points, line.range, line.isPlausible)
  const text = (value: number) =>
    isSwitch(line.metric)
      ? format.number(value, 2)
      : format.number(line.convert(value), line.digits, Math.min(line.digits, 2))
  return (
    <tr>
      <th scope="row">
        {seriesText(line, texts)} {line.unit && `(${line.unit})`}
      </th>
      {(['min', 'mean', 'max', 'last'] as const).map((column) => (
        <td key={column}>{summary ? text(summary[column]) : '–'}</td>
      ))}
    </tr>
  )
}
