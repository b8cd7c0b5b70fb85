const REQUEST_TIMEOUT_MS = 30_000

/** A program for a boat that a service has at /onboard/. */
export interface Offered {
  version: string
  /** Of its package, in hex. */
  sha256: string
  url: string
}

export type Program = 'binnacle-gateway' | 'signalk-binnacle'

/** What a service offers; undefined where it offers none, as one without /onboard/. Rejects where it cannot be asked. */
export async function offeredBy(service: string, program: Program): Promise<Offered | undefined> {
  const answer = await get(`${service}/onboard/SHA256SUMS`)
  const line = new RegExp(`^([0-9a-f]{64}) {2}(${program}-(\\d+\\.\\d+\\.\\d+)\\.tgz)$`, 'm')
  const [, sha256, file, version] = line.exec(answer.ok ? await answer.text() : '') ?? []
  return sha256 && file && version ? { version, sha256, url: `${service}/onboard/${file}` } : undefined
}

/** A marina's login page answers with a redirect, and is no program. */
export const get = (url: string): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })

export const isNewer = (version: string, than: string): boolean =>
  version.localeCompare(than, 'en', { numeric: true }) > 0
