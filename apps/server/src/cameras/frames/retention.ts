/** A frame as far as keeping it goes; `receivedAt` is its arrival. */
export interface KeptFrame {
  id: string
  receivedAt: Date
}

/**
 * The ids of the frames that a camera drops: all but the newest `retainFrames`. Newest is by arrival, then by id, never by
 * captured_at, which an onboard device with a wrong clock sets to 2099. Source: vessel-data-api.md, "Frame rules"; bad-input.md, 37.
 */
export function framesToDrop(frames: readonly KeptFrame[], retainFrames: number): string[] {
  return frames
    .toSorted((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(retainFrames)
    .map(({ id }) => id)
}
