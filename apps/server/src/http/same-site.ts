import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from './errors.ts'

/**
 * A cookie travels with requests that other sites make a browser send, so those that change something must come from our own
 * pages: Origin, where a browser sends one, is BASE_URL's or that of the address asked, and Sec-Fetch-Site is our own.
 */
export function refuseOtherSites(headers: IncomingHttpHeaders, baseUrl: string): void {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  const ours =
    origin === undefined ||
    origin === new URL(baseUrl).origin ||
    (URL.canParse(origin) && new URL(origin).host === host)
  if (!ours || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new ApiError('cross_site_request')
}
