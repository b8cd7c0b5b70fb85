import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boatPath, loggedTask } from '../../testing/boat.ts'
import { open } from '../../testing/open.ts'
import type { Answers } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const { tasks: words, form } = en.maintenance
const openTasks = (answers: Answers = {}, hash = '') =>
  open(boatPath(`/tasks${hash}`), { 'GET /app/vessels/{id}/tasks': { tasks: [loggedTask()] }, ...answers })

test('a task needs a title and an interval; months are sent as days', async () => {
  const page = await openTasks({ 'POST /app/vessels/{id}/tasks': { task: loggedTask({ title: 'Anodes' }) } })
  await page.user.click(await page.findByRole('button', { name: words.add }))
  const save = await page.findByRole('button', { name: en.common.save })
  await page.user.click(save)
  await page.findByText(words.whatMissing)
  assert.ok(page.getByText(words.intervalMissing))
  await page.user.type(page.getByLabelText(/^Task/), 'Anodes')
  await page.user.type(page.getByLabelText(words.byTime), '6')
  await page.user.click(save)
  await page.findByText(words.saved('Anodes'))
  const { title, interval_days, interval_hours, start_hours } = page.service.changes[0]!.body as Record<string, unknown>
  assert.deepEqual(
    { title, interval_days, interval_hours, start_hours },
    { title: 'Anodes', interval_days: 183, interval_hours: null, start_hours: 412 },
  )
})

test('1.5 months is refused, not cut to 1', async () => {
  const page = await openTasks()
  await page.user.click(await page.findByRole('button', { name: words.add }))
  await page.user.type(page.getByLabelText(words.byTime), '1.5')
  await page.user.click(await page.findByRole('button', { name: en.common.save }))
  await page.findByText(form.whole)
  assert.equal(page.service.changes.length, 0)
})

test('what is wrong in the folded part unfolds it', async () => {
  const page = await openTasks()
  await page.user.click(await page.findByRole('button', { name: words.editOf('Engine oil') }))
  const more = await page.findByRole('button', { name: words.more })
  await page.user.click(more)
  const lead = page.getByLabelText(words.leadDays)
  await page.user.clear(lead)
  await page.user.type(lead, 'x')
  await page.user.click(more)
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByText(form.whole)
  assert.equal(more.getAttribute('aria-expanded'), 'true')
  await page.focusIsOn(lead)
  assert.equal(page.service.changes.length, 0)
})

test('a task is deleted after a question, which can be left', async () => {
  const page = await openTasks({ 'DELETE /app/tasks/{id}': { removed: true } })
  const bin = await page.findByRole('button', { name: words.removeOf('Engine oil') })
  await page.user.click(bin)
  await page.user.click(await page.findByRole('button', { name: en.common.cancel }))
  assert.equal(page.service.changes.length, 0)
  await page.user.click(bin)
  await page.user.click(await page.findByRole('button', { name: words.remove }))
  await page.findByText(words.removed('Engine oil'))
  assert.equal(page.service.changes.length, 1)
})

test('ready-made tasks: those on the list cannot be chosen, the others are sent', async () => {
  const item = { hint: null, interval_days: 365, interval_hours: null, safety: false }
  const page = await openTasks(
    {
      'GET /app/task-sets': {
        task_sets: [
          {
            slug: 'diesel',
            group: 'engine',
            name: 'Diesel',
            hint: 'As the manual says',
            applies_to: ['sailboat'],
            tasks: [
              { ...item, slug: 'oil', title: 'engine OIL ' },
              { ...item, slug: 'impeller', title: 'Impeller' },
            ],
          },
        ],
      },
      'POST /app/vessels/{id}/task-sets': { tasks: [loggedTask({ title: 'Impeller' })], left_out: [] },
    },
    '#choose',
  )
  const { sets } = en.maintenance
  await page.user.click(await page.findByRole('button', { name: /^Diesel/ }))
  const oil = (await page.findByRole('checkbox', { name: /engine OIL/ })) as HTMLInputElement
  assert.ok(oil.disabled)
  await page.user.click(page.getByRole('checkbox', { name: /Impeller/ }))
  await page.user.click(page.getByRole('button', { name: sets.add(1) }))
  await page.findByText(sets.added(1))
  assert.deepEqual(page.service.changes[0]!.body, {
    tasks: [{ title: 'Impeller', interval_days: 365, interval_hours: null, safety: false }],
  })
})
