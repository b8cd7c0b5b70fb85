import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { forgetPictures } from '../../api/persist.ts'

/** Nobody is signed in any more: forgets what was read, and goes to the sign-in page, which leads back here. */
export function toSignIn(queries: QueryClient, router: AnyRouter): void {
  queries.clear()
  const search = { to: router.state.location.href }
  // The page that is left may have asked for a picture meanwhile.
  void router.navigate({ to: '/sign-in', search, replace: true }).then(forgetPictures)
}
