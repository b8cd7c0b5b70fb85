import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Inspection, InspectionItem } from '@binnacle/contract'
import { BOAT, boatPath, daysAgo, id, inspection, point } from '../testing/boat.ts'
import { open, plain, within } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { en } from '../texts/en.ts'

const { finish, list, start, verdicts, walk } = en.inspections
const { waiting } = en.common
const CHECKED = [1, 2].map((n) => ({ id: id(620 + n), section: 'Hull', title: `Item ${n}`, hint: '' }))
const TEMPLATES = [{ slug: 'hull', name: 'Hull', applies_to: [BOAT.vessel_type], items: CHECKED }]

const { points: _p, operational: _o, attention: _a, non_operational: _n, ...COMPLETED } = inspection()
const OPEN: Inspection = { ...COMPLETED, status: 'in_progress', completed_at: null, score: null, vir_code: null }
/** As the service has them. */
const ITEMS: InspectionItem[] = CHECKED.map((checked, i) => ({
  ...{ id: id(640 + i), template_item_id: checked.id, verdict: null, note: null, updated_at: daysAgo(0) },
}))
const POINTS = ITEMS.map((item, i) => ({ ...point(1), ...item, title: CHECKED[i]!.title, section: 'Hull' }))

const ANSWERS: Answers = {
  'GET /app/vessels/{id}/inspections': { inspections: [] },
  'GET /app/inspection-templates': { templates: TEMPLATES },
  'POST /app/vessels/{id}/inspections': { inspection: OPEN, items: ITEMS },
  'GET /app/inspections/{id}': { inspection: OPEN, vessel_id: BOAT.id, points: POINTS },
  'PATCH /app/inspection-items/{id}': ({ params, body }) => ({
    item: { ...ITEMS.find((item) => item.id === params.id)!, ...body },
  }),
  'POST /app/inspections/{id}/complete': { inspection: COMPLETED, items: ITEMS },
}

type Page = Awaited<ReturnType<typeof open>>
const at = (page: Page, title: string) => page.findByRole('heading', { level: 1, name: title })
const press = async (page: Page, name: string) => page.user.click(await page.findByRole('button', { name }))
const sent = (page: Page) => page.service.changes.map(({ route, params, body }) => [route, params.id, body])

/** Starts an inspection without a network, and stands at its first point. */
async function startOffline(answers: Answers = {}): Promise<Page> {
  const page = await open(boatPath('/inspections'), { ...ANSWERS, ...answers })
  await page.findByText(list.emptyTitle)
  page.service.reachable(false)
  await press(page, list.start)
  await page.findByText(start.total(2))
  await press(page, start.start)
  await at(page, 'Item 1')
  return page
}

/** Judges both points, the second with a note, and finishes. */
async function judgeAndFinish(page: Page) {
  await press(page, verdicts.operational)
  await at(page, 'Item 2')
  await page.findByText(walk.waiting(1))
  await press(page, verdicts.attention)
  await page.user.click(page.getByLabelText(walk.note))
  await page.user.paste('Loose')
  await press(page, walk.toEnd)
  await at(page, finish.title)
  await page.fill(page.getByLabelText(finish.hours), '420')
  await press(page, finish.finish)
  await page.findByText(finish.waits)
}

test('without a network an inspection is started, judged and finished; it is sent in order, each once', async () => {
  const page = await startOffline()
  await judgeAndFinish(page)
  await page.findByText(waiting.title(2))
  await page.goTo(boatPath('/inspections'))
  const line = (await page.findByText(list.progress(2, 2))).closest('a')!
  assert.ok(within(line).getByText(finish.waits))
  assert.equal(page.service.changes.length, 0)

  page.service.answer({ 'GET /app/vessels/{id}/inspections': { inspections: [inspection()] } })
  const whenBack = new Date(Date.now() + 1).toISOString()
  page.service.reachable(true)
  await page.waitUntilGone(waiting.title(2))
  await page.findByText(list.finished)
  await page.until(() => assert.equal(page.service.changes.length, 4))
  const [begun, ended] = [0, 3].map((i) => page.service.changes[i]!.body as Record<string, string>)
  assert.ok(begun!.started_at! < ended!.completed_at! && ended!.completed_at! < whenBack)
  assert.deepEqual(sent(page), [
    ['POST /app/vessels/{id}/inspections', BOAT.id, { templates: ['hull'], started_at: begun!.started_at }],
    ['PATCH /app/inspection-items/{id}', ITEMS[0]!.id, { verdict: 'operational' }],
    ['PATCH /app/inspection-items/{id}', ITEMS[1]!.id, { verdict: 'attention', note: 'Loose' }],
    ['POST /app/inspections/{id}/complete', OPEN.id, { engine_hours: 420, completed_at: ended!.completed_at }],
  ])
})

