import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMeterHeader, preferHourMeter, readHourMeter, readPreference } from './hour-meter-headers.ts'

test('what one side writes the other reads', () => {
  for (const hours of [null, 0, 412, 999_999]) {
    assert.deepEqual(readPreference(preferHourMeter(hours)), { confirmed: hours })
    assert.equal(readHourMeter(hourMeterHeader(hours)), hours)
  }
})

test('among other preferences, in the forms of RFC 7240; what is not understood asks for nothing', () => {
  for (const prefer of ['respond-async, hour-meter=412', 'Hour-Meter = "412"; x=1, wait=5', 'hour-meter=412,wait=5'])
    assert.deepEqual(readPreference(prefer), { confirmed: 412 }, prefer)
  for (const prefer of [
    undefined,
    '',
    'hour-meter=-1',
    'hour-meter=x',
    'x-hour-meter',
    'hour-meters',
    'wait=hour-meter',
  ])
    assert.equal(readPreference(prefer), null, String(prefer))
})

test('without the header, or with one that is no hours, the service does not tell', () => {
  for (const header of [undefined, '', '-1', '4e2', '412.5', 'null']) assert.equal(readHourMeter(header), undefined)
})
