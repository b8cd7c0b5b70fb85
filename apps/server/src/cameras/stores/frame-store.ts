import type { Readable } from 'node:stream'
import type { FrameMime } from '@binnacle/contract'

/**
 * Identifies a stored frame, or an inspection photo (cameraId is then the inspection's id). The ids are lower-case UUIDs made by
 * the service.
 */
export interface FrameKey {
  vesselId: string
  cameraId: string
  frameId: string
  mime: FrameMime
}

/** The image as it was sent, its thumbnail, and the rendition for a page, which exists once it was asked for. */
export type FrameSize = 'full' | 'thumb' | 'screen'

/**
 * Where images are kept: files (disk-frame-store.ts) or a bucket (s3-frame-store.ts). Images that are still arriving are local
 * files in both cases.
 */
export interface FrameStore {
  /** A path for an image or thumbnail that is arriving; the file does not exist yet. Pass it to put or discard later. */
  temporaryPath(): string

  /** Removes temporary files, if they exist. */
  discard(...paths: string[]): Promise<void>

  /**
   * Stores an image and its thumbnail. When it returns, they survive a power failure, so the row may be written.
   * Throws FrameRefused upload_failed if they cannot be stored. It then removes everything, including the temporary files.
   */
  put(image: string, thumbnail: string, key: FrameKey): Promise<void>

  /** Keeps the rendition of a stored image for a page. Throws if it cannot; then nothing is kept. */
  keepScreen(rendition: Buffer, key: FrameKey): Promise<void>

  /**
   * A stream, which the caller must read or destroy, and its length; undefined if there is no such image. Sizes other than full
   * are image/webp.
   */
  open(key: FrameKey, size: FrameSize): Promise<{ stream: Readable; bytes: number } | undefined>

  /** A URL from which anyone may fetch the image for 30 minutes from `now`; null if the service sends images itself. */
  link(key: FrameKey, size: 'full' | 'thumb', now: Date): Promise<string | null>

  /** The origin of those URLs, such as https://bucket.example; null if the service sends images itself. */
  readonly linkOrigin: string | null

  /** Removes a frame, if it exists. Call it after its row is deleted. */
  remove(key: FrameKey): Promise<void>

  /** Removes all frames of a vessel. Its rows may already be deleted. */
  removeVessel(vesselId: string): Promise<void>

  /** Removes temporary files that a crash left in DATA_DIR: those more than 15 minutes old, or in the future. Returns their number. */
  sweepTemporary(now: Date): Promise<number>

  /**
   * Removes images without a row, which a crash left. `isKnown` gets at most 500 ids and returns those that have a row. Images of the
   * last 15 minutes are kept, because their rows may not be written yet. Returns the number of removed files.
   */
  sweep(isKnown: (frameIds: string[]) => Promise<Set<string>>, now: Date): Promise<number>

  /** Free bytes; null if unknown. */
  freeBytes(): Promise<number | null>

  /** Ends connections. */
  close(): void
}
