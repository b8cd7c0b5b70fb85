import type { Frame, Stamp } from '../frame.ts'

/** So many frames tell how candump was called: with -td its times go back at every other frame, with -tz hardly ever. */
const FRAMES = 100
const GO_BACK = 0.25

/** Adds up the times of candump -td, which are those since the frame before; they look like those of -tz, since the first one. */
export async function* candumpDeltas(frames: AsyncIterable<Frame | undefined>): AsyncGenerator<Frame | undefined> {
  const first: (Frame | undefined)[] = []
  let take: ((frame: Frame | undefined) => Frame | undefined) | undefined
  for await (const frame of frames) {
    if (take) yield take(frame)
    else if (first.push(frame) === FRAMES) {
      take = takeFor(first)
      yield* first.map(take)
    }
  }
  if (!take) yield* first.map(takeFor(first))
}

const takeFor = (first: readonly (Frame | undefined)[]) => (areDeltas(first) ? adder() : rounded)

const isRelative = (frame: Frame | undefined): frame is Frame & { stamp: Stamp } =>
  frame?.format.startsWith('candump') === true && frame.stamp?.dated === false

function areDeltas(frames: readonly (Frame | undefined)[]): boolean {
  const times = frames.filter(isRelative).map(({ stamp }) => stamp.ms)
  const goingBack = times.filter((ms, i) => ms < (times[i - 1] ?? 0)).length
  return goingBack > GO_BACK * (times.length - 1)
}

const rounded = (frame: Frame | undefined): Frame | undefined =>
  isRelative(frame) ? { ...frame, stamp: { ...frame.stamp, ms: Math.round(frame.stamp.ms) } } : frame

function adder(): (frame: Frame | undefined) => Frame | undefined {
  let sum = 0
  return (frame) => {
    if (!isRelative(frame)) return frame
    sum += frame.stamp.ms
    return rounded({ ...frame, stamp: { ms: sum, dated: false } })
  }
}
