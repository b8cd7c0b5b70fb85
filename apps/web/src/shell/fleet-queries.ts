import type { FleetFrame } from '@binnacle/contract'
import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { withKnownLinks } from '../api/signed-links.ts'

/** The links of pictures last 30 minutes. */
const LINKS_AGAIN_MS = 20 * 60_000

interface WithFrame {
  frame: FleetFrame | null
}

/** The fresh boats; pictures that are shown already keep their address, and so their bytes. */
function withKeptLinks<T extends WithFrame>(shown: readonly T[], fresh: readonly T[]): T[] {
  const known = shown.flatMap(({ frame }) => frame ?? [])
  return fresh.map((boat) => {
    const [frame = null] = withKnownLinks(boat.frame ? [boat.frame] : [], known, Date.now())
    return { ...boat, frame }
  })
}

/** Every boat at a glance, in the order in which they were added. */
export const fleetQuery = queryOptions({
  queryKey: ['fleet'],
  queryFn: ({ signal }) => api('GET /app/fleet', { signal }).then(({ vessels }) => vessels),
  refetchInterval: LINKS_AGAIN_MS,
  structuralSharing: (shown, fresh) =>
    replaceEqualDeep(shown, withKeptLinks((shown ?? []) as WithFrame[], fresh as WithFrame[])),
})

/** What a boat's page opens with. */
export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'overview'],
    queryFn: ({ signal }) => api('GET /app/vessels/{id}/overview', { params: { id }, signal }),
    refetchInterval: LINKS_AGAIN_MS,
    structuralSharing: (shown, fresh) =>
      replaceEqualDeep(shown, withKeptLinks(shown ? [shown as WithFrame] : [], [fresh as WithFrame])[0]),
  })
