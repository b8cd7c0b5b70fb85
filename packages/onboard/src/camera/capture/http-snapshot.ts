import { type Answer, RequestAborted, request } from '../../upload/request.ts'
import type { Login } from '../settings.ts'
import { authorizationFor, type Credentials, challengesIn } from './authorization.ts'
import { type CapturedFrame, CaptureError, frameOf } from './captured-frame.ts'

/** For all requests of one picture together. */
const TIMEOUT_MS = 15_000
/** Twice what may travel: it is shrunk before it does. */
const MAX_BYTES = 16 * 1024 * 1024
const REDIRECTS = 3

/**
 * One picture from an HTTP address, with Basic or Digest authentication where it is asked for. Redirects are followed on the
 * same host only: the password goes nowhere else. Throws CaptureError.
 */
export async function captureHttp(address: string, login: Login, signal?: AbortSignal): Promise<CapturedFrame> {
  const { url, credentials } = addressOf(address, login)
  const answer = await get(url, credentials, { until: performance.now() + TIMEOUT_MS, signal })
  if (answer.status !== 200) throw new CaptureError(reasonOf(answer.status))
  if (/^multipart\//i.test(answer.headers['content-type'] ?? '')) throw new CaptureError(VIDEO)
  return frameOf(answer.body)
}

const VIDEO = 'that address is a video; enter the address of a single picture'

/**
 * The address without its user info, and the login from there or from the settings. Throws CaptureError for what is no URL, and for
 * a login in it that cannot be decoded.
 */
export function addressOf(address: string, { username, password }: Login): { url: URL; credentials?: Credentials } {
  if (!URL.canParse(address)) throw new CaptureError("the camera's address is not a URL")
  const url = new URL(address)
  const user = username ?? decoded(url.username)
  const credentials = user ? { username: user, password: password ?? decoded(url.password) } : undefined
  url.username = ''
  url.password = ''
  return { url, credentials }
}

function decoded(login: string): string {
  try {
    return decodeURIComponent(login)
  } catch {
    throw new CaptureError(
      "the login in the camera's address is not valid; write % as %25, or use the settings username and password",
    )
  }
}

/** `until` is of performance.now(). */
interface Limits {
  until: number
  signal?: AbortSignal
}

async function get(start: URL, credentials: Credentials | undefined, limits: Limits): Promise<Answer> {
  let url = start
  for (let redirects = 0; ; redirects++) {
    const answer = await getWithLogin(url, credentials, limits)
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return answer
    const next = URL.canParse(location, url) ? new URL(location, url) : null
    if (!next || redirects >= REDIRECTS || !staysOn(url, next))
      throw new CaptureError('the camera redirects to another address; enter that address')
    url = next
  }
}

const staysOn = (from: URL, to: URL): boolean =>
  from.hostname === to.hostname && (to.protocol === 'https:' || to.protocol === from.protocol)

async function getWithLogin(url: URL, credentials: Credentials | undefined, limits: Limits): Promise<Answer> {
  const answer = await getOnce(url, {}, limits)
  if (answer.status !== 401 || !credentials) return answer
  const challenges = challengesIn(answer.headersDistinct['www-authenticate'] ?? [])
  const authorization = authorizationFor(challenges, credentials, { method: 'GET', target: url.pathname + url.search })
  return authorization ? getOnce(url, { authorization }, limits) : answer
}

async function getOnce(url: URL, headers: Record<string, string>, { until, signal }: Limits): Promise<Answer> {
  const timeoutMs = Math.max(0, until - performance.now())
  try {
    return await request(url, { headers, timeoutMs, maxBytes: MAX_BYTES, signal })
  } catch (error) {
    throw new CaptureError(whyNot(error))
  }
}

const CODES: Record<string, string> = {
  ECONNREFUSED: 'connection refused; check the port, and that the camera is on',
  EHOSTUNREACH: 'the camera is not on the network',
  ENETUNREACH: 'the camera is not on the network',
  ENOTFOUND: "the camera's host name was not found on this network",
  EAI_AGAIN: "the camera's host name was not found on this network",
  ECONNRESET: 'the camera closed the connection',
  DEPTH_ZERO_SELF_SIGNED_CERT: "the camera's certificate is self-signed; use its http:// address",
  SELF_SIGNED_CERT_IN_CHAIN: "the camera's certificate is self-signed; use its http:// address",
}

function whyNot(error: unknown): string {
  if (error instanceof RequestAborted)
    return error.what === 'time' ? 'the camera did not send a picture in time' : 'the picture is too large'
  const { code = '' } = error as NodeJS.ErrnoException
  return CODES[code] ?? `the camera does not answer (${code || 'error'})`
}

function reasonOf(status: number): string {
  if (status === 401 || status === 403) return 'the camera rejected the user name or password'
  if (status === 404) return 'the camera has no picture at that address'
  return `the camera answered with status ${status}`
}
