import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertCode, FleetVessel, HealthReasonCode, Severity } from '@binnacle/contract'
import { alarm } from '../../testing/boat.ts'
import { byAttention, healthTone, wantsAttention } from './attention.ts'

const boat = (name: string, wrong: (Severity | AlertCode)[] = [], overdue = 0, due_soon = 0) => ({
  name,
  alarms: wrong.flatMap((severity) => (severity === 'alarm' || severity === 'warning' ? alarm({ severity }) : [])),
  alerts: wrong.flatMap((code) =>
    code === 'alarm' || code === 'warning' ? [] : { code, subject: '', text: null, at: '' },
  ),
  due: { overdue, due_soon, ok: 0, never_logged: 0, next: null },
  health_reasons: [] as FleetVessel['health_reasons'],
})
const names = (boats: { name: string }[]) => boats.map(({ name }) => name).join(' ')

test('what harms a boat comes before what is overdue, that before what is odd, that before what is due soon', () => {
  const boats = [
    boat('calm'),
    boat('soon', [], 0, 9),
    boat('silent', ['box_silent', 'warning']),
    boat('dry', ['warning']),
    boat('overdue', [], 1),
    boat('wet', ['alarm']),
  ]
  assert.equal(names(byAttention(boats)), 'wet overdue silent dry soon calm')
})

test('a safety point that did not pass its inspection comes as what is overdue does', () => {
  const unsafe = { ...boat('unsafe'), health_reasons: [{ code: 'safety_finding' as const, count: 1 }] }
  assert.equal(
    names(byAttention([boat('silent', ['box_silent']), unsafe, boat('wet', ['alarm'])])),
    'wet unsafe silent',
  )
})

test('of two with the same trouble, the one with more; of two alike, the one that was added first', () => {
  assert.equal(names(byAttention([boat('one', [], 1), boat('two', [], 2), boat('a'), boat('b')])), 'two one a b')
  assert.equal(names(byAttention([boat('more', ['alarm'], 1), boat('less', ['alarm'])])), 'more less')
})

test('a boat wants attention by an alarm, an alert or by what is overdue, not by what is due soon', () => {
  assert.deepEqual(
    [boat('', ['warning']), boat('', ['camera_error']), boat('', [], 1), boat('', [], 0, 3), boat('')].map(
      wantsAttention,
    ),
    [true, true, true, false, false],
  )
})

test('an open safety item wants attention, what was never logged does not', () => {
  const because = (code: HealthReasonCode) => wantsAttention({ ...boat(''), health_reasons: [{ code, count: 1 }] })
  assert.deepEqual([because('safety_finding'), because('safety_task'), because('never_logged')], [true, true, false])
})

test('health is read as on the public page', () => {
  assert.deepEqual([null, 100, 80, 79, 50, 49, 0].map(healthTone), ['none', 'ok', 'ok', 'soon', 'soon', 'late', 'late'])
})
