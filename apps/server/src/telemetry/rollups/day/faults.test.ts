import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, decodeChanges, encodeChanges, type FaultText, faultsOf } from './faults.ts'
import { HOUR_MS } from './time-grid.ts'

const texts = (...all: [at: number, text: string][]): FaultText[] => all.map(([at, text]) => ({ at, text }))

test('a fault stands until another text, and ends with none', () => {
  assert.deepEqual(faultsOf(texts([1, 'A'], [2, 'A'], [3, 'B'], [5, 'none'], [7, 'A'])), [
    { text: 'A', from: 1, to: 3 },
    { text: 'B', from: 3, to: 5 },
    { text: 'A', from: 7, to: null },
  ])
})

test('none, however it is written, is no fault; nor is an empty text', () => {
  assert.deepEqual(faultsOf(texts([1, 'none'], [2, ' NONE '], [3, ''], [4, 'OK'])), [])
  assert.deepEqual(faultsOf(texts([1, 'A'], [2, ''])), [{ text: 'A', from: 1, to: 2 }])
})

test('readings are taken in order of time', () => {
  assert.deepEqual(faultsOf(texts([5, 'none'], [1, 'A'])), [{ text: 'A', from: 1, to: 5 }])
})

test('what changes nothing within an hour is left out, and the faults are the same', () => {
  const all = texts([1, 'A'], [2, 'A'], [3, 'none'], [4, 'none'], [HOUR_MS, 'none'], [HOUR_MS + 1, 'B'])
  const changes = changesOf(all)
  assert.deepEqual(changes, texts([1, 'A'], [3, 'none'], [HOUR_MS, 'none'], [HOUR_MS + 1, 'B']))
  assert.deepEqual(faultsOf(changes), faultsOf(all))
})

test('encoded changes come back', () => {
  const changes = texts([86_400_001, 'SPN 110 "FMI" 0'], [86_400_500, '</script>'])
  assert.deepEqual(decodeChanges(encodeChanges(changes, 86_400_000), 86_400_000), changes)
})
