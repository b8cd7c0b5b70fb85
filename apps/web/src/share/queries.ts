import type { Share, ShareToggles } from '@binnacle/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, api } from '../api/client.ts'

/** How a boat is shared; null while it is not. */
export const shareQuery = (vesselId: string) =>
  queryOptions({
    queryKey: ['vessel', vesselId, 'share'],
    queryFn: ({ signal }): Promise<Share | null> =>
      api('GET /app/vessels/{id}/share', { params: { id: vesselId }, signal })
        .then(({ share }) => share)
        .catch((error) => {
          if (error instanceof ApiProblem && error.status === 404) return null
          throw error
        }),
  })

const withToggles = (share: Share, change: Partial<ShareToggles>): Share => ({
  ...share,
  toggles: { ...share.toggles, ...change },
})

/** Shares the boat, or changes what is shown. A switch is shown as set at once, and set back when the service refuses. */
export function useShareChange(vesselId: string) {
  const queries = useQueryClient()
  const { queryKey } = shareQuery(vesselId)
  return useMutation({
    mutationFn: (toggles: Partial<ShareToggles>) =>
      api('PUT /app/vessels/{id}/share', { params: { id: vesselId }, body: { toggles } }),
    scope: { id: `share-${vesselId}` },
    onMutate: async (toggles) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey) ?? null
      queries.setQueryData(queryKey, before && withToggles(before, toggles))
      return before
    },
    onError: (_error, _toggles, before) => queries.setQueryData(queryKey, before),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}

export function useRevokeShare(vesselId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api('DELETE /app/vessels/{id}/share', { params: { id: vesselId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: shareQuery(vesselId).queryKey }),
  })
}
