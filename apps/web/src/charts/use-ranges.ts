import type { TelemetryRange } from '@binnacle/contract'
import { useQueries } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useBoatId } from '../shell/use-boat.ts'
import { rangeQuery } from '../telemetry/queries.ts'
import { type SeriesName, seriesKey } from '../telemetry/series.ts'
import { type ChartLine, chartLine } from './chart-line.ts'
import { loadWindow, type Window } from './range/window.ts'

/** Points for each pixel of width: three quarters of what is asked for lies beyond the edges or between the pixels. */
const POINTS_A_PX = 3
const MAX_POINTS = 2000

export interface Ranges {
  lines: ChartLine[]
  /** Whether the window's own data is still to come; updates do not count. */
  loading: boolean
  /** Why there is nothing to show. */
  error: unknown
  retry: () => void
}

/** The chosen series over a window. While finer data is loaded, what was there stays. */
export function useRanges(
  names: readonly SeriesName[],
  sentUnits: ReadonlyMap<string, string | null>,
  window: Window,
  widthPx: number,
): Ranges {
  const boatId = useBoatId()
  const { display } = useFormat()
  const points = Math.min(MAX_POINTS, Math.ceil(widthPx / 100) * 100 * POINTS_A_PX)
  const load = loadWindow(window)
  const answers = useQueries({
    queries: names.map((name) => ({ ...rangeQuery(boatId, name, { ...load, points }), enabled: widthPx > 0 })),
  })
  const held = useHeld(
    names.map(seriesKey),
    answers.map(({ data }) => data),
  )
  // Answers come one by one: they are drawn together, in slices.
  const ranges = useDeferredValue(useSame(held))
  const lines = useMemo(
    () => names.map((name, i) => chartLine(name, sentUnits.get(seriesKey(name)) ?? null, display, ranges[i] ?? null)),
    [names, sentUnits, display, ranges],
  )
  const failed = answers.find(({ error }) => error)
  return {
    lines,
    loading: answers.some(({ isLoading }) => isLoading),
    error: failed?.error ?? null,
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.refetch()
    },
  }
}

/** The newest answer of each series, and until there is one its last. */
function useHeld(keys: readonly string[], answers: readonly (TelemetryRange | undefined)[]) {
  const [held] = useState(() => new Map<string, TelemetryRange>())
  useEffect(() => {
    for (const [i, key] of keys.entries()) if (answers[i]) held.set(key, answers[i])
  })
  return keys.map((key, i) => answers[i] ?? held.get(key))
}

/** The array of the last time when it holds the same, so that nothing is drawn again for nothing. */
function useSame<T>(array: readonly T[]): readonly T[] {
  const [kept, keep] = useState(array)
  if (kept.length === array.length && kept.every((one, i) => one === array[i])) return kept
  keep(array)
  return array
}
