import { useDebouncedCallback } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNow } from '../../ui/clock.ts'
import { timesOf, windowOf } from '../search.ts'
import { type Preset, presetWindow, type Window, wholeWindow } from './window.ts'

const route = getRouteApi('/owner/boats/$boatId/charts')

/** A gesture is over when it rests for so long; then the address has it, and its data is loaded. */
const SETTLE_MS = 350

export interface ChartWindow {
  /** What is drawn: it follows the fingers. */
  shown: Window
  /** What is loaded and stands in the address. */
  asked: Window
  /** null: from and to are set by hand. */
  preset: Preset | null
  /** Several changes may come before the first is drawn, so each is made from the one before. */
  move: (change: (window: Window) => Window) => void
  choose: (preset: Preset) => void
}

/**
 * The time that the charts show. It is in the address, so that it can be shared and the way back leads through it.
 * @param first the time of the first reading, ms, for the whole range; null while it is not known
 */
export function useChartWindow(first: number | null): ChartWindow {
  const { range, from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const set = windowOf(from, to)
  const preset = set ? null : (range ?? 'day')
  const asked = useStable(set ?? (preset === 'all' ? wholeWindow(first, now) : presetWindow(preset ?? 'day', now)))
  const [moving, setMoving] = useState<Window | null>(null)
  const settle = useDebouncedCallback((window: Window) => {
    void navigate({ search: ({ series }) => ({ ...(series && { series }), ...timesOf(window) }), resetScroll: false })
  }, SETTLE_MS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins to wait anew when the window moves, and only then
  useEffect(() => {
    if (moving) settle(moving)
  }, [moving])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has got to where the fingers were
  useEffect(() => setMoving(null), [range, from, to])
  const move = useCallback((change: (window: Window) => Window) => setMoving((last) => change(last ?? asked)), [asked])
  const choose = useCallback(
    (preset: Preset) => {
      settle.cancel()
      setMoving(null)
      void navigate({ search: ({ series }) => ({ ...(series && { series }), range: preset }), resetScroll: false })
    },
    [settle, navigate],
  )
  const shown = moving ?? asked
  return useMemo(() => ({ shown, asked, preset, move, choose }), [shown, asked, preset, move, choose])
}

/** The same object as long as its numbers are the same. */
function useStable({ from, to }: Window): Window {
  return useMemo(() => ({ from, to }), [from, to])
}
