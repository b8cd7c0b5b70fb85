import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../errors.ts'

/**
 * Protects cookies against cross-site request forgery. A request that changes something must come from the app's own pages: its
 * Origin, if any, is that of BASE_URL, or has the requested host if that is another one (an address in the boat's network), and
 * Sec-Fetch-Site is same-origin or none.
 */
export function refuseOtherSites(headers: IncomingHttpHeaders, baseUrl: string): void {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  const base = new URL(baseUrl)
  const ours =
    origin === undefined ||
    origin === base.origin ||
    (host !== base.host && URL.canParse(origin) && new URL(origin).host === host)
  if (!ours || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new ApiError('cross_site_request')
}
