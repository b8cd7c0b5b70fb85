import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gpsTime } from './gps-time.ts'

const TIME = '2026-05-01T12:00:00.250Z'
const said = (source: object, value: unknown = TIME, path = 'navigation.datetime') =>
  gpsTime({ updates: [{ source, values: [{ path, value }] }] })

const FIX = { label: 'n2k', type: 'NMEA2000', pgn: 129029, src: '7' }
const RMC = { label: '0183', type: 'NMEA0183', talker: 'GP', sentence: 'RMC' }

test('a satellite fix gives the time', () => {
  assert.equal(said(FIX), Date.parse(TIME))
  assert.equal(said(RMC), Date.parse(TIME))
  assert.equal(said({ ...RMC, talker: 'GN', sentence: 'ZDA' }), Date.parse(TIME))
})
test("other clocks do not: a plotter's, a clock's, a plugin's", () => {
  assert.equal(said({ ...FIX, pgn: 126992 }), undefined)
  assert.equal(said({ ...RMC, talker: 'ZA', sentence: 'ZDA' }), undefined)
  assert.equal(said({ label: 'set-system-time' }), undefined)
})
test('what is no time is none', () => {
  for (const value of [null, '', 'abc', 1, {}, 'undefinedTundefinedZ']) assert.equal(said(FIX, value), undefined)
  assert.equal(said(FIX, TIME, 'environment.time'), undefined)
})
