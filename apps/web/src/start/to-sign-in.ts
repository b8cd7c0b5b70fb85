import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** Nobody is signed in any more: forgets what was read, and goes to the sign-in page, which leads back here. */
export function toSignIn(queries: QueryClient, router: AnyRouter): void {
  queries.clear()
  const { pathname, searchStr } = router.state.location
  void router.navigate({ to: '/sign-in', search: { to: pathname + searchStr }, replace: true })
}
