import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '@binnacle/contract'
import { DEVICE_ERRORS } from '../texts/keys.ts'
import { deviceErrorOf } from './last-error.ts'

test('codes with and without detail, reasons of readings, and what is not known', () => {
  assert.equal(deviceErrorOf('camera_limit'), 'camera_limit')
  assert.equal(deviceErrorOf('invalid_request: /readings must be an array'), 'invalid_request')
  assert.equal(deviceErrorOf('unknown metric'), 'reading_refused')
  assert.equal(deviceErrorOf('recorded_at must be an RFC 3339 date-time'), 'reading_refused')
  assert.equal(deviceErrorOf('internal_error'), 'other')
})

test('each of them is a code of the contract, but for the two that stand for many', () => {
  const codes = DEVICE_ERRORS.filter((error) => error !== 'reading_refused' && error !== 'other')
  assert.deepEqual(
    codes.filter((code) => !(code in ERRORS)),
    [],
  )
})
