/** Scripts only from our own files. Styles may be inline: Mantine sets its variables so. Pictures: frames, QR codes, map tiles. */
export const contentSecurityPolicy = (pictures: readonly (string | null)[] = []): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ['img-src', "'self'", 'data:', 'blob:', ...pictures.filter((origin) => origin !== null)].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
