import uPlot from 'uplot'
import type { Format } from '../../format/format.ts'
import type { Limit } from '../limits.ts'
import { type Flag, flags, type Mark } from '../marks.ts'
import { axisRange, type Pane } from '../panes.ts'
import type { Window } from '../range/window.ts'
import { type Cursor, isLineColumn } from './aligned.ts'
import { drawLimits } from './draw-limits.ts'
import { timeLabels } from './time-labels.ts'

/** The colours of a plot, taken from the page's, since a canvas knows no variables. */
interface Palette {
  ink: string
  muted: string
  grid: string
  fault: string
  faultTint: string
  warning: string
  warningTint: string
  service: string
  lines: string[]
}

const LINES = 6
const DASHES: readonly (number[] | undefined)[] = [undefined, [8, 4], [2, 3], [10, 4, 2, 4]]

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: colour('--ink'),
    muted: colour('--muted'),
    grid: colour('--line'),
    fault: colour('--late'),
    faultTint: colour('--late-tint'),
    warning: colour('--soon'),
    warningTint: colour('--soon-tint'),
    service: colour('--accent'),
    lines: Array.from({ length: LINES }, (_, i) => colour(`--line-${i + 1}`)),
  }
}

/** How the n-th line of a pane looks: six colours, then the same again in dashes. */
export const strokeOf = (line: number) => ({
  colour: line % LINES,
  dash: DASHES[Math.floor(line / LINES) % DASHES.length],
})

const PLOT = { axisPx: 52, timePx: 42, height: 190, switchHeight: 96 }
/** Room for the numbers of marks above a plot, and for the half of the last label beside it. */
const FLAGS_PX = 18
const LAST_LABEL_PX = 24
const LINE_PX = 2
const BAND_ALPHA = '2b'
const LONE_DOT_PX = 5
const MIN_DRAG_PX = 8
const FONT = '12px system-ui, sans-serif'

interface PlotSetting {
  width: number
  kind: Pane<unknown>['kind']
  unit: string
  lines: number
  digits: number
  palette: Palette
  format: Format
  onOff: readonly [off: string, on: string]
  /** Panes with one key share their cursor. */
  syncKey: string
  /** Whether the numbers of the marks stand at the top. */
  numbered: boolean
  /** What changes while the plot stays. */
  now: () => { marks: readonly Mark[]; limits: readonly Limit[]; dots: number[][] }
  onSelect: (window: Window) => void
  onCursor: (cursor: Cursor | null) => void
}

export function plotOptions(setting: PlotSetting): uPlot.Options {
  const { width, kind, unit, lines, palette, syncKey, numbered, now, onSelect, onCursor } = setting
  return {
    width,
    height: kind === 'switch' ? PLOT.switchHeight : PLOT.height,
    padding: [numbered ? FLAGS_PX : 8, LAST_LABEL_PX, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      sync: { key: syncKey, scales: ['x', null] },
      drag: { x: true, y: false, setScale: false, dist: MIN_DRAG_PX },
      bind: { dblclick: () => () => null },
      points: { size: (_, column) => (isLineColumn(column) ? 8 : 0) },
    },
    scales: {
      x: { time: true, auto: false },
      y: { range: (_, least, most) => axisRange({ kind, unit }, least, most) },
    },
    axes: axes(setting),
    series: [{}, ...Array.from({ length: lines }, (_, line) => columnsOf(line, setting)).flat()],
    bands: Array.from({ length: lines }, (_, line) => ({
      series: [3 * line + 2, 3 * line + 1] as [number, number],
      fill: palette.lines[strokeOf(line).colour]! + BAND_ALPHA,
    })),
    hooks: {
      drawClear: [
        (plot) => drawLimits(plot, now().limits, palette),
        (plot) => drawMarks(plot, now().marks, palette, numbered),
      ],
      setSelect: [(plot) => select(plot, onSelect)],
      setCursor: [(plot) => onCursor(cursorOf(plot))],
    },
  }
}

function cursorOf(plot: uPlot): Cursor | null {
  const { left = -1, idx } = plot.cursor
  return left < 0 || idx == null ? null : { row: idx, at: plot.posToVal(left, 'x') }
}

