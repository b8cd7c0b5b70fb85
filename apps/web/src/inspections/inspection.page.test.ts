import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Inspection, InspectionPoint } from '@binnacle/contract'
import { BOAT, boatPath, daysAgo, id, inspection, point } from '../testing/boat.ts'
import { open, plain, within } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { de } from '../texts/de.ts'
import { en } from '../texts/en.ts'

const { finish, list, report, start, verdicts, walk } = en.inspections
const item = (n: number) => ({ id: id(620 + n), section: 'Hull', title: `Item ${n}`, hint: '' })
const TEMPLATES = [
  { slug: 'hull', name: 'Hull', applies_to: [BOAT.vessel_type], items: [item(1), item(2)] },
  { slug: 'rib-tubes', name: 'Tubes', applies_to: ['rib' as const], items: [item(3)] },
]
const openList = (inspections: ReturnType<typeof inspection>[], answers: Answers = {}) =>
  open(boatPath('/inspections'), { 'GET /app/vessels/{id}/inspections': { inspections }, ...answers })

const { points: _p, operational: _o, attention: _a, non_operational: _n, ...COMPLETED } = inspection()
const OPEN: Inspection = { ...COMPLETED, status: 'in_progress', completed_at: null, score: null, vir_code: null }
const WALK = boatPath(`/inspections/${OPEN.id}`)

/** The walk through these points; the service keeps what it is told. */
async function openWalk(points: InspectionPoint[], answers: Answers = {}) {
  const page = await open(WALK, {
    'GET /app/inspections/{id}': { inspection: OPEN, vessel_id: BOAT.id, points },
    'PATCH /app/inspection-items/{id}': ({ params, body }) => {
      const { checklist, section, title, hint, previous, photos, ...known } = points.find(
        (point) => point.id === params!.id,
      )!
      return { item: { ...known, ...body } }
    },
    ...answers,
  })
  return {
    ...page,
    at: (title: string) => page.findByRole('heading', { level: 1, name: title }),
    judge: async (verdict: keyof typeof verdicts) =>
      page.user.click(await page.findByRole('button', { name: verdicts[verdict] })),
    // What a closing dialog shows is there for a moment more.
    press: async (name: string) => page.user.click(await page.findByRole('button', { name })),
  }
}

test('inspections stand by whether they are finished; the score has a trend from two on', async () => {
  const page = await openList([
    inspection({ id: id(601), status: 'in_progress', completed_at: null, score: null, vir_code: null }),
    inspection(),
    inspection({ id: id(602), completed_at: daysAgo(300), score: 60, attention: 0 }),
  ])
  const panel = within(await page.findByRole('region', { name: list.open }))
  assert.ok(panel.getByText(list.progress(3, 4)))
  const [newest, older] = within(page.getByRole('region', { name: list.finished })).getAllByRole('link')
  assert.ok(within(newest!).getByText(list.found(0, 1)))
  assert.ok(within(older!).getByText(list.found(0, 0)))
  assert.match(newest!.getAttribute('href')!, /\/report$/)
  assert.ok(page.getByRole('img', { name: list.trendSummary('60\u00a0%', '88\u00a0%', 2) }))
})

test('a new inspection has the checklists of this kind of boat, and opens at once', async () => {
  const page = await openList([], {
    'GET /app/inspection-templates': { templates: TEMPLATES },
    'POST /app/vessels/{id}/inspections': { inspection: OPEN, items: [] },
    'GET /app/inspections/{id}': { inspection: OPEN, vessel_id: BOAT.id, points: [point(1)] },
  })
  await page.findByText(list.emptyTitle)
  await page.user.click(page.getByRole('button', { name: list.start }))
  await page.findByText(start.total(2))
  await page.user.click(page.getByRole('button', { name: start.all }))
  await page.findByText(start.total(3))
  await page.user.click(page.getByRole('checkbox', { name: /^Hull/ }))
  await page.findByText(start.total(1))
  await page.user.click(page.getByRole('checkbox', { name: /^Tubes/ }))
  assert.equal(page.getByRole<HTMLButtonElement>('button', { name: start.start }).disabled, true)
  await page.user.click(page.getByRole('button', { name: start.suiting }))
  await page.user.click(page.getByRole('button', { name: start.start }))
  await page.findByRole('heading', { level: 1, name: 'Point 1' })
  assert.deepEqual((page.service.changes[0]!.body as { templates: string[] }).templates, ['hull'])
})

