import { queryOptions, useQueries } from '@tanstack/react-query'
import { orKept } from '../../api/kept.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { fetchRange } from '../../telemetry/queries.ts'
import type { SeriesName } from '../../telemetry/series.ts'

/** What an onboard device says of earlier times comes from a clock that was never set. */
const EARLIEST = Date.UTC(2000, 0)
const POINTS = 2000

/** When a series began, ms; null when it never did. Found in two looks: the first is exact to some days, the second to minutes. */
const firstQuery = (id: string, name: SeriesName) =>
  queryOptions({
    // Of no topic: live events change nothing about it.
    queryKey: ['first-reading', id, name.metric, name.instance],
    queryFn: ({ signal }): Promise<number | null> =>
      orKept(`first ${id} ${name.metric} ${name.instance}`, async () => {
        const all = await fetchRange(id, name, { from: EARLIEST, to: Date.now(), points: POINTS }, signal)
        const from = all.points[0][0]
        if (from === undefined) return null
        const near = await fetchRange(id, name, { from, to: from + all.bucket_ms, points: POINTS }, signal)
        return near.points[0][0] ?? from
      }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { persist: false },
  })

/** When the first of some series began, ms; null while it is not known or not `wanted`. */
export function useFirstReading(names: readonly SeriesName[], wanted: boolean): number | null {
  const boatId = useBoatId()
  const answers = useQueries({ queries: names.map((name) => ({ ...firstQuery(boatId, name), enabled: wanted })) })
  const firsts = answers.flatMap(({ data }) => data ?? [])
  return wanted && firsts.length > 0 ? Math.min(...firsts) : null
}
