import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request that changes something comes from a page of this server. Signal K lets the pages of all sites in the browser ask
 * it, with any headers, and its cookie goes with requests of other pages on the same machine. Browsers say where a
 * request comes from: in Sec-Fetch-Site, which no proxy changes, and without TLS in Origin only.
 */
export function isSameOrigin({ host, origin, ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
