import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InspectionPoint } from '@binnacle/contract'
import { BOAT, boatPath, daysAgo, id, loggedTask } from '../../testing/boat.ts'
import { open } from '../../testing/open.ts'
import { en } from '../../texts/en.ts'

const { report } = en.inspections
const point = (some: Partial<InspectionPoint>): InspectionPoint => ({
  ...{ id: id(701), template_item_id: null, verdict: 'operational', note: null, updated_at: daysAgo(1) },
  ...{ checklist: 'safety', section: 'Flotation', title: 'Lifejackets', hint: '', previous: null, photos: [] },
  task_id: null,
  ...some,
})

test('a finding becomes a task with one tap, and then says so', async () => {
  const finding = point({ id: id(702), title: 'Life raft', verdict: 'non_operational', note: 'Expired' })
  const inspection = {
    ...{ id: id(700), status: 'completed' as const, started_at: daysAgo(1), completed_at: daysAgo(1), score: 50 },
    ...{ engine_hours: null, vir_code: 'VIR-7K3M-Q9TD' },
  }
  const page = await open(boatPath(`/inspections/${id(700)}/report`), {
    'GET /app/inspections/{id}': { inspection, vessel_id: BOAT.id, points: [point({}), finding] },
    'POST /app/vessels/{id}/tasks': { task: loggedTask({ finding_id: finding.id, once: true }) },
  })
  await page.user.click(await page.findByRole('button', { name: report.makeTaskOf('Life raft') }))
  await page.findByRole('link', { name: report.hasTask })
  assert.deepEqual(page.service.changes[0]!.body, {
    ...{ title: 'Life raft: Expired', interval_days: 7, lead_days: 7, once: true, finding_id: finding.id },
  })
  assert.equal(page.queryAllByRole('button', { name: new RegExp(report.makeTask) }).length, 0)
})