test('the checklists are asked for in the language of the page', async () => {
  const asked: unknown[] = []
  const page = await open(
    boatPath('/inspections'),
    {
      'GET /app/vessels/{id}/inspections': { inspections: [] },
      'GET /app/inspection-templates': ({ query }) => {
        asked.push(query)
        return { templates: TEMPLATES }
      },
    },
    { language: 'de' },
  )
  await page.user.click(await page.findByRole('button', { name: de.inspections.list.start }))
  await page.findByText(de.inspections.start.total(2))
  assert.deepEqual(asked, [{ language: 'de' }])
})

test('what works leads on; what does not stays for a note', async () => {
  const page = await openWalk([point(1, { verdict: 'operational' }), point(2), point(3)])
  // The first point without a verdict.
  await page.at('Point 2')
  await page.judge('attention')
  await page.at('Point 2')
  await page.user.click(page.getByLabelText(walk.note))
  await page.user.paste('Loose ')
  await page.press(walk.next)
  await page.at('Point 3')
  await page.until(() => assert.equal(page.service.changes.length, 2))
  assert.deepEqual(
    page.service.changes.map(({ params, body }) => [params.id, body]),
    [
      [point(2).id, { verdict: 'attention' }],
      [point(2).id, { note: 'Loose' }],
    ],
  )
  await page.findByText(walk.saved)
})

test('by keyboard: digits judge, arrows walk, and in a note they are letters', async () => {
  const page = await openWalk([point(1), point(2)])
  await page.at('Point 1')
  await page.user.keyboard('1')
  await page.at('Point 2')
  await page.user.keyboard('{ArrowLeft}')
  await page.at('Point 1')
  await page.user.click(page.getByLabelText(walk.note))
  await page.user.keyboard('3')
  assert.equal(page.getByLabelText<HTMLTextAreaElement>(walk.note).value, '3')
  assert.equal(page.getByRole('button', { name: verdicts.operational }).getAttribute('aria-pressed'), 'true')
})

test('a verdict can be taken back, and the last time is shown', async () => {
  const previous = { verdict: 'non_operational' as const, note: 'Cracked', completed_at: daysAgo(300) }
  const page = await openWalk([point(1, { verdict: 'attention', previous }), point(2, { verdict: 'operational' })])
  await page.findByText(finish.title, { selector: 'h1' })
  await page.press(walk.overview)
  await page.user.click(await page.findByRole('button', { name: /^Point 1/ }))
  await page.at('Point 1')
  assert.match(plain(document.body.textContent), /Last time \(.*\): Does not work.*Cracked/)
  await page.press(walk.takeBack)
  await page.until(() => assert.deepEqual(page.service.changes[0]?.body, { verdict: null }))
  assert.ok(page.getByRole('button', { name: walk.skip }))
})

test('without a network verdicts wait, and are sent when it is back', async () => {
  const page = await openWalk([point(1), point(2)])
  await page.at('Point 1')
  page.service.reachable(false)
  await page.judge('operational')
  await page.at('Point 2')
  await page.findByText(walk.waiting(1))
  page.service.reachable(true)
  await page.findByText(walk.saved)
  assert.deepEqual(
    page.service.changes.map(({ body }) => body),
    [{ verdict: 'operational' }],
  )
})

test('what the service rejects is said, and can be discarded', async () => {
  const page = await openWalk([point(1), point(2)], { 'PATCH /app/inspection-items/{id}': new Refusal('conflict') })
  await page.at('Point 1')
  await page.judge('attention')
  await page.findByText(walk.refused(1), { exact: false })
  await page.press(walk.discardRefused)
  await page.until(() => assert.ok(page.queryByText(walk.refused(1), { exact: false }) === null))
  assert.equal(page.getByRole('button', { name: verdicts.attention }).getAttribute('aria-pressed'), 'false')
})