function axes({ kind, digits, palette, format, onOff }: PlotSetting): uPlot.Axis[] {
  const common = {
    stroke: palette.muted,
    font: FONT,
    grid: { stroke: palette.grid, width: 1 },
    ticks: { stroke: palette.grid, width: 1, size: 4 },
  }
  const steps = (ticks: number[]) => ticks[1] !== undefined && Math.abs(ticks[1] - ticks[0]!) < 1
  return [
    {
      ...common,
      size: PLOT.timePx,
      space: 70,
      values: (_, ticks, _axis, _space, step) => timeLabels(ticks, step, format),
    },
    {
      ...common,
      size: PLOT.axisPx,
      ...(kind === 'switch'
        ? { splits: () => [0, 1], values: () => [...onOff] }
        : {
            space: 36,
            values: (_: uPlot, ticks: number[]) =>
              ticks.map((tick) => format.number(tick, steps(ticks) ? Math.max(2, digits) : digits)),
          }),
    },
  ]
}

/** The three columns of a line: its band's two edges, which are not seen, and itself. */
function columnsOf(line: number, { kind, palette, now }: PlotSetting): uPlot.Series[] {
  const { colour, dash } = strokeOf(line)
  const stroke = palette.lines[colour]
  const paths = kind === 'switch' ? uPlot.paths.stepped?.({ align: 1 }) : undefined
  const edge: uPlot.Series = { stroke: 'transparent', paths, points: { show: false } }
  return [
    edge,
    { ...edge },
    {
      stroke,
      dash,
      width: LINE_PX,
      paths,
      points: { show: true, size: LONE_DOT_PX, fill: stroke, filter: (_, column) => now().dots[column] ?? [] },
    },
  ]
}

function select(plot: uPlot, onSelect: (window: Window) => void) {
  const { left, width } = plot.select
  if (width < MIN_DRAG_PX) return
  const at = (px: number) => plot.posToVal(px, 'x') * 1000
  plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
  onSelect({ from: at(left), to: at(left + width) })
}

/** Faults as bands from their beginning to their end, services as dashed lines; behind the lines. */
function drawMarks(plot: uPlot, marks: readonly Mark[], palette: Palette, numbered: boolean) {
  const { ctx, bbox } = plot
  const xOf = (at: number) => Math.max(bbox.left, Math.min(bbox.left + bbox.width, plot.valToPos(at / 1000, 'x', true)))
  ctx.save()
  const { min = 0, max = 0 } = plot.scales.x!
  const seen = marks.filter(({ from, to }) => from / 1000 <= max && (to ?? Number.POSITIVE_INFINITY) / 1000 >= min)
  for (const { kind, from, to } of seen) {
    const left = xOf(from)
    ctx.fillStyle = palette.faultTint
    if (kind === 'fault') ctx.fillRect(left, bbox.top, Math.max(xOf(to ?? Date.now()) - left, 1), bbox.height)
    ctx.beginPath()
    ctx.strokeStyle = kind === 'fault' ? palette.fault : palette.service
    ctx.lineWidth = uPlot.pxRatio
    ctx.setLineDash(kind === 'fault' ? [] : [4 * uPlot.pxRatio, 3 * uPlot.pxRatio])
    ctx.moveTo(left, bbox.top)
    ctx.lineTo(left, bbox.top + bbox.height)
    ctx.stroke()
  }
  const places = seen.map(({ from, number }) => ({ left: xOf(from) / uPlot.pxRatio, number }))
  if (numbered) drawFlags(plot, flags(places.sort((a, b) => a.left - b.left)), palette)
  ctx.restore()
}

function drawFlags({ ctx, bbox }: uPlot, all: readonly Flag[], { ink }: Palette) {
  ctx.fillStyle = ink
  ctx.font = `600 ${11 * uPlot.pxRatio}px system-ui, sans-serif`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'bottom'
  for (const { left, text } of all) ctx.fillText(text, left * uPlot.pxRatio, bbox.top - 2 * uPlot.pxRatio)
}
