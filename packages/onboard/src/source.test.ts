import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSource, SOURCE_SILENT_MS } from './source.ts'

const chosen = { source: '36/128267', rank: 5, at: 1_000 }

test('the first source heard is taken', () => assert.equal(chooseSource(undefined, chosen), chosen))

test('another of the same rank does not take its place', () => {
  assert.equal(chooseSource(chosen, { source: '37/128267', rank: 5, at: 1_000 + SOURCE_SILENT_MS }), chosen)
})

test('a preferred one does', () => {
  const better = { source: '36/130310', rank: 4, at: 1_001 }
  assert.equal(chooseSource(chosen, better), better)
})

test('so does any once the chosen one has fallen silent', () => {
  const other = { source: '37/128267', rank: 9, at: 1_001 + SOURCE_SILENT_MS }
  assert.equal(chooseSource(chosen, other), other)
})

test('the chosen one is remembered as heard', () => {
  assert.equal(chooseSource(chosen, { ...chosen, at: 9_000 }).at, 9_000)
})
