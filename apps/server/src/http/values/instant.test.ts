import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseInstant } from './instant.ts'

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

test('every date-time of year 0001 to 9999, with any decimals and offset, is the instant that Date gives', () => {
  const instants = fc.record({
    date: fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T23:59:59Z'),
      noInvalidDate: true,
    }),
    decimals: fc.stringMatching(/^\d{0,9}$/),
    offset: fc.integer({ min: -14 * 60, max: 14 * 60 }),
  })
  fc.assert(
    fc.property(instants, ({ date, decimals, offset }) => {
      const local = new Date(Math.floor(date.getTime() / 1000) * 1000 + offset * 60_000).toISOString().slice(0, 19)
      const zone = `${offset < 0 ? '-' : '+'}${pad(Math.trunc(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`
      const expected = Math.floor(date.getTime() / 1000) * 1000 + Number(`${decimals}000`.slice(0, 3))
      assert.equal(parseInstant(`${local}${decimals && `.${decimals}`}${zone}`), expected)
    }),
  )
})

test('bad-input 16: what is no date-time is refused', () => {
  const refused = [
    '0000-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:00-23:59',
    '2026-01-01T00:00:00+14:01',
    '2026-01-01T00:00:00+01:60',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00.Z',
    '2026-01-01T00:00:00,5Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01',
    '20260101T000000Z',
    '2026-01-01T00:00:00Z ',
    ' 2026-01-01T00:00:00Z',
    '2026-1-1T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '0001-01-01T00:00:00+01:00',
    '',
    'now',
  ]
  for (const text of refused) assert.ok(Number.isNaN(parseInstant(text)), text)
  assert.equal(parseInstant('2024-02-29T00:00:00Z'), Date.parse('2024-02-29T00:00:00Z'))
})

test('no text of any kind passes that is not an RFC 3339 date-time', () => {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
  const near = fc.stringMatching(/^20[0-9T:Z.+-]{8,22}$/)
  fc.assert(
    fc.property(fc.oneof(near, fc.string()), (text) => {
      if (!Number.isNaN(parseInstant(text))) assert.match(text, form)
    }),
    { numRuns: 2000 },
  )
})
