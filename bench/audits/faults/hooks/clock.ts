// A wall clock that can be set: as far off as the file CLOCK_FILE says, in ms, in every thread (NODE_OPTIONS=--import=...). The
// embedded database has its time from here too. The monotonic clock and timers go on as they do when a real clock is set.
import { readFileSync } from 'node:fs'

const REREAD_MS = 20
const RealDate = globalThis.Date
let offset = 0
let readAt = Number.NEGATIVE_INFINITY

function now(): number {
  if (performance.now() - readAt > REREAD_MS) {
    offset = Number(readFileSync(process.env.CLOCK_FILE!, 'utf8'))
    readAt = performance.now()
  }
  return RealDate.now() + offset
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
