import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Language, Route } from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'

/**
 * Whether a Host header names this installation: the host of BASE_URL, an IP address, localhost or a .local name, on any port. With
 * another name, a website whose name somebody led to this machine (DNS rebinding) would read answers as if they were its own.
 * @param own the host of BASE_URL, without a port
 */
export function isKnownHost(host: string, own: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/:\d{0,5}$/, '')
    .replace(/\.$/, '')
  const bare = name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name
  return name === own || isIP(bare) > 0 || name === 'localhost' || /\.(local|localhost)$/.test(name)
}

const BY_KEY: readonly Route['auth'][] = ['owner', 'device', 'ingest']

/**
 * Whether a request must be refused for its Host. Health checks ask by any name. So do programs with a key, such as an onboard device
 * in a network of containers: no website has a key, and a browser adds none by itself.
 */
export function hasUnknownHost({ headers, url, routeOptions }: FastifyRequest, own: string): boolean {
  if (headers.host === undefined || isKnownHost(headers.host, own)) return false
  const { route } = (routeOptions.config ?? {}) as { route?: Route }
  const byKey = route !== undefined && BY_KEY.includes(route.auth) && headers.authorization !== undefined
  return !byKey && !url.startsWith('/health/')
}

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}code{font-size:1rem}'

const TEXTS: Record<Language, { title: string; head: string; what: string; help: string }> = {
  en: {
    title: 'Address not known',
    head: 'Binnacle does not know this address',
    what: 'This computer runs Binnacle, but not under the address that you opened.',
    help: 'If you run it, set <code>BASE_URL</code> to the address that you opened, such as <code>BASE_URL=https://boat.example.org</code>, and start Binnacle again. Its IP address, <code>localhost</code> and names that end with <code>.local</code> always work.',
  },
  de: {
    title: 'Adresse nicht bekannt',
    head: 'Binnacle kennt diese Adresse nicht',
    what: 'Auf diesem Rechner läuft Binnacle, aber nicht unter der geöffneten Adresse.',
    help: 'Wer Binnacle betreibt, setzt <code>BASE_URL</code> auf die geöffnete Adresse, etwa <code>BASE_URL=https://boot.example.org</code>, und startet Binnacle neu. Die IP-Adresse, <code>localhost</code> und Namen, die auf <code>.local</code> enden, gehen immer.',
  },
}

/** It does not repeat the name: whoever sends it decides what it says. */
export function unknownHostPage(language: Language): string {
  const { title, head, what, help } = TEXTS[language]
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body>
<h1>${head}</h1>
<p>${what}</p>
<p>${help}</p>
</body>
</html>
`
}

export const UNKNOWN_HOST_CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`
