import { Agent } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Cam, CamOptions } from 'onvif'
import type { OnvifCamera } from '../settings.ts'
import { CaptureError } from './captured-frame.ts'
import { withoutSecrets } from './secrets.ts'

/** For all of the look-up's five or six requests together. */
const TIMEOUT_MS = 15_000

/**
 * Where an ONVIF camera gives its pictures: an http(s) address of stills, or the rtsp address of its stream where it has none.
 * Host and login are those of the settings: cameras name the address that they had in another network. Throws CaptureError.
 */
export async function lookUpAddress(settings: OnvifCamera, signal?: AbortSignal): Promise<string> {
  const { host, port = 80, username, password } = settings
  const agent = new Agent()
  try {
    const options: CamOptions = {
      hostname: host,
      port,
      username,
      password,
      timeout: TIMEOUT_MS,
      agent,
      autoconnect: false,
    }
    // Only boats with such a camera load it.
    const { Cam } = await import('onvif')
    const cam = new Cam({ ...options, preserveAddress: true })
    return onHost(await within(addressFrom(cam), signal), settings)
  } catch (error) {
    throw error instanceof CaptureError ? error : new CaptureError(reasonOf(error, settings))
  } finally {
    // Ends what is still under way: the library's own time-out starts anew with each byte.
    agent.destroy()
  }
}

/**
 * Not Cam.connect, which throws into the void on a camera with an odd set of profiles and so would end our program. The first
 * profile is the camera's main stream.
 */
async function addressFrom(cam: Cam): Promise<string> {
  await call((done) => cam.getSystemDateAndTime(done))
  await call((done) => cam.getServices(true, done)).catch(() => call((done) => cam.getCapabilities(done)))
  await call((done) => cam.getProfiles(done))
  const profileToken = tokenOf(cam.profiles?.[0])
  const still = await call<{ uri: string }>((done) => cam.getSnapshotUri({ profileToken }, done)).catch(() => undefined)
  if (typeof still?.uri === 'string' && /^(https?|rtsp):/.test(still.uri)) return still.uri
  const stream = await call<{ uri: string }>((done) => cam.getStreamUri({ protocol: 'RTSP', profileToken }, done))
  if (typeof stream?.uri === 'string' && stream.uri.startsWith('rtsp:')) return stream.uri
  throw new CaptureError('the camera offers neither a picture nor a stream')
}

function tokenOf(profile: unknown): string {
  const token = (profile as { $?: { token?: unknown } } | undefined)?.$?.token
  if (token === undefined) throw new CaptureError('the camera has no profile; set one up in its web page')
  return String(token)
}

const call = <T>(method: (done: (error: Error | null, data?: T) => void) => void): Promise<T | undefined> =>
  new Promise((resolve, reject) => method((error, data) => (error ? reject(error) : resolve(data))))

function within<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const cut = () => reject(new CaptureError('the camera did not answer over ONVIF in time'))
    const late = setTimeout(cut, TIMEOUT_MS)
    signal?.addEventListener('abort', cut, { once: true })
    work.then(resolve, reject).finally(() => {
      clearTimeout(late)
      signal?.removeEventListener('abort', cut)
    })
  })
}

function onHost(uri: string, { host }: OnvifCamera): string {
  if (!URL.canParse(uri)) throw new CaptureError('the camera gave an invalid address')
  const url = new URL(uri)
  // What has no brackets is no IPv6 address for a URL, which would keep its own host.
  url.hostname = isIPv6(host) ? `[${host}]` : host
  return url.href
}

function reasonOf(error: unknown, { username, password }: OnvifCamera): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return 'connection refused; check the port, and that ONVIF is turned on in the camera'
  if (/authenticat|authoriz|401/i.test(message)) return 'the camera rejected the user name or password'
  if (/timeout/i.test(message)) return 'the camera did not answer over ONVIF in time'
  return `ONVIF: ${withoutSecrets(message, [password, username])}`
}
