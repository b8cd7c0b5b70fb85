import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOAT, boatPath, camera, frame, reading } from '../testing/boat.ts'
import { open, within } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { de } from '../texts/de.ts'
import { en } from '../texts/en.ts'

const now = new Date().toISOString()
const CAMERA = camera({ newest_frame: frame() })

/** Pages, what they read, and what they show of it. */
const PAGES: [page: string, reads: Answers, shows: string][] = [
  ['/share', { 'GET /app/vessels/{id}/share': new Refusal('not_found') }, en.share.none],
  ['/cameras', { 'GET /app/vessels/{id}/cameras': { now, cameras: [CAMERA] } }, 'Cockpit'],
  ['/inspections', { 'GET /app/vessels/{id}/inspections': { inspections: [] } }, en.inspections.list.emptyTitle],
  ['/telemetry', { 'GET /app/vessels/{id}/telemetry/latest': { series: [] } }, en.telemetry.empty.title],
  ['/logbook', { 'GET /app/vessels/{id}/log': { entries: [], next: null } }, en.maintenance.log.empty.title],
  [
    '/connections',
    {
      'GET /app/vessels/{id}/connections': { service_url: 'https://boat.example', connections: [] },
      'GET /v1/telemetry/providers': { providers: [] },
    },
    en.connections.empty.title,
  ],
]
const refusedAll = (answers: Answers, error: string): Answers =>
  Object.fromEntries(Object.keys(answers).map((name) => [name, new Refusal(error)]))

for (const [path, answers, shows] of PAGES)
  test(`${path}: what failed is said, and a second try shows the page`, async () => {
    const page = await open(boatPath(path), refusedAll(answers, 'operator_required'))
    await page.findAllByText(en.common.problem.operator_required)
    page.service.answer(answers)
    await page.user.click(page.getAllByRole('button', { name: en.common.retry })[0]!)
    await page.findAllByText(shows)
  })

test('a page that was never read says offline what to do, and is read when the service is back', async () => {
  const [path, answers, shows] = PAGES[2]!
  const page = await open('/developer', {
    ...answers,
    'GET /app/access-keys': { access_keys: [] },
    'GET /app/fleet': { vessels: [] },
  })
  await page.findByText(en.developer.keys.none)
  page.service.reachable(false)
  await page.findByText(en.common.network.offline('now'))
  await page.goTo(boatPath(path))
  await page.findByText(en.common.problem.offlinePage)
  page.service.reachable(true)
  page.stands()
  await page.user.click(await page.findByRole('button', { name: en.common.retry }))
  await page.findByText(shows)
})

test('offline, what was read stays, and what is changed says that it was not', async () => {
  const page = await open(boatPath(`/cameras/${CAMERA.id}`), {
    'GET /app/vessels/{id}/cameras': { now, cameras: [CAMERA] },
    'GET /app/cameras/{id}/frames': { frames: [frame()], next: null },
  })
  await page.findByText(en.cameras.timeline.all)
  page.service.reachable(false)
  await page.user.click(page.getByRole('button', { name: en.cameras.checkIn.ask }))
  await page.findByText(en.common.problem.offline)
  assert.ok(page.getByRole('heading', { level: 1, name: 'Cockpit' }))
})

test('a boat that is not there, and an address that is none', async () => {
  const page = await open(boatPath('/share'), { 'GET /v1/vessels/{id}': new Refusal('not_found') })
  await page.findByText(en.common.notFound.text)
  await page.goTo('/no/such/page')
  await page.findByText(en.common.notFound.text)
  assert.equal(page.getByRole('link', { name: en.common.notFound.home }).getAttribute('href'), '/')
})

test('a refusal is German on a German page, whatever the service says of a field', async () => {
  const page = await open(
    '/developer',
    {
      'GET /app/access-keys': { access_keys: [] },
      'GET /app/fleet': { vessels: [] },
      'POST /app/access-keys': new Refusal('invalid_request: /expires_at must be in the future'),
    },
    { language: 'de' },
  )
  await page.user.click(await page.findByRole('button', { name: de.developer.keys.make }))
  await page.fill(await page.findByLabelText(de.developer.form.name), 'Skript')
  const submit = within(page.getByRole('dialog')).getByRole('button', { name: de.developer.form.submit })
  await page.user.click(submit)
  await page.findByText(`Der Dienst hat das abgelehnt. Ablauf: ${de.common.demands.future}`)
  page.service.answer({ 'POST /app/access-keys': new Refusal('invalid_request: /name must be at most 80 characters') })
  await page.user.click(submit)
  await page.findByText(de.common.demands.mostCharacters(80))
})

test('what has changed meanwhile is read again when a live event says so', async () => {
  const page = await open(boatPath('/telemetry'), {
    'GET /app/vessels/{id}/telemetry/latest': {
      series: [reading(), reading({ metric: 'depth', unit: 'm', instance: null, value: 3.2 })],
    },
    'GET /app/vessels/{id}/telemetry/range': ({ query }) => ({
      ...{ metric: query!.metric, instance: query!.instance || null, from: query!.from, to: query!.to },
      ...{ bucket_ms: 60_000, gap_ms: 600_000, points: [[], [], [], [], []] },
    }),
  })
  await page.findByText(en.common.metrics.depth)
  page.service.answer({
    'GET /app/vessels/{id}/telemetry/latest': { series: [reading({ value: 13.1 })] },
  })
  page.stands()
  page.changed({ vessel_id: BOAT.id, topics: ['telemetry'] })
  await page.waitUntilGone(en.common.metrics.depth)
})
