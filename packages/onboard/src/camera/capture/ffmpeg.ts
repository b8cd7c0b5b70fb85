import { DEFAULT_QUALITY, DEFAULT_WIDTH } from '../settings.ts'
import { type CapturedFrame, CaptureError, frameOf } from './captured-frame.ts'
import { isMissing, type Ran, run } from './run.ts'
import { withoutSecrets } from './secrets.ts'

/** A camera that has said nothing for this long is taken to be gone, ms. */
const SILENT_MS = 10_000
/** Key frames may be ten seconds apart, and the stream has to be opened before. */
const STREAM_MS = 25_000
const SHRINK_MS = 15_000
const MAX_BYTES = 16 * 1024 * 1024

/** USB cameras find their exposure in about two seconds; before that their pictures are dark. */
const DARK_FRAMES = 20

export interface Size {
  width?: number
  quality?: number
}

/** ffmpeg's JPEG scale, 2 (best) to 31, for a quality of 1 to 100: both scale the same tables, ffmpeg's in steps of about 4. */
export const qscale = (quality: number): number => Math.min(31, Math.max(2, Math.round((100 - quality) / 3.8)))

const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin']

/** One JPEG to standard output, no wider than it came; `filter` goes before the scaling. */
function jpegOut({ width = DEFAULT_WIDTH, quality = DEFAULT_QUALITY }: Size, filter = ''): string[] {
  const scale = `${filter}scale='min(${width},iw)':-2:out_range=full,format=yuvj420p`
  return ['-an', '-frames:v', '1', '-vf', scale, '-q:v', String(qscale(quality)), '-f', 'mjpeg', 'pipe:1']
}

/**
 * Arguments for one picture of the stream that rtspScript names. `-skip_frame nokey`, because what is decoded before the first key
 * frame is grey.
 */
const rtspArguments = (size: Size): string[] => [
  ...QUIET,
  ...['-protocol_whitelist', 'pipe,rtsp,rtsps,rtp,srtp,tcp,udp,tls,crypto', '-safe', '0', '-skip_frame', 'nokey'],
  ...['-f', 'concat', '-i', 'pipe:0', ...jpegOut(size)],
]

/**
 * What names a stream to ffmpeg on its standard input: its address has the camera's password, and every user of the machine can read
 * the arguments of a program. TCP, because a lost packet leaves half a picture. ffmpeg 4 takes no options here: it has the transport
 * at the end of the address, and only our own time limit for a silent socket.
 */
export function rtspScript(url: string, takesOptions: boolean): string {
  const quoted = (address: string) => `file '${address.replaceAll("'", '%27')}'\n`
  if (!takesOptions) return `ffconcat version 1.0\n${quoted(`${url}${url.includes('?') ? '&' : '?'}tcp`)}`
  // By default it listens for five seconds to measure the frame rate, which one picture does not need.
  const options = { rtsp_transport: 'tcp', timeout: SILENT_MS * 1000, analyzeduration: 1_000_000 }
  const lines = Object.entries(options).map(([name, value]) => `option ${name} ${value}\n`)
  return `ffconcat version 1.0\n${quoted(url)}${lines.join('')}`
}

/** Arguments for one picture of a Video4Linux device, which gives the size nearest to the one that is asked for. */
function usbArguments(device: string, size: Size): string[] {
  const width = size.width ?? DEFAULT_WIDTH
  const asked = `${width}x${2 * Math.round((width * 9) / 32)}`
  const input = ['-f', 'v4l2', '-video_size', asked, '-i', device]
  return [...QUIET, ...input, ...jpegOut(size, `select='gte(n,${DARK_FRAMES})',`)]
}

/** Arguments that shrink a picture from standard input. */
function shrinkArguments({ mime }: Pick<CapturedFrame, 'mime'>, size: Size): string[] {
  return [...QUIET, '-f', `${mime.slice('image/'.length)}_pipe`, '-i', 'pipe:0', ...jpegOut(size)]
}

