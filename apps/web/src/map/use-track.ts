import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Preset, presetWindow } from '../charts/range/window.ts'
import { useFormat } from '../format/use-format.ts'
import { useBoat, useBoatId } from '../shell/use-boat.ts'
import type { Position } from '../telemetry/groups.ts'
import { trackQuery } from '../telemetry/queries.ts'
import { useNow } from '../ui/clock.ts'
import { type Fix, fixesOf, legsOf, near, ticksOf } from './track.ts'
import type { Track } from './track-layer.ts'

/** What an onboard device says of earlier times comes from a clock that was never set. */
const EARLIEST = Date.UTC(2000, 0)
const DAY_MS = 86_400_000

/** What the reader's clock is ahead of UTC at a time, ms. */
const offsetAt = (at: number): number => -new Date(at).getTimezoneOffset() * 60_000

export interface BoatTrack {
  track: Track
  /** How far the boat went over ground, nm, without so many gaps. */
  distance: { nm: number; gaps: number }
  /** Whether the track is not yet that of the range. */
  loading: boolean
  error: unknown
  retry: () => void
}

/** The track of a range, ready to be drawn, with the boat's newest place. */
export function useTrack(preset: Preset, position: Position | null): BoatTrack {
  const format = useFormat()
  const { name } = useBoat()
  const now = useNow()
  const { from, to } = preset === 'all' ? { ...presetWindow('day', now), from: EARLIEST } : presetWindow(preset, now)
  const { data, error, refetch, isPending, isPlaceholderData } = useQuery({
    ...trackQuery(useBoatId(), from, to),
    placeholderData: keepPreviousData,
  })
  const fixes = useMemo(() => (data ? fixesOf(data.points) : []), [data])
  const track = useMemo(() => {
    const long = (fixes.at(-1)?.at ?? 0) - (fixes[0]?.at ?? 0) > 2 * DAY_MS
    const tickText = ({ at }: Fix) => (long ? format.dayMonth(at) : format.time(at))
    const last = position && near({ ...position, at: Date.parse(position.recorded_at) }, fixes.at(-1)?.lon)
    return {
      legs: legsOf(fixes, data?.gaps ?? [[], []]),
      ticks: ticksOf(fixes, offsetAt).map((fix) => ({ fix, text: tickText(fix) })),
      last: last && { fix: last, text: name },
    }
  }, [data, fixes, position, format, name])
  return {
    track,
    distance: { nm: data?.distance_nm ?? 0, gaps: data?.gaps[0].length ?? 0 },
    loading: isPending || isPlaceholderData,
    error: data ? null : error,
    retry: () => void refetch(),
  }
}
