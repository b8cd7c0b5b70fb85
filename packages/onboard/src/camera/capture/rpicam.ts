import { DEFAULT_QUALITY, DEFAULT_WIDTH, type RpicamCamera } from '../settings.ts'
import { type CapturedFrame, CaptureError, frameOf } from './captured-frame.ts'
import { isMissing, type Ran, run } from './run.ts'

/** Newest name first: Raspberry Pi OS called it libcamera-still before 2023. */
const PROGRAMS = ['rpicam-still', 'libcamera-still']
/** How long it looks before it takes the picture: exposure and white balance need about a second, ms. */
const SETTLE_MS = 1_500
const TIMEOUT_MS = 15_000
const MAX_BYTES = 16 * 1024 * 1024

function rpicamArguments(settings: Omit<RpicamCamera, 'kind' | 'name'>): string[] {
  const { camera = 0, width = DEFAULT_WIDTH, quality = DEFAULT_QUALITY } = settings
  const { height = 2 * Math.round((width * 3) / 8) } = settings
  const shown = ['--nopreview', '--timeout', String(SETTLE_MS), '--camera', String(camera)]
  const size = ['--width', String(width), '--height', String(height), '--quality', String(quality)]
  return [...shown, ...size, '--encoding', 'jpg', '--output', '-']
}

/** One picture of the board's own camera. Throws CaptureError. */
export async function captureRpicam(settings: RpicamCamera, signal?: AbortSignal): Promise<CapturedFrame> {
  const ran = await still(rpicamArguments(settings), signal)
  if (ran.code === 0) return frameOf(ran.stdout)
  throw new CaptureError(reasonOf(ran))
}

async function still(args: string[], signal?: AbortSignal): Promise<Ran> {
  for (const program of PROGRAMS) {
    try {
      return await run(program, args, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal })
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  throw new CaptureError('rpicam-still is not installed (Raspberry Pi OS: apt install rpicam-apps)')
}

function reasonOf({ cut, stderr }: Ran): string {
  if (cut === 'time') return 'the camera did not send a picture in time'
  if (cut === 'stopped') return 'stopped'
  if (/no cameras available|does not exist|out of range/i.test(stderr))
    return 'no such camera is connected to the board'
  return `rpicam-still: ${stderr.trim().split('\n').at(-1) || 'no picture'}`
}
