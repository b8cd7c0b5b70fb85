const UUID = /^\/boats\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/**
 * What the first page of a visit reads of the service, for a Link header: the browser fetches it while the script of the app is
 * still on its way, and the app's own request takes that answer. Null for pages that are not worth it, and without a session.
 */
export function earlyData(path: string, cookie: string | undefined): string | null {
  if (!cookie?.includes('binnacle.session_token=')) return null
  const boat = UUID.exec(path)?.[1]
  const addresses = path === '/' ? ['/app/fleet'] : boat ? [`/app/vessels/${boat}/overview`, `/v1/vessels/${boat}`] : []
  if (addresses.length === 0) return null
  return ['/app/me', ...addresses].map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`).join(', ')
}
