import type { Readable } from 'node:stream'
import type { FrameMime } from '@binnacle/contract'

/** Names a stored frame, or a photo, with its inspection in the camera's place; the ids are lower-case UUIDs that the service made. */
export interface FrameKey {
  vesselId: string
  cameraId: string
  frameId: string
  mime: FrameMime
}

export type FrameSize = 'full' | 'thumb'

/** Where images are kept: files (disk-frame-store.ts) or a bucket (s3-frame-store.ts). What is arriving is in local files either way. */
export interface FrameStore {
  /** A path, not yet a file, for an image or a thumbnail that is arriving. Give it to put or to discard. */
  temporaryPath(): string

  /** Removes temporary files, if they are there. */
  discard(...paths: string[]): Promise<void>

  /**
   * Moves an image and its thumbnail to their place. When it returns they survive a power failure, so the row may be written.
   * Throws FrameRefused upload_failed when they cannot be stored, and leaves nothing behind, the temporary files included.
   */
  put(image: string, thumbnail: string, key: FrameKey): Promise<void>

  /** A stream that is to be read or destroyed, and its length; null for what is not there. The thumbnail is image/webp. */
  open(key: FrameKey, size: FrameSize): Promise<{ stream: Readable; bytes: number } | null>

  /** An address where anyone may fetch it for 30 minutes from `now`; null: the service hands it out itself. */
  link(key: FrameKey, size: FrameSize, now: Date): Promise<string | null>

  /** Where those addresses lead, such as https://bucket.example; null: to the service. */
  readonly linkOrigin: string | null

  /** Removes a frame, if it is there. Do it after its row is gone. */
  remove(key: FrameKey): Promise<void>

  /** Removes all frames of a vessel, by their place: its rows may be gone already. */
  removeVessel(vesselId: string): Promise<void>

  /** Removes temporary files of this DATA_DIR that a crash has left: those older, or further in the future, than 15 minutes. Returns how many. */
  sweepTemporary(now: Date): Promise<number>

  /**
   * Removes images that a crash has left: those of frames that `isKnown` does not give back (it gets at most 500 ids and gives those
   * that have a row). Only what is older, or further in the future, than 15 minutes, so it may run while frames arrive. Returns how
   * many files went.
   */
  sweep(isKnown: (frameIds: string[]) => Promise<Set<string>>, now: Date): Promise<number>

  /** Bytes that may still be stored; null where nobody knows. */
  freeBytes(): Promise<number | null>

  /** Ends connections; the store is not to be used any more. */
  close(): void
}
