import type { LookupAddress } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { plainHost } from '../../../network/plain-host.ts'
import { resolveName } from './resolve.ts'

/** Private networks to which people may send, such as 192.168.0.0/16. Source: NOTIFY_ALLOW_PRIVATE. */
export type AllowedNets = readonly string[]

const TIMEOUT_MS = 10_000

/** Why a message was not accepted, in words for its owner. */
export class NotAccepted extends Error {
  /** What was answered, if anything was. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** The receiver no longer exists, so the message is not retried. */
export class Gone extends NotAccepted {}

/** The IPv6 addresses of the internet. ipaddr.js also calls unassigned ones unicast, and IPv4 written as IPv6 (::7f00:1). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

const isPublic = (ip: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(GLOBAL_UNICAST))

/** Whether a person may make the service dial this address: a public one, or one that the operator has allowed. */
export function mayDial(address: string, allowed: AllowedNets): boolean {
  const ip = ipaddr.process(address)
  if (isPublic(ip)) return true
  return allowed.some((net) => {
    const [base, bits] = net.includes('/')
      ? ipaddr.parseCIDR(net)
      : [ipaddr.parse(net), ipaddr.parse(net).toByteArray().length * 8]
    return base.kind() === ip.kind() && ip.match(base, bits as number)
  })
}

const notAllowed = () =>
  new NotAccepted('the address is in a network that the operator has not allowed (NOTIFY_ALLOW_PRIVATE)')

/** Resolves a name to the addresses that may be dialled. The check is in the look-up itself, so a name cannot change after it. */
const publicLookup =
  (allowed: AllowedNets): LookupFunction =>
  (host, options, done) => {
    publicAddresses(host, allowed).then(
      (addresses) => (options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family)),
      (error) => done(error, []),
    )
  }

async function publicAddresses(host: string, allowed: AllowedNets): Promise<LookupAddress[]> {
  const found = await resolveName(host, allowed.length > 0)
  const addresses = found.filter(({ address }) => mayDial(address, allowed))
  if (addresses.length === 0) throw notAllowed()
  return addresses
}

/** Posts fields and files, as multipart/form-data. */
export async function postForm(address: string, form: FormData, allowed: AllowedNets): Promise<void> {
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type')! }
  return post(address, headers, Buffer.from(await encoded.arrayBuffer()), allowed)
}

/**
 * Posts to an address that a person named. It follows no redirect, and never dials the operator's network. Throws NotAccepted
 * unless the answer is 2xx.
 */
export async function post(
  address: string,
  headers: Record<string, string>,
  body: string | Buffer,
  allowed: AllowedNets,
): Promise<void> {
  const url = new URL(address)
  const host = plainHost(url.hostname)
  if (isIP(host) && !mayDial(host, allowed)) throw notAllowed()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'user-agent': 'Binnacle' },
      lookup: publicLookup(allowed),
      agent: false,
      signal,
    },
    (answer) => {
      resolve(answer.statusCode!)
      answer.destroy()
    },
  )
  request.on('error', reject)
  // Also by an answer that changes to another protocol, which is no error and no response.
  request.on('close', () => reject(new Error('closed without an answer')))
  request.end(body)
  const status = await promise.catch((error: NodeJS.ErrnoException) => {
    if (error instanceof NotAccepted) throw error
    throw new NotAccepted(signal.aborted ? 'no answer within 10 s' : `no connection (${error.code ?? error.message})`)
  })
  if (status < 200 || status > 299) throw new NotAccepted(`answered ${status}`, status)
}
