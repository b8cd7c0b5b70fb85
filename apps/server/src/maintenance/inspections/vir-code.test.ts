import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeVirCode } from './vir-code.ts'

const codes = Array.from({ length: 5_000 }, makeVirCode)

test('a report code is short and has no letter that is taken for another', () => {
  for (const code of codes) assert.match(code, /^VIR-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
})

test('report codes differ, and use the whole alphabet', () => {
  assert.equal(new Set(codes).size, codes.length)
  assert.equal(new Set(codes.join('').replaceAll(/VIR|-/g, '')).size, 32)
})