test('a note that is being written goes on where the service gives the inspection its id', async () => {
  const page = await startOffline()
  await press(page, verdicts.attention)
  const note = page.getByLabelText(walk.note)
  await page.user.type(note, 'Loose')
  page.service.reachable(true)
  await page.until(() => assert.ok(location.pathname.endsWith(OPEN.id), location.pathname))
  await page.user.keyboard(' bolt')
  assert.ok(note.isConnected)
  await page.findByText(walk.saved)
  await page.until(() => {
    const { params, body } = page.service.changes.at(-1)!
    assert.deepEqual([params.id, (body as { note: string }).note], [ITEMS[0]!.id, 'Loose bolt'])
  })
  assert.equal(sent(page).filter(([route]) => String(route).startsWith('POST')).length, 1)
})

test('an inspection that waits is finished no more, and is given up after a question: nothing is sent', async () => {
  const page = await startOffline()
  await judgeAndFinish(page)
  await press(page, finish.goOn)
  await at(page, finish.title)
  await page.findByText(waiting.title(1))
  assert.ok(page.queryByRole('button', { name: waiting.discardOf(start.title) }) === null)
  await press(page, finish.discard)
  const question = within(await page.findByRole('dialog', { name: finish.discardQuestion }))
  await page.user.click(question.getByRole('button', { name: finish.discard }))
  await page.findByText(list.emptyTitle)
  page.service.reachable(true)
  await page.goTo(boatPath('/inspections'))
  await page.waitUntilGone(waiting.title(1))
  assert.equal(page.service.changes.length, 0)
})

const SUMMARY = inspection({ ...OPEN, points: 2, operational: 0, attention: 0, non_operational: 0 })

/** Discards an inspection that the service knows, without a network: it waits to be deleted. */
async function discardOffline() {
  const page = await open(boatPath('/inspections'), {
    ...ANSWERS,
    'GET /app/vessels/{id}/inspections': { inspections: [SUMMARY] },
    'DELETE /app/inspections/{id}': { removed: true },
  })
  await page.user.click((await page.findByText(list.progress(0, 2))).closest('a')!)
  await at(page, 'Item 1')
  page.service.reachable(false)
  await press(page, verdicts.attention)
  await press(page, walk.overview)
  await press(page, walk.toEnd)
  await at(page, finish.title)
  await press(page, finish.discard)
  const question = within(await page.findByRole('dialog', { name: finish.discardQuestion }))
  await page.user.click(question.getByRole('button', { name: finish.discard }))
  const line = (await page.findByText(list.progress(0, 2))).closest('a')!
  within(line).getByText(waiting.toBeDeleted)
  return { page, line }
}

test('without a network a known inspection is discarded: it waits, and is deleted once, without what was said of it', async () => {
  const { page } = await discardOffline()
  page.service.answer({ 'GET /app/vessels/{id}/inspections': { inspections: [] } })
  page.service.reachable(true)
  await page.findByText(list.emptyTitle)
  await page.waitUntilGone(waiting.title(1))
  assert.deepEqual(sent(page), [['DELETE /app/inspections/{id}', OPEN.id, undefined]])
})

test('a discarded inspection that waits is kept after all, with what was said of it', async () => {
  const { page, line } = await discardOffline()
  await page.user.click(line)
  await press(page, waiting.keep)
  await page.findByText(walk.waiting(1))
  page.service.reachable(true)
  await page.findByText(walk.saved)
  assert.deepEqual(sent(page), [['PATCH /app/inspection-items/{id}', ITEMS[0]!.id, { verdict: 'attention' }]])
})

