import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admission } from '@binnacle/onboard'
import { parse } from 'yaml'
import { Observed } from './observed.ts'

function frequency(times: readonly number[]): string {
  const observed = new Observed(admission())
  for (const at of times) observed.observe({ metric: 'depth', value: 3, at, source: 'bus/1/128267', rank: 0 })
  return observed.table().split('\n')[1]!.split(/ {2,}/).at(-1)!
}

const times = (count: number, everyMs: number) => Array.from({ length: count }, (_, i) => 1_000 + i * everyMs)

test('how often a value comes, where it can be said', () => {
  assert.equal(frequency(times(11, 1_000)), 'every 1.0 s')
  assert.equal(frequency(times(101, 100)), '10 a second')
  assert.equal(frequency(times(1, 0)), '1 ×')
  assert.equal(frequency(times(40, 0)), '40 ×')
  // A replay over the network, as fast as it comes: no rate of the boat.
  assert.equal(frequency(times(5_000, 1 / 26)), '5000 ×')
})

test('of two receivers the one in use is marked, its longitude as its latitude', () => {
  const observed = new Observed(admission())
  for (const receiver of [1, 2])
    for (const metric of ['position_lat', 'position_lon'] as const)
      observed.observe({ metric, value: 5, at: 1_000, source: `bus/${receiver}/129025`, rank: 0 })
  const marked = observed
    .table()
    .split('\n')
    .filter((line) => line.includes('*'))
  assert.deepEqual(
    marked.map((line) => line.split(' ')[0]),
    ['position_lat', 'position_lon'],
  )
})

test('a source in the settings that is not heard is said', () => {
  const observed = new Observed(admission({ sources: { depth: ['DST810'] } }))
  observed.observe({ metric: 'depth', value: 3, at: 0, source: 'bus/1/128267', rank: 0 })
  assert.match(observed.advice(undefined).join(), /^sources: depth lists DST810, which was not heard/)
})

test('a source to be added to the settings stands there as YAML reads it', () => {
  const observed = new Observed(admission())
  for (const device of [256, 257])
    observed.observe({
      ...{ metric: 'battery_voltage', value: 12.6, instance: 'Bank #1', at: device },
      ...{ source: `gx: salon/battery/${device}/Dc`, rank: 0 },
    })
  const [, yaml = ''] = /settings, best first:\n(.*)$/s.exec(observed.advice(undefined).join('\n')) ?? []
  assert.deepEqual(parse(yaml), { sources: { 'battery_voltage/Bank #1': ['gx: salon/battery/257/Dc'] } })
})

test('what is withheld is said below the table', () => {
  const observed = new Observed(admission())
  assert.deepEqual(observed.withheld(), [])
  observed.withhold({ series: 'tanks.3', source: 'bus/9/127505', reason: 'unknown_tank' })
  assert.deepEqual(observed.withheld().slice(0, 2), ['', 'Withheld:'])
  assert.match(observed.withheld()[2]!, /tanks\.3: the tank does not say what it holds/)
})

test('of a generator and of several engines it says which moves the hour meter, and offers the choice', () => {
  const advice = (engines: readonly string[], hourMeter?: string) => {
    const observed = new Observed(admission())
    for (const [i, instance] of engines.entries())
      observed.observe({ metric: 'engine_hours', value: 270, instance, at: i, source: `bus/${i}/127489`, rank: 0 })
    return observed.advice(hourMeter).join('\n')
  }
  assert.match(
    advice(['genset-0']),
    /: genset-0 \(270 h\).* None of them is known to be the main engine: .*\n {2}hourMeter: genset-0$/,
  )
  assert.match(advice(['starboard', 'port']), /Now it is that of port\..*\n {2}hourMeter: starboard$/)
  assert.match(advice(['volvo', 'kohler']), /None of them is known .*\n {2}hourMeter: volvo$/)
  assert.match(advice(['port', 'genset-0']), /Now it is that of port\./)
  assert.match(advice(['port'], 'starboard'), /hourMeter is starboard, but only these engines report hours: port/)
  assert.equal(advice([], 'starboard'), 'hourMeter is starboard, but no engine reports hours.')
  assert.equal(advice(['port']), '')
  assert.equal(advice(['starboard', 'port'], 'port'), '')
})
