import { queryOptions } from '@tanstack/react-query'
import land10 from 'world-atlas/land-10m.json?url'
import land50 from 'world-atlas/land-50m.json?url'
import land110 from 'world-atlas/land-110m.json?url'
import { type LandTopology, type Ring, ringsOf } from './land.ts'

/** How exact a coastline is: 1 : 110, 50 or 10 million (Natural Earth). 18, 153 and 665 kB on the way. */
export type Detail = 110 | 50 | 10

const FILES: Record<Detail, string> = { 110: land110, 50: land50, 10: land10 }

/** The coarsest detail whose steps are not seen at a zoom. */
export const detailOf = (zoom: number): Detail => (zoom <= 2 ? 110 : zoom <= 5 ? 50 : 10)

/** All land of the earth, which the app brings along; loaded once. */
export const coastlineQuery = (detail: Detail) =>
  queryOptions({
    queryKey: ['coastline', detail],
    queryFn: async ({ signal }): Promise<Ring[]> => {
      const answer = await fetch(FILES[detail], { signal })
      if (!answer.ok) throw new Error(`coastline: ${answer.status}`)
      return ringsOf((await answer.json()) as LandTopology)
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { persist: false },
  })
