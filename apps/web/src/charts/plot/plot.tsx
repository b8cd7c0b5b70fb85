import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import classes from '../charts.module.css'
import type { Limit } from '../limits.ts'
import type { Mark } from '../marks.ts'
import type { Pane } from '../panes.ts'
import type { Window } from '../range/window.ts'
import { type Cursor, dotsOf } from './aligned.ts'
import { paletteOf, plotOptions } from './plot-options.ts'

interface PlotProps {
  kind: Pane<unknown>['kind']
  unit: string
  data: uPlot.AlignedData
  /** How many lines the data has; a plot is made anew for another number. */
  lines: number
  digits: number
  window: Window
  width: number
  marks: readonly Mark[]
  limits: readonly Limit[]
  numbered: boolean
  syncKey: string
  onSelect: (window: Window) => void
  onCursor: (cursor: Cursor | null) => void
}

/** A canvas with the lines of a pane. People who cannot see it have the table of figures. */
export function Plot({ data, window, marks, limits, ...setting }: PlotProps) {
  const { kind, unit, lines, digits, width, numbered, syncKey } = setting
  const holder = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const format = useFormat()
  const { charts } = useTexts()
  const scheme = useComputedColorScheme()
  const dots = useMemo(() => dotsOf(data), [data])
  const now = useEffectEvent(() => ({ marks, limits, dots }))
  const onSelect = useEffectEvent(setting.onSelect)
  const onCursor = useEffectEvent(setting.onCursor)
  const show = useEffectEvent(() => showOn(plot.current, data, window))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme is what the palette is taken from
  useEffect(() => {
    const element = holder.current!
    const make = () => {
      const options = plotOptions({
        ...{ kind, unit, lines, digits, width, numbered, syncKey, format, now },
        palette: paletteOf(element),
        onOff: [charts.off, charts.on],
        onSelect: (window) => onSelect(window),
        onCursor: (cursor) => onCursor(cursor),
      })
      plot.current = new uPlot(options, [[]], element)
      timer = setTimeout(show)
    }
    // Each in tasks of its own: a slow phone answers a finger between them.
    let timer = setTimeout(make)
    return () => {
      clearTimeout(timer)
      plot.current?.destroy()
      plot.current = null
    }
  }, [kind, unit, lines, digits, width, numbered, syncKey, format, charts, scheme])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks are read when it is drawn
  useEffect(() => show(), [data, window, marks, limits])

  return <div ref={holder} className={classes.plot} aria-hidden />
}

function showOn(plot: uPlot | null, data: uPlot.AlignedData, { from, to }: Window) {
  plot?.batch(() => {
    plot.setData(data, false)
    plot.setScale('x', { min: from / 1000, max: to / 1000 })
  })
}
