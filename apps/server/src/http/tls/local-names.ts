import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { plainHost } from '../../network/plain-host.ts'
import { type Config, ConfigError } from '../../settings/config.ts'

/**
 * Names that no website on the internet can have: mDNS (RFC 6762), home networks (RFC 8375), private networks (ICANN), and
 * routers' own.
 */
export const LOCAL_DOMAINS = ['local', 'home.arpa', 'internal', 'lan']

export const PRIVATE_NETWORKS = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8'],
  ...['fc00::/7', 'fe80::/10'],
]

/** The host of an address, without the brackets of IPv6. */
export const hostOf = (url: string): string => plainHost(new URL(url).hostname)

/** With TLS=local, throws a ConfigError unless the service can sign a certificate for BASE_URL itself. */
export function refuseUnfit({ tls, baseUrl, port }: Pick<Config, 'tls' | 'baseUrl' | 'port'>): void {
  if (tls === 'off') return
  const domains = LOCAL_DOMAINS.map((domain) => `.${domain}`).join(', ')
  if (!isLocal(baseUrl))
    throw new ConfigError([
      `BASE_URL must be such as https://boat.local:8443 with TLS=local, and is ${JSON.stringify(baseUrl)}: its name ends with one of ${domains}, or it is a private address`,
    ])
  if (portOf(baseUrl) === port)
    throw new ConfigError([
      `PORT must not be the port of BASE_URL with TLS=local, and both are ${port}: devices use that of BASE_URL, programs on this machine PORT`,
    ])
}

export const portOf = (baseUrl: string): number => Number(new URL(baseUrl).port || 443)

function isLocal(baseUrl: string): boolean {
  const { protocol, pathname } = new URL(baseUrl)
  const host = hostOf(baseUrl)
  if (protocol !== 'https:' || pathname !== '/') return false
  if (isIP(host) === 0) return LOCAL_DOMAINS.some((domain) => host.endsWith(`.${domain}`))
  const address = ipaddr.parse(host)
  return PRIVATE_NETWORKS.map((network) => ipaddr.parseCIDR(network)).some(
    (network) => network[0].kind() === address.kind() && address.match(network),
  )
}
