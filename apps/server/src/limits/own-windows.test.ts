import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MAX_WINDOWS, OwnWindows } from './own-windows.ts'

test('the table is bounded: it forgets the oldest key, and knows the others', () => {
  const windows = new OwnWindows(3600)
  const take = (n: number) => windows.take(`nobody-${n}@example.org`, 1).allowed
  for (let n = 0; n < MAX_WINDOWS; n++) assert.ok(take(n))
  assert.equal(take(0), false)
  assert.equal(take(MAX_WINDOWS), true)
  assert.equal(take(1), false, 'only one was forgotten')
  assert.equal(take(0), true)
})

test('what is left of a window is never more than its length', (t) => {
  const now = 89922.36736278234
  assert.ok(now + 60_000 - now > 60_000, 'a moment at which fractions add up to more')
  t.mock.method(Performance.prototype, 'now', () => now)
  assert.equal(new OwnWindows(60).take('a key', 1).msBeforeNext, 60_000)
})

test('a key of any length counts as itself', () => {
  const windows = new OwnWindows(3600)
  const [one, two] = [`${'a'.repeat(10_000)}1`, `${'a'.repeat(10_000)}2`]
  assert.equal(windows.take(one, 1).allowed, true)
  assert.equal(windows.take(two, 1).allowed, true)
  assert.equal(windows.take(one, 1).allowed, false)
  windows.clear(one)
  assert.equal(windows.take(one, 1).allowed, true)
})

test('long keys are not kept', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const windows = new OwnWindows(3600)
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = heap()
  for (let n = 0; n < 100; n++) windows.take(Buffer.alloc(1_000_000, `${n} `).toString(), 1)
  const grown = heap() - before
  assert.ok(grown < 20e6, `${grown} bytes for 100 keys of 1 MB`)
  assert.equal(windows.take(Buffer.alloc(1_000_000, '7 ').toString(), 1).allowed, false)
})
