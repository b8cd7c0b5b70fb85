import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingTask } from './finding-task.ts'

const finding = {
  id: 'p',
  title: 'Lifejackets',
  note: 'Cylinder rusty\nsecond line',
  verdict: 'non_operational' as const,
}

test('what does not work is due in a week, what needs attention in a month, each once', () => {
  assert.deepEqual(findingTask(finding), {
    title: 'Lifejackets: Cylinder rusty',
    interval_days: 7,
    lead_days: 7,
    once: true,
    finding_id: 'p',
  })
  assert.equal(findingTask({ ...finding, verdict: 'attention' }).interval_days, 30)
})

test('a title is at most 120 code points, and needs no note', () => {
  assert.equal(findingTask({ ...finding, note: null }).title, 'Lifejackets')
  assert.equal([...findingTask({ ...finding, note: '🛟'.repeat(300) }).title].length, 120)
})
