import type { Series } from '@binnacle/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { parseSeriesKey, type SeriesName } from '../telemetry/series.ts'
import { firstSeries } from './panes.ts'

const route = getRouteApi('/owner/boats/$boatId/charts')

/** The series that the address names, or else the first ones of what the boat has; and how to choose others. */
export function useChosenSeries(latest: readonly Series[]) {
  const { series } = route.useSearch()
  const navigate = route.useNavigate()
  const chosen = useMemo(
    (): SeriesName[] => series?.flatMap((key) => parseSeriesKey(key) ?? []) ?? firstSeries(latest),
    [series, latest],
  )
  const choose = useCallback(
    (keys: string[]) =>
      void navigate({ search: (rest) => ({ ...rest, series: keys }), replace: true, resetScroll: false }),
    [navigate],
  )
  return { chosen, choose }
}