test('the end: what is open, the score so far, and the report', async () => {
  const page = await openWalk([point(1, { verdict: 'operational' }), point(2), point(3, { verdict: 'attention' })], {
    'POST /app/inspections/{id}/complete': { inspection: COMPLETED, items: [] },
    'GET /app/vessels/{id}/inspections': { inspections: [] },
  })
  await page.at('Point 2')
  await page.press(walk.overview)
  await page.user.click(await page.findByRole('button', { name: walk.toEnd }))
  await page.at(finish.title)
  await page.findByText(finish.open(1))
  assert.ok(plain(document.body.textContent).includes('75'))
  await page.press(finish.toOpen)
  await page.at('Point 2')
  await page.press(walk.skip)
  await page.press(walk.toEnd)
  await page.fill(page.getByLabelText(finish.hours), '420')
  await page.press(finish.finish)
  await page.findByRole('heading', { level: 1, name: report.title })
  const { completed_at, ...body } = page.service.changes[0]!.body as Record<string, string>
  assert.deepEqual(body, { engine_hours: 420 })
  assert.ok(Math.abs(Date.now() - Date.parse(completed_at!)) < 3_600_000)
})

test('hours at the end that no engine can run are asked about first', async () => {
  const page = await openWalk([point(1, { verdict: 'operational' })], {
    'POST /app/inspections/{id}/complete': { inspection: COMPLETED, items: [] },
    'GET /app/vessels/{id}/hours': { engine_hours: 412, usage: null, readings: [] },
  })
  await page.at(finish.title)
  await page.fill(page.getByLabelText(finish.hours), '777777')
  await page.press(finish.finish)
  const yes = await page.findByRole('button', { name: en.maintenance.form.saveAnyway })
  assert.equal(page.service.changes.length, 0)
  await page.user.click(yes)
  await page.findByRole('heading', { level: 1, name: report.title })
})

test('an inspection is discarded after a question', async () => {
  const page = await openWalk([point(1, { verdict: 'operational' })], {
    'DELETE /app/inspections/{id}': { removed: true },
    'GET /app/vessels/{id}/inspections': { inspections: [] },
  })
  await page.at(finish.title)
  await page.press(finish.discard)
  const dialog = await page.findByRole('dialog', { name: finish.discardQuestion })
  assert.equal(page.service.changes.length, 0)
  await page.user.click(within(dialog).getByRole('button', { name: finish.discard }))
  await page.findByText(list.emptyTitle)
})

test('a finished inspection is not changed: the walk leads to its report, and an open one has none', async () => {
  const page = await openWalk([], {
    'GET /app/inspections/{id}': { inspection: COMPLETED, vessel_id: BOAT.id, points: [] },
  })
  await page.findByText(finish.fixed)
  page.service.answer({ 'GET /app/inspections/{id}': { inspection: OPEN, vessel_id: BOAT.id, points: [] } })
  await page.user.click(page.getByRole('link', { name: list.report }))
  await page.findByText(report.notFinished)
})

test('the report: findings first, the worst on top, then every point', async () => {
  const photo = {
    id: id(690),
    width: 640,
    height: 480,
    created_at: daysAgo(1),
    url: '/frames/1',
    thumb_url: '/frames/1',
  }
  const previous = { verdict: 'operational' as const, note: null, completed_at: daysAgo(300) }
  const points = [
    point(1, { verdict: 'attention', note: 'Loose', previous }),
    point(2, { verdict: 'operational' }),
    point(3, { verdict: 'non_operational', photos: [photo] }),
    point(4),
  ]
  const page = await open(boatPath(`/inspections/${OPEN.id}/report`), {
    'GET /app/inspections/{id}': { inspection: COMPLETED, vessel_id: BOAT.id, points },
  })
  const findings = (await page.findByRole('heading', { name: report.findings })).parentElement!
  const found = within(findings).getAllByRole('listitem')
  assert.match(found[0]!.textContent, /Point 3/)
  assert.match(found[1]!.textContent, /Point 1.*before: Works.*Loose/)
  assert.ok(within(found[0]!).getByAltText(walk.photoOf('Point 3', 1)))
  const text = plain(document.body.textContent)
  for (const shown of [report.judged(3, 4), 'VIR-7K3M-Q9TD', '410 h', 'Nordlys, Hallberg-Rassy'])
    assert.ok(text.includes(shown), shown)
  assert.equal(page.getAllByText('Point 4').length, 1)
})
