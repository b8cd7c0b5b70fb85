import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { connect, getCACertificates, type PeerCertificate, setDefaultCACertificates } from 'node:tls'
import { authorityPath } from '../../../server/src/http/tls/kept.ts'
import { isLoopback } from '../../../server/src/network/loopback.ts'
import { plainHost } from '../../../server/src/network/plain-host.ts'
import type { Config } from '../../../server/src/settings/config.ts'
import { VERSION } from '../../../server/src/version.ts'
import { type Finding, fine, reasonOf, todo } from './finding.ts'

const TIMEOUT_MS = 10_000
const DAY_MS = 86_400_000
/** Let's Encrypt is asked for a new one a month before the end. */
const MIN_DAYS = 14
/** What a proxy answers when nothing is behind it. */
const BEHIND_IS_NONE = new Set([502, 503, 504])

interface Health {
  version?: string
  checks?: Record<string, string>
}

/** The service on this machine, as /health/ready says. */
export async function checkService({ host, port }: Config): Promise<{ runs: boolean; findings: Finding[] }> {
  const part = 'Service'
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
  const at = `http://${name}:${port}`
  try {
    const answer = await get(`${at}/health/ready`)
    // A page of another program is no JSON.
    const { version, checks = {} }: Health = Object(await answer.json().catch(() => null))
    if (!version) return { runs: false, findings: [todo(part, `Another program answers at ${at}. Set another PORT.`)] }
    const failing = Object.keys(checks).filter((check) => checks[check] === 'failing')
    if (failing.length > 0)
      return { runs: true, findings: [todo(part, `It is not ready: ${failing.join(', ')} failing. See its log.`)] }
    return { runs: true, findings: [ofVersion(part, version, `version ${version} answers at ${at}`)] }
  } catch (error) {
    return { runs: false, findings: [todo(part, `It does not run at ${at} (${reasonOf(error)}). Start it.`)] }
  }
}

/** What people get at BASE_URL. Proxies keep /health to themselves, so the short text for programs is asked for. */
export async function checkAddress(config: Config, now: Date): Promise<Finding[]> {
  const part = 'Address'
  const { baseUrl } = config
  if (config.tls === 'local') await trustOwnAuthority(config)
  const certificate = baseUrl.startsWith('https:') ? [await checkCertificate(baseUrl, now)] : []
  try {
    const answer = await get(`${baseUrl}/`)
    const [, version] = /^Binnacle (\S+) is running/.exec(await answer.text()) ?? []
    if (!version && BEHIND_IS_NONE.has(answer.status))
      return [
        ...certificate,
        todo(
          part,
          `The proxy at ${baseUrl} does not reach the service (${answer.status}). Start the service, or correct the address in the proxy.`,
        ),
      ]
    if (!version)
      return [...certificate, todo(part, `Something else answers at ${baseUrl}. Correct BASE_URL, or the proxy.`)]
    return [ofVersion(part, version, `version ${version} answers at ${baseUrl}`), ...certificate]
  } catch (error) {
    const text = `${baseUrl} cannot be reached from this machine (${reasonOf(error)}). Correct BASE_URL, the name or the proxy.`
    return [todo(part, text), ...certificate]
  }
}

/** Browsers have notifications, passkeys and the installed app at an address that they trust only. */
export function checkPush({ baseUrl }: Config): Finding {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' || isLoopback(hostname)
    ? fine('Push', 'browsers take notifications from this address')
    : todo(
        'Push',
        `Browsers take no notifications, passkeys or installed app from ${baseUrl}. Give it https: TLS=local, or a proxy with a certificate.`,
      )
}

async function trustOwnAuthority({ dataDir }: Config): Promise<void> {
  const own = await readFile(authorityPath(dataDir), 'utf8').catch(() => null)
  if (own) setDefaultCACertificates([...getCACertificates(), own])
}

const get = (url: string): Promise<Response> =>
  fetch(url, { headers: { accept: 'text/plain, application/json' }, signal: AbortSignal.timeout(TIMEOUT_MS) })

const ofVersion = (part: string, version: string, text: string): Finding =>
  version === VERSION ? fine(part, text) : todo(part, `${text}, and this is ${VERSION}. Restart the service.`)

async function checkCertificate(baseUrl: string, now: Date): Promise<Finding> {
  const part = 'Certificate'
  try {
    const { valid_to } = await certificateOf(new URL(baseUrl))
    const days = Math.floor((Date.parse(valid_to) - now.getTime()) / DAY_MS)
    return days >= MIN_DAYS
      ? fine(part, `valid for ${days} more days`)
      : todo(
          part,
          `It ${days < 0 ? 'has ended' : `ends in ${days} days`} (${valid_to}). Renew it; see the log of the proxy.`,
        )
  } catch (error) {
    return todo(part, `There is none to read (${reasonOf(error)}). Start the proxy that provides https.`)
  }
}

/** Whoever signed it: fetch says that it is not trusted, and this when it ends. */
function certificateOf({ hostname, port }: URL): Promise<PeerCertificate> {
  const host = plainHost(hostname)
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate>()
  const to = { host, port: Number(port || 443), ...(!isIP(host) && { servername: host }), rejectUnauthorized: false }
  const socket = connect(to, () => resolve(socket.getPeerCertificate()))
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer')))
  socket.once('error', reject)
  return promise.finally(() => socket.destroy())
}
