import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debounceFault, NO_FAULT, NO_FAULT_YET } from './faults.ts'

function told(seen: [text: string, at: number][], debounced = false): [string, number][] {
  let state = NO_FAULT_YET
  return seen.filter(([text, at]) => {
    const next = debounceFault(state, text, at, debounced)
    state = next.state
    return next.tell
  })
}

test('a fault that stays a second is told once', () => {
  assert.deepEqual(
    told([
      ['Low Oil Pressure', 0],
      ['Low Oil Pressure', 500],
      ['Low Oil Pressure', 1000],
      ['Low Oil Pressure', 1500],
    ]),
    [['Low Oil Pressure', 1000]],
  )
})

test('flicker at key-on is not told', () => {
  assert.deepEqual(
    told([
      ['Low Oil Pressure', 0],
      [NO_FAULT, 500],
      ['Low Oil Pressure', 1000],
      [NO_FAULT, 1500],
      [NO_FAULT, 9000],
    ]),
    [],
  )
})

test('its end is told, as is a change', () => {
  assert.deepEqual(
    told([
      ['A', 0],
      ['A', 1000],
      ['A, B', 2000],
      ['A, B', 3000],
      [NO_FAULT, 4000],
      [NO_FAULT, 5000],
    ]),
    [
      ['A', 1000],
      ['A, B', 3000],
      [NO_FAULT, 5000],
    ],
  )
})

test('an engine without a fault says nothing', () => {
  assert.deepEqual(
    told([
      [NO_FAULT, 0],
      [NO_FAULT, 60_000],
    ]),
    [],
  )
})

test('what its device has debounced is told at once', () => {
  assert.deepEqual(told([['Alarm: Bilge high', 0]], true), [['Alarm: Bilge high', 0]])
})
