import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiProblem, api } from '../../api/client.ts'
import { forgetEverything } from '../../api/persist.ts'
import { entriesOf } from '../../outbox/entries.ts'

/** Ends the session and forgets in this browser what it showed. Without a network it does nothing, and the shell says so. */
export function useSignOut() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await entriesOf(queries).send()
    try {
      await api('POST /api/auth/sign-out')
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'offline') return
      throw error
    }
    queries.clear()
    await forgetEverything()
    await navigate({ to: '/sign-in' })
  }
}
