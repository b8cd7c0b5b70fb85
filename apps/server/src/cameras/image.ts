import { open, readFile, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type FrameMime, LIMITS } from '@binnacle/contract'
import sharp, { type Sharp } from 'sharp'
import { FrameRefused } from './frame-refused.ts'
import { containerFault, mimeByContent } from './image-container.ts'

// These hold for the whole process: whatever uses sharp reads nothing but these three formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((type) => [`VipsForeignLoad${type}File`, `VipsForeignLoad${type}Buffer`]),
})
sharp.cache(false)
sharp.concurrency(1)

/** Width of a thumbnail, px; its height follows, up to four times that. */
const THUMBNAIL_WIDTH = 320

/** Width of a picture for a page, px: sharp enough for a phone, and a quarter of the bytes that a camera sends. */
const SCREEN_WIDTH = 800

const DECODING = { failOn: 'error', limitInputPixels: LIMITS.framePixels, sequentialRead: true } as const

/**
 * The warnings of libjpeg that mean pixels are missing or wrong. Others do not count: webcams send extraneous bytes before a
 * marker in frames that look fine, and libpng warns of colour profiles.
 */
const PIXELS_LOST = /Corrupt JPEG data: (?!\d+ extraneous bytes|bad ICC)/

/**
 * Checks that the file at `path` is a whole still picture of the type that was declared, and writes its thumbnail (WebP, 320 px
 * wide or as wide as the picture, turned as EXIF says, without metadata) to `thumbnailPath`. Width and height are as shown, in px.
 *
 * One decode does both: 10 ms for 1920x1080 where a full decode before it needs another 54, because libjpeg reads every byte for a
 * thumbnail too but computes an eighth of each side. At most two pictures are decoded at once, and one where it has more
 * than half of LIMITS.framePixels: the worst, an interlaced 16-bit PNG, needs 10 bytes a pixel.
 *
 * Throws FrameRefused: unsupported_mime (by content not JPEG, PNG or WebP, or not the declared one; animated; another format
 * appended), upload_failed (truncated, garbled, more than LIMITS.framePixels, a side longer than LIMITS.frameSide). Then there is no thumbnail; the file at
 * `path` is the caller's.
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
    throw new FrameRefused('upload_failed', 'the image is too long a strip')
  await inTurn(placesFor({ width, height }), async () => {
    refuseFaulty(mime, await readFile(path))
    await writeThumbnail(mime, path, thumbnailPath)
  })
  return { mime, width, height }
}

/**
 * A stored image as a WebP for a page, 800 px wide or as wide as the picture, turned and without metadata as a thumbnail. It takes 35
 * ms for 1280x720, and is made when it is asked for: of the frames that arrive, few are ever looked at.
 */
export async function forScreen(stored: Readable): Promise<Buffer> {
  const image = await buffer(stored)
  return inTurn(placesFor(await sizeOf(image)), () => reduced(image, SCREEN_WIDTH, 'error').toBuffer())
}

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
  try {
    return (await sharp(image, DECODING).metadata()).autoOrient
  } catch (cause) {
    throw new FrameRefused('upload_failed', 'the image cannot be decoded', { cause })
  }
}

function refuseFaulty(mime: FrameMime, file: Buffer): void {
  const fault = containerFault(mime, file)
  if (fault === 'animated') throw new FrameRefused('unsupported_mime', 'the image is animated')
  if (fault === 'foreign') throw new FrameRefused('unsupported_mime', 'there is something else after the image')
  if (fault === 'damaged') throw new FrameRefused('upload_failed', 'the image is not complete')
}

async function writeThumbnail(mime: FrameMime, path: string, thumbnailPath: string): Promise<void> {
  try {
    if (mime === 'image/jpeg' && (await writesWithoutWarning(path, thumbnailPath))) return
    await reduced(path, THUMBNAIL_WIDTH, 'error').toFile(thumbnailPath)
  } catch (cause) {
    await rm(thumbnailPath, { force: true })
    throw new FrameRefused('upload_failed', 'the image cannot be decoded', { cause })
  }
}

async function writesWithoutWarning(path: string, thumbnailPath: string): Promise<boolean> {
  try {
    await reduced(path, THUMBNAIL_WIDTH, 'warning').toFile(thumbnailPath)
    return true
  } catch (error) {
    if (error instanceof Error && PIXELS_LOST.test(error.message)) throw error
    return false
  }
}

function reduced(image: string | Buffer, width: number, failOn: 'error' | 'warning'): Sharp {
  const size = { width, height: 4 * width, fit: 'inside', withoutEnlargement: true } as const
  return sharp(image, { ...DECODING, failOn })
    .autoOrient()
    .resize(size)
    .webp()
}

const PLACES = 2
const placesFor = ({ width, height }: { width: number; height: number }) =>
  width * height > LIMITS.framePixels / 2 ? PLACES : 1

let free = PLACES
const waiting: { places: number; start: () => void }[] = []

/** Runs `work` when so many of the two places are free, first come first served. */
async function inTurn<T>(places: number, work: () => Promise<T>): Promise<T> {
  await new Promise<void>((start) => {
    waiting.push({ places, start })
    startWaiting()
  })
  try {
    return await work()
  } finally {
    free += places
    startWaiting()
  }
}

function startWaiting(): void {
  while (waiting[0] && waiting[0].places <= free) {
    const next = waiting.shift()!
    free -= next.places
    next.start()
  }
}
