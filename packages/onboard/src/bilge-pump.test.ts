import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pumpStarts } from './bilge-pump.ts'

const total = (raw: 'switch' | 'counter', values: number[]) =>
  values.reduce((sum, value, i) => sum + pumpStarts(raw, values[i - 1], value), 0)

test('a start is a contact that closes', () => assert.equal(total('switch', [0, 1, 1, 0, 0, 1, 0]), 2))
test('a pump that runs at first is no start', () => assert.equal(total('switch', [1, 1, 0]), 0))
test("a counter's gain", () => assert.equal(total('counter', [40, 40, 43]), 3))
test('a counter that was reset begins anew', () => assert.equal(total('counter', [40, 41, 0, 2]), 3))
