/** What a page of ours may use of a browser's powers: none that a stranger's script could want. */
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=()'

/**
 * What every answer says to a browser; pages set a wider policy of their own. JSON is no document, so nothing in it may load or run, and no
 * other site may frame it or load it as a picture or script.
 */
export function securityHeaders(baseUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'permissions-policy': PERMISSIONS,
    'cross-origin-resource-policy': 'same-origin',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** For what is made to be shown by other sites: badge, card, oEmbed, pictures behind signed links. */
export const FOR_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin' }
