import type { FrameMime } from '@binnacle/contract'

/** A still image as it travels: its file, and the type that its first bytes say. */
export interface Picture {
  mime: FrameMime
  bytes: Buffer
}

/** No picture, and why, in words for the boat's owner. The message holds no password and no path or query of a URL. */
export class CaptureFailed extends Error {
  override name = 'CaptureFailed'
}

/** The type of an image by its first bytes, never by what a header claims; null when it is none that the service takes. */
export function mimeOf(file: Buffer): FrameMime | null {
  const start = file.toString('latin1', 0, 12)
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp'
  return null
}

/** Throws CaptureFailed when the bytes are not a picture. */
export function pictureOf(bytes: Buffer): Picture {
  const mime = mimeOf(bytes)
  if (!mime) throw new CaptureFailed(`what the camera gave is no JPEG, PNG or WebP picture${looksLike(bytes)}`)
  return { mime, bytes }
}

function looksLike(bytes: Buffer): string {
  if (bytes.length === 0) return ' but nothing at all'
  return /^\s*</.test(bytes.toString('latin1', 0, 64)) ? ' but a web page' : ''
}
