import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeFormat } from './format.ts'

const metric = makeFormat({ locale: 'en-GB', units: 'metric', timeZone: 'Europe/Berlin' })
const us = makeFormat({ locale: 'en-US', units: 'us', timeZone: 'America/New_York' })
const german = makeFormat({ locale: 'de-DE', units: 'metric', timeZone: 'Europe/Berlin' })

test('values in the reader’s units', () => {
  assert.equal(metric.metric('engine_coolant_temp', 82).text, '82\u00a0°C')
  assert.equal(us.metric('engine_coolant_temp', 82).text, '180\u00a0°F')
  assert.equal(us.metric('depth', 3.048).text, '10.0\u00a0ft')
  assert.equal(us.distance(609.6), '2,000\u00a0ft')
  assert.equal(us.metric('fuel_rate', 3.785411784).text, '1.0\u00a0gal/h')
  assert.equal(us.metric('engine_oil_pressure', 400).text, '58\u00a0psi')
  assert.equal(german.metric('battery_voltage', 12.8).text, '12,80\u00a0V')
  assert.equal(german.metric('engine_rpm', 1450, 'rpm').text, '1.450\u00a01/min')
})

test('another unit than the metric’s own stays; the hours of a second engine come in s', () => {
  assert.equal(us.metric('depth', 2, 'fathom').text, '2.00\u00a0fathom')
  assert.equal(metric.metric('engine_hours', 7200, 's').text, '2.0\u00a0h')
  assert.equal(metric.metric('engine_hours', 728.3, 'hours').text, '728.3\u00a0h')
  assert.equal(metric.metric('engine_rpm', 1450, 'RPM').text, '1,450\u00a0rpm')
})

test('what rounds to zero has no sign', () => {
  assert.equal(metric.metric('engine_coolant_temp', -0.3).text, '0\u00a0°C')
  assert.equal(us.metric('water_temp', -17.78).text, '0\u00a0°F')
  assert.equal(metric.money(-0.001, 'EUR'), '€0.00')
  assert.equal(metric.metric('engine_coolant_temp', -3).text, '-3\u00a0°C')
})

test('enormous values stay short', () => {
  assert.equal(metric.metric('engine_rpm', 1e300).text, '1E300\u00a0rpm')
})

test('times are the reader’s', () => {
  assert.equal(metric.dateTime('2026-05-14T22:30:00Z'), '15 May 2026, 00:30')
  assert.equal(us.date('2026-05-14T02:30:00Z'), 'May 13, 2026')
  const now = Date.parse('2026-05-14T09:30:00Z')
  assert.equal(metric.ago('2026-05-14T09:29:31Z', now), 'now')
  assert.equal(metric.ago('2026-05-14T09:27:00Z', now), '3 minutes ago')
  assert.equal(german.ago('2026-07-14T09:27:00Z', now), 'in 2 Monaten')
})

test('money with and without a currency that is one', () => {
  assert.equal(german.money(129.9, 'EUR'), '129,90\u00a0€')
  assert.equal(us.money(129.9, null), '129.90')
  assert.equal(us.money(1, 'é€!'), '1.00 é€!')
})

test('positions as charts write them, also when minutes round up', () => {
  assert.equal(metric.position(54.32366, -10.14249), '54°19.42′\u00a0N 10°08.55′\u00a0W')
  assert.equal(metric.position(-9.99999, 179.999999), '10°00.00′\u00a0S 180°00.00′\u00a0E')
})

test('a longitude that runs on over the date line is told as charts number it', () => {
  assert.equal(metric.position(-17, 180.3), '17°00.00′\u00a0S 179°42.00′\u00a0W')
  assert.equal(metric.position(-17, -180.3), '17°00.00′\u00a0S 179°42.00′\u00a0E')
  assert.equal(metric.position(-17, 370), '17°00.00′\u00a0S 10°00.00′\u00a0E')
})

test('bytes', () => {
  assert.equal(metric.bytes(0), '0\u00a0B')
  assert.equal(metric.bytes(184_320), '184\u00a0kB')
  assert.equal(metric.bytes(5_400_000_000), '5.4\u00a0GB')
})
