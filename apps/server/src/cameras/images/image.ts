import { open, readFile, rm } from 'node:fs/promises'
import { type FrameMime, LIMITS } from '@binnacle/contract'
import type { Sharp } from 'sharp'
import { Slots } from '../../limits/slots.ts'
import { FrameRefused } from '../frames/frame-refused.ts'
import { containerFault, mimeByContent } from './image-container.ts'
import { loadSharp } from './load-sharp.ts'

/** Width of a thumbnail, px. Its height is at most four times that. */
const THUMBNAIL_WIDTH = 320

/** Width of a picture on a page, px: sharp enough for a phone, at a quarter of the bytes of the original. */
const SCREEN_WIDTH = 800

/** Arriving pictures that are decoded at once. One with more than half of LIMITS.framePixels takes all slots. */
const SLOTS = 2
const isLarge = ({ width, height }: { width: number; height: number }) => width * height > LIMITS.framePixels / 2

const arrivals = new Slots(SLOTS)
const renditions = new Slots(1)

const DECODING = { failOn: 'error', limitInputPixels: LIMITS.framePixels, sequentialRead: true } as const

/**
 * Warnings of libjpeg about missing or wrong pixels. Other warnings are ignored: webcams send extraneous bytes before a marker in
 * intact frames, and libpng warns about colour profiles.
 */
const PIXELS_LOST = /Corrupt JPEG data: (?!\d+ extraneous bytes|bad ICC)/

/**
 * Checks that the file at `path` is a complete still picture of the declared type, and writes its thumbnail to `thumbnailPath`: WebP,
 * at most 320 px wide, turned as EXIF says, without metadata. Returns width and height as shown, px.
 *
 * One decode does both. It takes 10 ms for 1920x1080; a full decode before it would take another 54. For a thumbnail libjpeg also
 * reads every byte, but computes only an eighth of each side. At most two pictures are decoded at once, or one with more than
 * half of LIMITS.framePixels: the worst case, an interlaced 16-bit PNG, needs 10 bytes a pixel.
 *
 * Throws FrameRefused and leaves no thumbnail; the caller deletes the file at `path`.
 * - unsupported_mime: not JPEG, PNG or WebP by content; not the declared type; animated; data of another format is appended.
 * - upload_failed: truncated or malformed; more than LIMITS.framePixels; a side longer than LIMITS.frameSide.
 */
export async function inspectImage(
  path: string,
  declaredMime: string,
  thumbnailPath: string,
): Promise<{ mime: FrameMime; width: number; height: number }> {
  const mime = mimeByContent(await firstBytes(path))
  if (mime === null || mime !== declaredMime) {
    throw new FrameRefused(
      'unsupported_mime',
      `declared as ${declaredMime}, the image is ${mime ?? 'not JPEG, PNG or WebP'}`,
    )
  }
  const { width, height } = await sizeOf(path)
  if (Math.max(width, height) > LIMITS.frameSide)
    throw new FrameRefused('upload_failed', `a side of the image is longer than ${LIMITS.frameSide} pixels`)
  await arrivals.run(isLarge({ width, height }) ? SLOTS : 1, async () => {
    refuseFaulty(mime, await readFile(path))
    await writeThumbnail(mime, path, thumbnailPath)
  })
  return { mime, width, height }
}

/**
 * Returns a stored image as a WebP for a page: at most 800 px wide, turned as EXIF says, without metadata. It takes 35 ms for
 * 1280x720. One is made at a time, beside the arriving pictures. Only a large one takes their slots too, so that memory stays
 * bounded.
 */
export const forScreen = (read: () => Promise<Buffer>): Promise<Buffer> =>
  renditions.run(1, async () => {
    const image = await read()
    const make = async () => (await reduced(image, SCREEN_WIDTH, 'error')).toBuffer()
    return isLarge(await sizeOf(image)) ? arrivals.run(SLOTS, make) : make()
  })

/** Returns a rendition as a JPEG, for programs that show no WebP. */
export const asJpeg = async (rendition: Buffer): Promise<Buffer> =>
  (await loadSharp())(rendition, DECODING).jpeg().toBuffer()

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function sizeOf(image: string | Buffer): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp()
  try {
    return (await sharp(image, DECODING).metadata()).autoOrient
  } catch (cause) {
    throw new FrameRefused('upload_failed', 'the image cannot be decoded', { cause })
  }
}

function refuseFaulty(mime: FrameMime, file: Buffer): void {
  const fault = containerFault(mime, file)
  if (fault === 'animated') throw new FrameRefused('unsupported_mime', 'the image is animated')
  if (fault === 'foreign')
    throw new FrameRefused('unsupported_mime', 'the file contains data of another format after the image')
  if (fault === 'damaged') throw new FrameRefused('upload_failed', 'the image is not complete')
}

async function writeThumbnail(mime: FrameMime, path: string, thumbnailPath: string): Promise<void> {
  try {
    if (mime === 'image/jpeg' && (await writesWithoutWarning(path, thumbnailPath))) return
    await (await reduced(path, THUMBNAIL_WIDTH, 'error')).toFile(thumbnailPath)
  } catch (cause) {
    await rm(thumbnailPath, { force: true })
    throw new FrameRefused('upload_failed', 'the image cannot be decoded', { cause })
  }
}

async function writesWithoutWarning(path: string, thumbnailPath: string): Promise<boolean> {
  try {
    await (await reduced(path, THUMBNAIL_WIDTH, 'warning')).toFile(thumbnailPath)
    return true
  } catch (error) {
    if (error instanceof Error && PIXELS_LOST.test(error.message)) throw error
    return false
  }
}

async function reduced(image: string | Buffer, width: number, failOn: 'error' | 'warning'): Promise<Sharp> {
  const sharp = await loadSharp()
  const size = { width, height: 4 * width, fit: 'inside', withoutEnlargement: true } as const
  return sharp(image, { ...DECODING, failOn })
    .autoOrient()
    .resize(size)
    .webp()
}