/** Up to ffmpeg 4 a socket's time-out is `-stimeout`; from 5 on it is `-timeout`, and a script can set options. */
export const takesScriptOptions = (help: string): boolean => !help.includes('-stimeout')

let scriptOptions: boolean | undefined

async function detectScriptOptions(): Promise<boolean> {
  if (scriptOptions !== undefined) return scriptOptions
  const { stdout } = await ffmpeg(['-hide_banner', '-h', 'demuxer=rtsp'], SHRINK_MS)
  scriptOptions = takesScriptOptions(stdout.toString())
  return scriptOptions
}

/** One picture of an RTSP stream. Throws CaptureError. */
export async function captureRtsp(url: string, size: Size, signal?: AbortSignal): Promise<CapturedFrame> {
  const input = Buffer.from(rtspScript(url, await detectScriptOptions()))
  return frameFrom(await ffmpeg(rtspArguments(size), STREAM_MS, { input, signal }))
}

/** One picture of a Video4Linux device. Throws CaptureError. */
export async function captureUsb(device: string, size: Size, signal?: AbortSignal): Promise<CapturedFrame> {
  return frameFrom(await ffmpeg(usbArguments(device, size), STREAM_MS, { signal }))
}

/**
 * The picture no wider than configured, or as it is when that makes it no smaller. Throws CaptureError when it cannot be
 * decoded, and FfmpegMissingError.
 */
export async function shrink(picture: CapturedFrame, size: Size, signal?: AbortSignal): Promise<CapturedFrame> {
  const smaller = frameFrom(await ffmpeg(shrinkArguments(picture, size), SHRINK_MS, { input: picture.bytes, signal }))
  return smaller.bytes.length < picture.bytes.length ? smaller : picture
}

export class FfmpegMissingError extends CaptureError {
  override name = 'FfmpegMissingError'
}

async function ffmpeg(args: string[], timeoutMs: number, rest: { input?: Buffer; signal?: AbortSignal } = {}) {
  try {
    return await run('ffmpeg', args, { timeoutMs, maxBytes: MAX_BYTES, ...rest })
  } catch (error) {
    if (isMissing(error)) throw new FfmpegMissingError('ffmpeg is not installed (Debian: apt install ffmpeg)')
    throw error
  }
}

function frameFrom(ran: Ran): CapturedFrame {
  if (ran.stdout.length > 0 && ran.code === 0) return frameOf(ran.stdout)
  throw new CaptureError(reasonOf(ran))
}

const REASONS: [RegExp, string][] = [
  [/\b40[13]\b|authoriz/i, 'the camera rejected the user name or password'],
  [/\b404\b|not found/i, 'the camera has no stream at that address'],
  [/connection refused/i, 'connection refused; check the port, and that the camera is on'],
  [/no route to host|network is unreachable|host is unreachable/i, 'the camera is not on the network'],
  [/name or service|failed to resolve|temporary failure/i, "the camera's host name was not found on this network"],
  [/timed out|connection reset|broken pipe/i, 'the camera does not answer'],
  [/permission denied/i, 'no permission to read the device; add the user to the group video'],
  [/no such file or directory|no such device/i, 'the device does not exist'],
  [/device or resource busy/i, 'the camera is in use by another program'],
]

/** Why there is no picture, in plain words; ffmpeg's own where they are not known. */
export function reasonOf({ cut, stderr }: Pick<Ran, 'cut' | 'stderr'>): string {
  if (cut === 'time') return 'the camera did not send a picture in time'
  if (cut === 'stopped') return 'stopped'
  if (cut === 'size') return 'the picture is too large'
  const known = REASONS.find(([pattern]) => pattern.test(stderr))
  if (known) return known[1]
  const last = stderr.trim().split('\n').at(-1)
  return last ? `ffmpeg: ${withoutSecrets(last)}` : 'the camera sent no picture'
}
