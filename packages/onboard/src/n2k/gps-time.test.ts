import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gpsTime } from './gps-time.ts'

const date = '2027.05.16'
const time = '19:57:19.50000'
const TRUE = Date.UTC(2027, 4, 16, 19, 57, 19, 500)
const of = (pgn: number, fields: Record<string, unknown>) => gpsTime({ pgn, src: 7, fields: { date, time, ...fields } })

test('system time from satellites', () => {
  assert.equal(of(126992, { source: 'GPS' }), TRUE)
  assert.equal(of(126992, { source: 'GLONASS', time: '19:57:19' }), TRUE - 500)
})

test('a position with a fix', () => assert.equal(of(129029, { method: 'DGNSS fix' }), TRUE))

test("a clock's time is not believed, nor one that does not say whose it is", () => {
  assert.equal(of(126992, { source: 'Local Crystal clock' }), undefined)
  assert.equal(of(126992, { source: 'Local Cesium clock' }), undefined)
  assert.equal(of(126992, {}), undefined)
  assert.equal(of(129029, { method: 'no GNSS' }), undefined)
  assert.equal(of(129029, { method: 'Estimated (DR) mode' }), undefined)
  assert.equal(of(129033, {}), undefined)
})

test('neither is a time that cannot be', () => {
  const gps = (fields: Record<string, unknown>) => of(126992, { source: 'GPS', ...fields })
  assert.equal(gps({ date: '2007.10.01' }), undefined, 'a week number that has rolled over')
  assert.equal(gps({ date: '2137.01.01' }), undefined)
  assert.equal(gps({ time: '63:31:36.35820' }), undefined)
  assert.equal(gps({ date: undefined }), undefined)
  assert.equal(gps({ date: '2027.13.01' }), undefined)
})
