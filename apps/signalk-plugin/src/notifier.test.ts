import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoatAlarm } from '@binnacle/onboard'
import { notifier } from './notifier.ts'

const alarm = (over: Partial<BoatAlarm> = {}): BoatAlarm => ({
  ...{ id: 'a', kind: 'above', metric: 'engine_coolant_temp', instance: 'port', severity: 'alarm' },
  ...{ message: 'Hot', began_at: '2026-05-14T12:00:00.000Z', quiet: false, ...over },
})

function boat(heard: string[] = []) {
  const told: [string, object][] = []
  const { show, clear } = notifier({
    handleMessage: (_: string, { updates }: never) => {
      for (const { values } of updates as { values: { path: string; value: object }[] }[])
        told.push(...values.map(({ path, value }): [string, object] => [path, value]))
    },
  } as never)
  return { told, clear, show: (...alarms: BoatAlarm[]) => show({ worst: null, alarms }, new Set(heard)) }
}

const HOT = 'notifications.binnacle.engine_coolant_temp.port'
const OVER = { state: 'normal', method: [], message: 'Over' }

test('an alarm is told when it begins, is acknowledged and ends, each once', () => {
  const { told, show } = boat()
  for (const alarms of [[alarm()], [alarm()], [alarm({ quiet: true })], [], []]) show(...alarms)
  assert.deepEqual(told, [
    [HOT, { state: 'alarm', method: ['visual', 'sound'], message: 'Hot' }],
    [HOT, { state: 'alarm', method: ['visual'], message: 'Hot' }],
    [HOT, OVER],
  ])
})

test('of two alarms of one series the worst counts; names are made fit for a path; when the plugin stops all end', () => {
  const { told, show, clear } = boat()
  const silent = alarm({ kind: 'silent', metric: null, instance: null, severity: 'warning', message: 'Silent' })
  const tank = alarm({ metric: 'waste_level_pct', instance: 'black. 0', message: 'Full' })
  show(alarm(), alarm({ severity: 'warning', message: 'Warm' }), silent, tank)
  const shown = Object.fromEntries(told.map(([path, value]) => [path, (value as { message: string }).message]))
  const paths = [HOT, 'notifications.binnacle.silent', 'notifications.binnacle.waste_level_pct.black__0']
  assert.deepEqual(shown, { [paths[0]!]: 'Hot', [paths[1]!]: 'Silent', [paths[2]!]: 'Full' })
  told.length = 0
  clear()
  assert.deepEqual(told.map(([path]) => path).sort(), paths)
})

test('what sounded on board first is not told to the boat again; faults that others told are', () => {
  const { told, show } = boat(['navigation.anchor'])
  const fault = { kind: 'onboard_alarm', metric: 'fault_code' } as const
  show(alarm({ ...fault, instance: 'navigation.anchor' }), alarm({ ...fault, instance: 'vebus-257' }))
  assert.deepEqual(
    told.map(([path]) => path),
    ['notifications.binnacle.fault_code.vebus-257'],
  )
})