test('without a network a photo that the service has is removed: it waits, can be kept, and is deleted once', async () => {
  const url = 'https://boat.example/frames/1'
  const photo = { id: id(650), width: 640, height: 480, created_at: daysAgo(0), url, thumb_url: url }
  const walked = (photos: (typeof photo)[]) => ({
    ...{ inspection: OPEN, vessel_id: BOAT.id },
    points: POINTS.map((point, i) => (i === 0 ? { ...point, photos } : point)),
  })
  const page = await open(boatPath(`/inspections/${OPEN.id}`), {
    ...ANSWERS,
    'GET /app/inspections/{id}': walked([photo]),
    'DELETE /app/inspection-photos/{id}': { removed: true },
  })
  const title = walk.photoOf('Item 1', 1)
  await page.findByAltText(title)
  page.service.reachable(false)
  await press(page, walk.removePhoto(1))
  await press(page, waiting.keepOf(title))
  await page.waitUntilGone(waiting.toBeDeleted)
  await press(page, walk.removePhoto(1))
  await page.findByText(waiting.toBeDeleted)
  page.service.answer({ 'GET /app/inspections/{id}': walked([]) })
  page.service.reachable(true)
  await page.until(() => assert.ok(page.queryByAltText(title) === null))
  assert.deepEqual(sent(page), [['DELETE /app/inspection-photos/{id}', photo.id, undefined]])
})

test('finished elsewhere meanwhile: it says so, and what was written can be copied', async () => {
  const page = await open(boatPath(`/inspections/${OPEN.id}`), ANSWERS)
  await at(page, 'Item 1')
  page.service.reachable(false)
  await judgeAndFinish(page)
  page.service.answer({
    'PATCH /app/inspection-items/{id}': new Refusal('conflict'),
    'GET /app/inspections/{id}': { inspection: COMPLETED, vessel_id: BOAT.id, points: POINTS },
  })
  page.service.reachable(true)
  await page.findByText(plain(waiting.refused(waiting.finishedElsewhere)))
  await page.findByText(finish.fixed)
  const left = within(await page.findByRole('region', { name: finish.notTaken }))
  left.getByText('Item 2')
  left.getByText('Loose')
  // It was not completed without them.
  assert.ok(page.service.changes.every(({ route }) => route === 'PATCH /app/inspection-items/{id}'))
  await page.user.click(left.getByRole('button', { name: walk.discardRefused }))
  await page.until(() => assert.ok(page.queryByText('Loose') === null))
})

test('a note that was written elsewhere is shown where the walk was seen before', async () => {
  const path = boatPath(`/inspections/${OPEN.id}`)
  const page = await open(path, ANSWERS)
  await at(page, 'Item 1')
  await page.goTo(boatPath('/inspections'))
  await page.findByText(list.emptyTitle)
  const points = POINTS.map((point) => ({ ...point, note: 'Elsewhere' }))
  page.service.answer({ 'GET /app/inspections/{id}': { inspection: OPEN, vessel_id: BOAT.id, points } })
  await page.goTo(path)
  await page.findByDisplayValue('Elsewhere')
})

test('an answer about the walk that was under way while a verdict was sent does not take it back', async () => {
  const path = boatPath(`/inspections/${OPEN.id}`)
  const page = await open(path, ANSWERS)
  await at(page, 'Item 1')
  const late = Promise.withResolvers<void>()
  const walkOf = (verdict: 'attention' | null) => ({
    ...{ inspection: OPEN, vessel_id: BOAT.id },
    points: POINTS.map((point, i) => (i === 0 ? { ...point, verdict } : point)),
  })
  let asked = 0
  page.service.answer({
    'GET /app/inspections/{id}': async () => {
      asked++
      if (asked > 1) return walkOf('attention')
      await late.promise
      return walkOf(null)
    },
  })
  await page.goTo(boatPath('/inspections'))
  await page.findByText(list.emptyTitle)
  await page.goTo(path)
  await page.until(() => assert.equal(asked, 1))
  await press(page, verdicts.attention)
  await page.until(() => assert.equal(page.service.changes.length, 1))
  await page.findByText(walk.saved)
  late.resolve()
  // It is read again.
  await page.until(() => assert.equal(asked, 2))
  assert.equal(page.getByRole('button', { name: verdicts.attention }).getAttribute('aria-pressed'), 'true')
})
