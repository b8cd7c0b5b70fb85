import type { AnyRouter } from '@tanstack/react-router'

const PAGE = '/second-factor'

/** The account must have a second factor first: goes to the page that sets one up, which leads back here. */
export function toSecondFactor(router: AnyRouter): void {
  const { pathname, href } = router.latestLocation
  if (pathname !== PAGE) void router.navigate({ to: PAGE, search: { to: href }, replace: true })
}
