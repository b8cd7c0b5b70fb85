import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AT_ONCE_MS, HEARTBEAT_MS, isDue } from './thin.ts'

const depth = (at: number) => ({ metric: 'depth', value: 3, at }) as const
const shore = (at: number, value: number) => ({ metric: 'shore_power', value, at }) as const

test('the first is due, the next after its interval', () => {
  assert.ok(isDue(undefined, depth(0)))
  assert.ok(!isDue(depth(0), depth(9_999)))
  assert.ok(isDue(depth(0), depth(10_000)))
})

test('a flag that changes is due at once', () => {
  assert.ok(!isDue(shore(0, 1), shore(1_000, 1)))
  assert.ok(isDue(shore(0, 1), shore(1_000, 0)))
})

test('a recording that repeats itself does not, a clock set back does', () => {
  assert.ok(!isDue(depth(64_000), depth(0)))
  assert.ok(isDue(depth(3_600_000), depth(0)))
})

test('with a smallest change, the interval alone does not do', () => {
  const half = { intervalMs: 10_000, change: 0.5 }
  assert.ok(!isDue(depth(0), depth(20_000), half))
  assert.ok(isDue(depth(0), { ...depth(20_000), value: 3.5 }, half))
  assert.ok(!isDue(depth(0), { ...depth(9_000), value: 9 }, half))
  assert.ok(isDue(depth(0), depth(HEARTBEAT_MS), half))
})

test('a float switch that bounces is told once a second', () => {
  assert.ok(!isDue(shore(0, 1), shore(AT_ONCE_MS - 1, 0)))
  assert.ok(isDue(shore(0, 1), shore(AT_ONCE_MS, 0)))
})
