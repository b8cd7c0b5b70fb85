import type { Series } from '@binnacle/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { presetSince } from '../charts/range/window.ts'
import { useBoatId } from '../shell/use-boat.ts'
import { useNow } from '../ui/clock.ts'
import { seenAt, seriesKey } from './series.ts'

interface SeriesLinkProps {
  series: readonly Series[]
  className?: string
  /** Beyond a limit. */
  tone?: 'late' | 'soon' | undefined
  children: ReactNode
}

/** What it holds leads to the chart of its series, over a time in which they have readings. */
export function SeriesLink({ series, className, tone, children }: SeriesLinkProps) {
  const now = useNow()
  const oldest = Math.min(now, ...series.map(seenAt))
  return (
    <Link
      to="/boats/$boatId/charts"
      params={{ boatId: useBoatId() }}
      search={{ series: series.map(seriesKey), range: presetSince(oldest, now) }}
      className={className}
      data-tone={tone}
    >
      {children}
    </Link>
  )
}
