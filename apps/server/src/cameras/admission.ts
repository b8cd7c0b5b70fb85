/** Whether a frame is taken: 'answers_check_in' where an owner waits for one; else how long until the next is, ms. */
export type Admission = 'admit' | 'answers_check_in' | { tooFrequent: number }

/**
 * At most one frame every `gapMs` for a camera, except that an open check-in lets one through at once and is answered by it.
 * Source: vessel-data-api.md, "Frame rules".
 *
 * `lastFrameAt` is when the last frame was taken, by the service's own clock. If that clock has been set back by a gap or more,
 * the last frame lies in the future and counts for nothing, or the camera would be shut out until the clock is there again.
 */
export function admitFrame(given: {
  lastFrameAt: Date | null
  gapMs: number
  openCheckIn: boolean
  now: Date
}): Admission {
  if (given.openCheckIn) return 'answers_check_in'
  if (given.lastFrameAt === null) return 'admit'
  const elapsed = given.now.getTime() - given.lastFrameAt.getTime()
  return Math.abs(elapsed) >= given.gapMs ? 'admit' : { tooFrequent: given.gapMs - elapsed }
}
