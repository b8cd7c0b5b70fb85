import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionBegun } from '../../api/session.ts'
import { safePath } from './safe-path.ts'

/** What to do once there is a session: forget what another account left in this browser, and go to the page asked for. */
export function useSignedIn(wanted: string | undefined): () => void {
  const queries = useQueryClient()
  const router = useRouter()
  return () => {
    // How the installation is set up is the same for all, and the pages before sign-in must not see it change under them.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'start' })
    sessionBegun()
    router.history.replace(safePath(wanted))
  }
}
