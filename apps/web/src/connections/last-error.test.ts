import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '@binnacle/contract'
import { BOX_ERRORS, boxErrorOf } from './last-error.ts'

test('codes with and without detail, reasons of readings, and what is not known', () => {
  assert.equal(boxErrorOf('camera_limit'), 'camera_limit')
  assert.equal(boxErrorOf('invalid_request: /readings must be an array'), 'invalid_request')
  assert.equal(boxErrorOf('unknown metric'), 'reading_refused')
  assert.equal(boxErrorOf('recorded_at must be an RFC 3339 date-time'), 'reading_refused')
  assert.equal(boxErrorOf('internal_error'), 'other')
})

test('each of them is a code of the contract, but for the two that stand for many', () => {
  const codes = BOX_ERRORS.filter((error) => error !== 'reading_refused' && error !== 'other')
  assert.deepEqual(
    codes.filter((code) => !(code in ERRORS)),
    [],
  )
})
