import { LIMITS } from '@binnacle/contract'
import type { CameraSettings, Login, OnvifCamera } from '../settings.ts'
import { type CapturedFrame, CaptureError } from './captured-frame.ts'
import { captureRtsp, captureUsb, FfmpegMissingError, shrink } from './ffmpeg.ts'
import { addressOf, captureHttp } from './http-snapshot.ts'
import { lookUpAddress } from './onvif.ts'
import { captureRpicam } from './rpicam.ts'

/**
 * Takes one picture, ready to travel: of the configured width and quality and at most 8 MiB. Ends in time whatever the camera
 * does. Rejects with CaptureError, whose message is for the owner.
 */
export type Capture = (signal?: AbortSignal) => Promise<CapturedFrame>

/** How a camera's pictures are taken. `note` is told once what its owner should know though pictures come. */
export function captureOf(settings: CameraSettings, note: (text: string) => void): Capture {
  const take = takerOf(settings, onceOnly(note))
  return async (signal) => {
    const picture = await take(signal)
    if (picture.bytes.length > LIMITS.frameBytes)
      throw new CaptureError('the picture is larger than 8 MiB; install ffmpeg, or set a smaller picture in the camera')
    return picture
  }
}

function takerOf(settings: CameraSettings, note: (text: string) => void): Capture {
  switch (settings.kind) {
    case 'rtsp':
      return (signal) => captureRtsp(streamUrl(settings.url, settings), settings, signal)
    case 'http':
      return async (signal) =>
        shrinkIfPossible(await captureHttp(settings.url, settings, signal), settings, note, signal)
    case 'onvif':
      return onvifTaker(settings, note)
    case 'usb':
      return (signal) => captureUsb(settings.device ?? '/dev/video0', settings, signal)
    case 'rpicam':
      return (signal) => captureRpicam(settings, signal)
  }
}

/** The address is looked up once, and again when a picture from it fails. */
function onvifTaker(settings: OnvifCamera, note: (text: string) => void): Capture {
  let known: string | undefined
  const takeFrom = async (address: string, signal?: AbortSignal) => {
    if (address.startsWith('rtsp:')) return captureRtsp(streamUrl(address, settings), settings, signal)
    return shrinkIfPossible(await captureHttp(address, settings, signal), settings, note, signal)
  }
  return async (signal) => {
    if (known !== undefined) {
      try {
        return await takeFrom(known, signal)
      } catch {
        known = undefined
      }
    }
    const address = await lookUpAddress(settings, signal)
    const picture = await takeFrom(address, signal)
    known = address
    return picture
  }
}

async function shrinkIfPossible(
  picture: CapturedFrame,
  settings: CameraSettings,
  note: (text: string) => void,
  signal?: AbortSignal,
): Promise<CapturedFrame> {
  try {
    return await shrink(picture, settings, signal)
  } catch (error) {
    if (!(error instanceof FfmpegMissingError)) throw error
    note('ffmpeg is not installed, so pictures are sent in full size; install ffmpeg to reduce them')
    return picture
  }
}

/** An RTSP address with the login in it, as ffmpeg wants it. */
function streamUrl(address: string, login: Login): string {
  const { url, credentials } = addressOf(address, login)
  if (!credentials) return url.href
  const { username, password } = credentials
  return url.href.replace('://', `://${encodeURIComponent(username)}:${encodeURIComponent(password)}@`)
}

function onceOnly(note: (text: string) => void): (text: string) => void {
  let told = false
  return (text) => {
    if (!told) note(text)
    told = true
  }
}
