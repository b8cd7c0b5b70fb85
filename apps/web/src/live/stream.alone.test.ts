import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen } from './stream.ts'

const MINUTE_MS = 60_000

/** A connection that is taken and never answered, as a captive portal does. */
class Silent extends EventTarget {
  static readonly made: Silent[] = []
  closed = false
  constructor() {
    super()
    Silent.made.push(this)
  }
  close() {
    this.closed = true
  }
}

test('a connection that is taken and never answered is given up, and another one is made', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const window = new EventTarget()
  Object.assign(globalThis, {
    EventSource: Silent,
    document: Object.assign(new EventTarget(), { hidden: false }),
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  })
  Object.defineProperty(navigator, 'onLine', { value: true })
  const states: string[] = []
  const stop = listen({ state: (state) => states.push(state), hello() {}, changed() {}, failed() {} })
  for (let minute = 0; minute < 4; minute++) t.mock.timers.tick(MINUTE_MS)
  assert.ok(Silent.made.length > 1)
  assert.equal(Silent.made[0]!.closed, true)
  assert.equal(states.at(-1), 'offline')
  stop()
  const made = Silent.made.length
  t.mock.timers.tick(10 * MINUTE_MS)
  assert.equal(Silent.made.length, made)
  assert.ok(Silent.made.every(({ closed }) => closed))
})
