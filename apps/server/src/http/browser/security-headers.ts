import type { Config } from '../../settings/config.ts'

/** Browser features are off for every page of the service. */
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=()'

/**
 * The security headers of every answer; pages set a wider policy of their own. JSON may not load or run anything, and no other
 * site may frame it or load it as a picture or script. With TLS=local there is no HSTS: it would hold for every port of the
 * boat's computer, such as that of Signal K.
 */
export function securityHeaders({ baseUrl, tls }: Pick<Config, 'baseUrl' | 'tls'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'permissions-policy': PERMISSIONS,
    'cross-origin-resource-policy': 'same-origin',
    ...(baseUrl.startsWith('https:') && tls === 'off' && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** For answers that other sites show: badge, card, oEmbed, images behind signed links. */
export const FOR_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin' }
