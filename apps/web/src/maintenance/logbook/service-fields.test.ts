import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceLog } from '@binnacle/contract'
import { newService, serviceFields, serviceOf, withoutNulls } from './service-fields.ts'

const now = new Date(2026, 4, 14, 14, 30)
const entry: ServiceLog = {
  ...{ id: 'a', title: 'Oil', done_at: new Date(2026, 4, 1, 7).toISOString(), engine_hours: 412, cost: 129.9 },
  ...{ currency: 'SEK', route: 'supplier', note: '15W-40', task_id: 't' },
}

test('two taps: a due item fills the form, and the form as it is says all that is needed', () => {
  const fields = newService({ id: 't', title: 'Oil' }, 412, 'EUR', now)
  assert.deepEqual(withoutNulls(serviceOf(fields, now)), {
    ...{ title: 'Oil', done_at: now.toISOString(), engine_hours: 412, route: 'diy', task_id: 't' },
  })
})

test('an entry that is opened and saved is what it was', () => {
  const { id: _id, ...same } = entry
  assert.deepEqual(serviceOf(serviceFields(entry, 'EUR', 'de'), now, entry), same)
})

test('what was emptied is null; a currency without a cost says nothing', () => {
  const emptied = { ...serviceFields(entry, 'EUR', 'de'), engine_hours: '', cost: '', note: ' ', task_id: '' }
  const { engine_hours, cost, currency, note, task_id } = serviceOf(emptied, now, entry)
  assert.deepEqual([engine_hours, cost, currency, note, task_id], [null, null, null, null, null])
})

test('0 is a number, and eur a currency', () => {
  const { cost, currency, engine_hours } = serviceOf(
    { ...serviceFields(entry, '', 'en'), cost: '0', engine_hours: 0, currency: 'eur' },
    now,
  )
  assert.deepEqual([cost, currency, engine_hours], [0, 'EUR', 0])
})
