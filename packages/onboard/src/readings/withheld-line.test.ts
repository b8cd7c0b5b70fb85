import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withheldLine } from './withheld-line.ts'

test('what is withheld in a line: what, why, how often and from where', () => {
  const source = 'nmea2000/35'
  assert.equal(
    withheldLine({ series: 'water_temp', source, reason: 'implausible', value: 39.0004, count: 2_022 }),
    'water_temp: 39 C cannot be true, 2,022 times (nmea2000/35)',
  )
  assert.equal(
    withheldLine({ series: 'tanks.undefined.0', source, reason: 'unknown_tank', value: 50, count: 1 }),
    'tanks.undefined.0: 50 %, the tank does not say what it holds; set its fluid type, once (nmea2000/35)',
  )
  assert.match(
    withheldLine({ series: 'position', source, reason: 'no_fix', count: 2 }),
    /^position: the receiver has no/,
  )
})
