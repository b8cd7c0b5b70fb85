import type { FrameMime } from '@binnacle/contract'

/** A still image as it travels: its file, and the type that its first bytes say. */
export interface CapturedFrame {
  mime: FrameMime
  bytes: Buffer
}

/** No picture, and why, in words for the boat's owner. The message holds no password and no path or query of a URL. */
export class CaptureError extends Error {
  override name = 'CaptureError'
}

/** The type of an image by its first bytes, never by what a header claims; null when it is none that the service takes. */
export function mimeOf(file: Buffer): FrameMime | null {
  const start = file.toString('latin1', 0, 12)
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  return null
}

/** Throws CaptureError when the bytes are not a picture. */
export function frameOf(bytes: Buffer): CapturedFrame {
  const mime = mimeOf(bytes)
  if (!mime) throw new CaptureError(`the camera did not send a JPEG, PNG or WebP picture${looksLike(bytes)}`)
  return { mime, bytes }
}

function looksLike(bytes: Buffer): string {
  if (bytes.length === 0) return ' (the answer was empty)'
  return /^\s*</.test(bytes.toString('latin1', 0, 64)) ? ' (it sent a web page)' : ''
}
