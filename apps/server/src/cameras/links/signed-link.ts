import { createHmac, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@binnacle/contract'
import type { FrameSize } from '../stores/frame-store.ts'

/**
 * A key that signs links. `id` is letters, digits, - and _; a new key has a new id, and links of the old one stay valid for a
 * while.
 */
export interface LinkKey {
  id: string
  secret: Uint8Array
}

/** What a link grants: one size of one picture, to its owner or to those who know a share. */
export interface Grant {
  frameId: string
  size: FrameSize
  /** shareMark of the share; absent in the owner's links. */
  share?: string | undefined
}

/** What signFrameLink writes and nothing else: this order, each once, no other spelling of the number. */
const QUERY = /^exp=([1-9]\d{0,11})&kid=([\w-]{1,64})(?:&size=(thumb|screen))?(?:&share=([\w-]{22}))?&sig=([\w-]{43})$/

/**
 * The address under which one size of a picture may be fetched for 30 minutes, or another number of seconds, from `now`, rounded
 * up to a whole second: `{baseUrl}/frames/{id}?exp=<unix s>&kid=<key id>[&size=…][&share=…]&sig=<HMAC-SHA256, base64url>`. The
 * signature covers all of it. `baseUrl` is the configured one, without a trailing slash.
 */
export function signFrameLink(
  baseUrl: string,
  grant: Grant,
  key: LinkKey,
  now: Date,
  seconds: number = LIMITS.signedLinkSeconds,
): string {
  const exp = String(Math.ceil(now.getTime() / 1000) + seconds)
  const size = grant.size === 'full' ? '' : `&size=${grant.size}`
  const share = grant.share ? `&share=${grant.share}` : ''
  const sig = signature(grant, exp, key)
  return `${baseUrl}/frames/${grant.frameId}?exp=${exp}&kid=${key.id}${size}${share}&sig=${sig}`
}

/**
 * What the raw query of a link (after the question mark, undecoded) grants; undefined unless we signed it for this picture and it
 * has not expired.
 */
export function readFrameLink(query: string, frameId: string, keys: readonly LinkKey[], now: Date): Grant | undefined {
  const [, exp, kid, size = 'full', share, given] = QUERY.exec(query) ?? []
  const key = keys.find(({ id }) => id === kid)
  if (!exp || !given || !key || now.getTime() > Number(exp) * 1000) return undefined
  const grant: Grant = { frameId, size: size as FrameSize, share }
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(grant, exp, key))) ? grant : undefined
}

/** Names a share in a link: the token itself would give whoever gets the picture the whole page. */
export const shareMark = (token: string, key: LinkKey): string =>
  createHmac('sha256', key.secret).update(`share ${token}`).digest('base64url').slice(0, 22)

function signature({ frameId, size, share = '' }: Grant, exp: string, key: LinkKey): string {
  return createHmac('sha256', key.secret)
    .update(`frame ${frameId} ${size} ${exp} ${key.id} ${share}`)
    .digest('base64url')
}
