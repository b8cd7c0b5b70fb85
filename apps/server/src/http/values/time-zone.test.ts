import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireTimeZone } from './time-zone.ts'

test('a time zone has a known name', () => {
  assert.equal(requireTimeZone({}), 'UTC')
  assert.equal(requireTimeZone({ time_zone: 'Europe/Berlin' }), 'Europe/Berlin')
  for (const time_zone of ['2026-01-01T00:00Z[Europe/Berlin]', 'Mars/Base', '', 'Europe', '../etc/passwd'])
    assert.throws(() => requireTimeZone({ time_zone }), /invalid_request: \/time_zone must be/, time_zone)
})
