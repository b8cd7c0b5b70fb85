import { constants } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FrameMime, LIMITS } from '@binnacle/contract'
import type { Stamp } from '../clock/clock.ts'
import { makeFolder, replaceFile } from '../files/files.ts'
import type { Log } from '../log.ts'
import type { CapturedFrame } from './capture/captured-frame.ts'

/** What is known of a frame that waits on disk. */
export interface QueuedFrame {
  /** Its file; names are in the order in which the frames were taken. */
  file: string
  camera: string
  trigger: 'device' | 'motion'
  mime: FrameMime
  stamp: Stamp
  /** Of the image. */
  bytes: number
}

/** As many of a camera as the service keeps by default: it would drop the older ones as soon as they came. */
const MAX_PER_CAMERA: number = LIMITS.retainFrames.default
const MAX_BYTES = 100e6

/** The frames that are too many: the oldest beyond `perCamera` of each camera, then the oldest of all beyond `bytes` in sum. */
export function surplusFrames(
  oldestFirst: readonly QueuedFrame[],
  limits = { perCamera: MAX_PER_CAMERA, bytes: MAX_BYTES },
): QueuedFrame[] {
  const kept = new Map<string, number>()
  let bytes = 0
  return oldestFirst.toReversed().filter((frame) => {
    const count = (kept.get(frame.camera) ?? 0) + 1
    if (count > limits.perCamera || bytes + frame.bytes > limits.bytes) return true
    kept.set(frame.camera, count)
    bytes += frame.bytes
    return false
  })
}

/** Frames on disk until the service has them: a file each, a line of JSON and then the image. */
export interface FrameQueue {
  /** Oldest first. */
  list(): readonly QueuedFrame[]
  /** On disk when it resolves; the oldest make room. Rejects when the disk refuses. */
  add(frame: Pick<QueuedFrame, 'camera' | 'trigger' | 'stamp'>, picture: CapturedFrame): Promise<void>
  read(frame: QueuedFrame): Promise<Buffer>
  remove(frame: QueuedFrame): Promise<void>
}

/** Opens the folder, and removes from it what cannot be read and what belongs to none of `cameras`. */
export async function openFrameQueue(folder: string, cameras: readonly string[], log: Log): Promise<FrameQueue> {
  await makeFolder(folder)
  let frames: QueuedFrame[] = []
  for (const file of (await readdir(folder)).sort()) {
    const frame = file.endsWith(SUFFIX) ? await readHead(folder, file) : null
    if (frame && cameras.includes(frame.camera)) frames.push(frame)
    else {
      log.info(`cameras: deleted ${file}: the picture is incomplete, or its camera was removed`)
      await rm(join(folder, file), { force: true })
    }
  }
  let last = Number.parseInt(frames.at(-1)?.file ?? '0', 10)

  const remove = async (frame: QueuedFrame) => {
    frames = frames.filter((other) => other !== frame)
    await rm(join(folder, frame.file), { force: true })
  }
  return {
    list: () => frames,
    remove,
    async add(known, { mime, bytes }) {
      const file = String(++last).padStart(12, '0') + SUFFIX
      const frame: QueuedFrame = { ...known, file, mime, bytes: bytes.length }
      await replaceFile(join(folder, file), Buffer.concat([headOf(frame), bytes]))
      // Two cameras may be here at once.
      frames = [...frames, frame].sort((a, b) => (a.file < b.file ? -1 : 1))
      for (const surplus of surplusFrames(frames)) await remove(surplus)
    },
    async read(frame) {
      const file = await readFile(join(folder, frame.file))
      return file.subarray(file.length - frame.bytes)
    },
  }
}

const SUFFIX = '.frame'
const HEAD_BYTES = 2048

const headOf = ({ file: _, ...head }: QueuedFrame): Buffer => Buffer.from(`${JSON.stringify(head)}\n`)

/** Null for a file that is not whole. */
async function readHead(folder: string, file: string): Promise<QueuedFrame | null> {
  const handle = await open(join(folder, file), constants.O_RDONLY)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const end = buffer.subarray(0, bytesRead).indexOf('\n')
    if (end < 0) return null
    const frame = { ...JSON.parse(buffer.toString('utf8', 0, end)), file } as QueuedFrame
    const { size } = await stat(join(folder, file))
    return size === end + 1 + frame.bytes ? frame : null
  } catch {
    return null
  } finally {
    await handle.close()
  }
}
