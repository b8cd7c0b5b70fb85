import { createHmac, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@binnacle/contract'

/** A key that signs links. `id` is letters, digits, - and _; a new key gets a new id, and the old one goes on being checked for a while. */
export interface LinkKey {
  id: string
  secret: Uint8Array
}

/**
 * What signFrameLink writes and nothing else: this order, each once, no other spelling of the number. `size` follows the
 * signature and is not covered by it: who may see the picture may see it small.
 */
const QUERY = /^exp=([1-9]\d{0,11})&kid=([\w-]{1,64})&sig=([\w-]{43})(?:&size=(?:thumb|screen))?$/

/**
 * The address under which a frame's image may be fetched for 30 minutes (LIMITS.signedLinkSeconds) from `now`, rounded up to a
 * whole second: `{baseUrl}/frames/{id}?exp=<unix s>&kid=<key id>&sig=<HMAC-SHA256, base64url>`. With `&size=thumb` appended it
 * gives the thumbnail, with `&size=screen` a picture for a page. `baseUrl` is the configured one, without a trailing slash.
 */
export function signFrameLink(baseUrl: string, frameId: string, key: LinkKey, now: Date): string {
  const exp = String(Math.ceil(now.getTime() / 1000) + LIMITS.signedLinkSeconds)
  return `${baseUrl}/frames/${frameId}?exp=${exp}&kid=${key.id}&sig=${signature(frameId, exp, key)}`
}

/** Whether a link's raw query (what follows the question mark, undecoded) is one that was signed for this frame and has not ended. */
export function checkFrameLink(query: string, frameId: string, keys: readonly LinkKey[], now: Date): 'ok' | 'invalid' {
  const [, exp, kid, given] = QUERY.exec(query) ?? []
  const key = keys.find(({ id }) => id === kid)
  if (!exp || !given || !key) return 'invalid'
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(signature(frameId, exp, key)))) return 'invalid'
  return now.getTime() <= Number(exp) * 1000 ? 'ok' : 'invalid'
}

function signature(frameId: string, exp: string, key: LinkKey): string {
  return createHmac('sha256', key.secret).update(`frame ${frameId} ${exp} ${key.id}`).digest('base64url')
}
