import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiProblem, addressOf, api } from '../../api/client.ts'
import { forgetEverything } from '../../api/persist.ts'

/** About how large the archive of everything is. */
export const exportSizeQuery = queryOptions({
  queryKey: ['export-size'],
  queryFn: ({ signal }) => api('GET /app/export/size', { signal }).then(({ size }) => size),
})

const ARCHIVE = addressOf('/app/export')

/**
 * Starts the download as the browser's own, so that an archive of any size goes to the disk and not through this page. Asked
 * with HEAD before, since a browser does not tell a page why a download failed.
 */
export async function startDownload(): Promise<void> {
  const answer = await fetch(ARCHIVE, { method: 'HEAD', credentials: 'same-origin' }).catch(() => {
    throw new ApiProblem(0, 'offline')
  })
  if (!answer.ok) throw new ApiProblem(answer.status, answer.status === 429 ? 'rate_limited' : 'unavailable')
  const link = document.createElement('a')
  link.href = ARCHIVE
  link.download = ''
  link.click()
}

/** Deletes the account, and then forgets in this browser what it showed. */
export function useDeleteAccount() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (password: string) => api('DELETE /app/account', { body: password === '' ? {} : { password } }),
    onSuccess: async () => {
      queries.clear()
      await forgetEverything()
      await navigate({ to: '/sign-in' })
    },
  })
}
