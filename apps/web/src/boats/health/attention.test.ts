import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Alert, AlertCode, FleetVessel, HealthReasonCode } from '@binnacle/contract'
import { byAttention, healthTone, wantsAttention } from './attention.ts'

const alert = (code: AlertCode): Alert => ({ code, subject: null, text: null, value: null, unit: null, at: '' })
const boat = (name: string, codes: AlertCode[] = [], overdue = 0, due_soon = 0) => ({
  name,
  alerts: codes.map(alert),
  due: { overdue, due_soon, ok: 0, never_logged: 0, next: null },
  health_reasons: [] as FleetVessel['health_reasons'],
})
const names = (boats: { name: string }[]) => boats.map(({ name }) => name).join(' ')

test('what harms a boat comes before what is overdue, that before what is odd, that before what is due soon', () => {
  const boats = [
    boat('calm'),
    boat('soon', [], 0, 9),
    boat('silent', ['box_silent']),
    boat('overdue', [], 1),
    boat('wet', ['bilge_water']),
  ]
  assert.equal(names(byAttention(boats)), 'wet overdue silent soon calm')
})

test('of two with the same trouble, the one with more; of two alike, the one that was added first', () => {
  assert.equal(names(byAttention([boat('one', [], 1), boat('two', [], 2), boat('a'), boat('b')])), 'two one a b')
  assert.equal(names(byAttention([boat('more', ['fault'], 1), boat('less', ['fault'])])), 'more less')
})

test('a boat wants attention by an alert or by what is overdue, not by what is due soon', () => {
  assert.deepEqual([boat('', ['camera_error']), boat('', [], 1), boat('', [], 0, 3), boat('')].map(wantsAttention), [
    true,
    true,
    false,
    false,
  ])
})

test('an open safety item wants attention, what was never logged does not', () => {
  const because = (code: HealthReasonCode) => wantsAttention({ ...boat(''), health_reasons: [{ code, count: 1 }] })
  assert.deepEqual([because('safety_finding'), because('safety_task'), because('never_logged')], [true, true, false])
})

test('health is read as on the public page', () => {
  assert.deepEqual([null, 100, 80, 79, 50, 49, 0].map(healthTone), ['none', 'ok', 'ok', 'soon', 'soon', 'late', 'late'])
})
