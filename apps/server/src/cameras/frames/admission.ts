interface Arrival {
  /** When the last frame was taken, by the service's clock. */
  lastFrameAt: Date | null
  gapMs: number
  openCheckIn: boolean
  now: Date
}

/**
 * How long until a camera's next frame is taken, ms; 0 for now. At most one frame every `gapMs`, except that an open check-in admits
 * one at once. If the service's clock was set back by a gap or more, the last frame lies in the future and does not count, or the
 * camera would be refused until the clock is there again. Source: vessel-data-api.md, "Frame rules".
 */
export function msUntilNextFrame({ lastFrameAt, gapMs, openCheckIn, now }: Arrival): number {
  if (openCheckIn || lastFrameAt === null) return 0
  const elapsed = now.getTime() - lastFrameAt.getTime()
  return Math.abs(elapsed) >= gapMs ? 0 : gapMs - elapsed
}
