import { CaptureFailed, type Picture, pictureOf } from './picture.ts'
import { isMissing, type Ran, run } from './run.ts'
import { withoutSecrets } from './secrets.ts'
import { DEFAULT_QUALITY, DEFAULT_WIDTH } from './settings.ts'

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
 * Arguments for one picture of a stream. TCP, because a lost packet leaves half a picture; `-skip_frame nokey`, because what is decoded
 * before the first key frame is grey. `timeoutOption` is the one that this ffmpeg has for a silent socket, in microseconds.
 */
export function rtspArguments(url: string, size: Size, timeoutOption: '-timeout' | '-stimeout'): string[] {
  const socket = ['-rtsp_transport', 'tcp', timeoutOption, String(SILENT_MS * 1000)]
  // By default it listens for five seconds to measure the frame rate, which one picture does not need.
  const decoding = ['-analyzeduration', '1000000', '-skip_frame', 'nokey']
  return [...QUIET, ...socket, ...decoding, '-i', url, ...jpegOut(size)]
}

/** Arguments for one picture of a Video4Linux device, which gives the size nearest to the one that is asked for. */
export function usbArguments(device: string, size: Size): string[] {
  const width = size.width ?? DEFAULT_WIDTH
  const asked = `${width}x${2 * Math.round((width * 9) / 32)}`
  const input = ['-f', 'v4l2', '-video_size', asked, '-i', device]
  return [...QUIET, ...input, ...jpegOut(size, `select='gte(n,${DARK_FRAMES})',`)]
}

/** Arguments that shrink a picture from standard input. */
export function shrinkArguments({ mime }: Pick<Picture, 'mime'>, size: Size): string[] {
  return [...QUIET, '-f', `${mime.slice('image/'.length)}_pipe`, '-i', 'pipe:0', ...jpegOut(size)]
}

/** Up to ffmpeg 4 a socket's time-out is `-stimeout`, and `-timeout` makes it wait for a caller; from 5 on it is `-timeout`. */
export const timeoutOptionIn = (help: string) => (help.includes('-stimeout') ? '-stimeout' : '-timeout')

let timeoutOption: ReturnType<typeof timeoutOptionIn> | undefined

async function detectTimeoutOption() {
  if (timeoutOption) return timeoutOption
  const { stdout } = await ffmpeg(['-hide_banner', '-h', 'demuxer=rtsp'], SHRINK_MS)
  timeoutOption = timeoutOptionIn(stdout.toString())
  return timeoutOption
}

/** One picture of an RTSP stream. Throws CaptureFailed. */
export async function captureRtsp(url: string, size: Size, signal?: AbortSignal): Promise<Picture> {
  const args = rtspArguments(url, size, await detectTimeoutOption())
  return pictureFrom(await ffmpeg(args, STREAM_MS, { signal }))
}

/** One picture of a Video4Linux device. Throws CaptureFailed. */
export async function captureUsb(device: string, size: Size, signal?: AbortSignal): Promise<Picture> {
  return pictureFrom(await ffmpeg(usbArguments(device, size), STREAM_MS, { signal }))
}

/**
 * The picture no wider than configured, or as it is when that makes it no smaller. Throws CaptureFailed when it cannot be
 * decoded, and FfmpegMissing.
 */
export async function shrink(picture: Picture, size: Size, signal?: AbortSignal): Promise<Picture> {
  const smaller = pictureFrom(await ffmpeg(shrinkArguments(picture, size), SHRINK_MS, { input: picture.bytes, signal }))
  return smaller.bytes.length < picture.bytes.length ? smaller : picture
}

export class FfmpegMissing extends CaptureFailed {
  override name = 'FfmpegMissing'
}

async function ffmpeg(args: string[], timeoutMs: number, rest: { input?: Buffer; signal?: AbortSignal } = {}) {
  try {
    return await run('ffmpeg', args, { timeoutMs, maxBytes: MAX_BYTES, ...rest })
  } catch (error) {
    if (isMissing(error)) throw new FfmpegMissing('ffmpeg is not installed (Debian: apt install ffmpeg)')
    throw error
  }
}

function pictureFrom(ran: Ran): Picture {
  if (ran.stdout.length > 0 && ran.code === 0) return pictureOf(ran.stdout)
  throw new CaptureFailed(reasonOf(ran))
}

const REASONS: [RegExp, string][] = [
  [/\b40[13]\b|authoriz/i, 'the camera refuses the user name or the password'],
  [/\b404\b|not found/i, 'the camera is there, but has no such stream'],
  [/connection refused/i, 'nothing answers at that address: wrong port, or the camera is off'],
  [/no route to host|network is unreachable|host is unreachable/i, 'the camera is not on the network'],
  [/name or service|failed to resolve|temporary failure/i, 'the name of the camera is not known on this network'],
  [/timed out|connection reset|broken pipe/i, 'the camera does not answer'],
  [/permission denied/i, 'the device may not be read: add the user to the group video'],
  [/no such file or directory|no such device/i, 'there is no such device'],
  [/device or resource busy/i, 'another program uses the camera'],
]

/** Why there is no picture, in plain words; ffmpeg's own where they are not known. */
export function reasonOf({ cut, stderr }: Pick<Ran, 'cut' | 'stderr'>): string {
  if (cut === 'time') return 'the camera gave no picture in time'
  if (cut === 'stopped') return 'stopped'
  if (cut === 'size') return 'the picture is too large'
  const known = REASONS.find(([pattern]) => pattern.test(stderr))
  if (known) return known[1]
  const last = stderr.trim().split('\n').at(-1)
  return last ? `ffmpeg: ${withoutSecrets(last)}` : 'the camera sent no picture'
}
