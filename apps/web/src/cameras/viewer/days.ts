import type { StoredFrame } from '@binnacle/contract'
import { FRAME_EXTENSIONS } from '@binnacle/contract/frame-mimes'

export interface Day<F> {
  /** As the reader writes it. */
  title: string
  frames: F[]
}

/** Frames, newest first, by the day on which they were taken, in their order. */
export function byDay<F extends Pick<StoredFrame, 'captured_at'>>(
  frames: readonly F[],
  titleOf: (capturedAt: string) => string,
): Day<F>[] {
  const days: Day<F>[] = []
  for (const frame of frames) {
    const title = titleOf(frame.captured_at)
    const last = days.at(-1)
    if (last?.title === title) last.frames.push(frame)
    else days.push({ title, frames: [frame] })
  }
  return days
}

/** What a picture is called when it is downloaded: camera and time (UTC), with nothing that a file system does not take. */
export function fileNameOf(label: string, { captured_at, mime }: Pick<StoredFrame, 'captured_at' | 'mime'>): string {
  const time = new Date(captured_at).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')
  const camera = label.replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ').trim() || 'camera'
  return `${camera} ${time}.${FRAME_EXTENSIONS[mime]}`
}
