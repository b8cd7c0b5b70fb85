import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CameraOverview } from '@binnacle/contract'
import { boatPath, camera, daysAgo, frame, hoursAgo, id } from '../testing/boat.ts'
import { open, within } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { en } from '../texts/en.ts'

const { settings, timeline, trigger, viewer } = en.cameras
const cameraList = (some: Partial<CameraOverview>) => ({ now: new Date().toISOString(), cameras: [camera(some)] })
const FRAMES = [1, 2, 3].map((n) =>
  frame({ id: id(450 + n), captured_at: hoursAgo(n), trigger: n === 2 ? 'motion' : 'device', bytes: 1000 * n }),
)

async function openCamera(some: Partial<CameraOverview> = {}, answers: Answers = {}, frames = FRAMES) {
  const shown = { newest_frame: frames[0] ?? null, frames: frames.length, ...some }
  const page = await open(boatPath(`/cameras/${camera().id}`), {
    'GET /app/vessels/{id}/cameras': cameraList(shown),
    'GET /app/cameras/{id}/frames': { frames, next: null },
    ...answers,
  })
  await page.findByRole('heading', { level: 1, name: some.label ?? 'Cockpit' })
  return {
    ...page,
    thumbnails: () => [...document.querySelectorAll<HTMLElement>('[data-frame]')],
    /** The picture that the viewer shows: its place, of how many. */
    shows: (place: number, of = frames.length) => page.findByText(viewer.place(place, String(of))),
  }
}

test('pictures stand by day, each with why it was taken; all of them are there', async () => {
  const page = await openCamera({}, {}, [...FRAMES, frame({ id: id(460), captured_at: daysAgo(9) })])
  await page.findByText(timeline.all)
  const names = page.thumbnails().map((picture) => picture.getAttribute('aria-label')!)
  assert.deepEqual(
    names.map((name) => name.split(', ').at(-1)),
    [trigger.device, trigger.motion, trigger.device, trigger.device],
  )
  const days = within(page.getByRole('region', { name: timeline.title })).getAllByRole('heading', { level: 3 })
  assert.ok(days.length >= 2)
})

test('older pictures are asked for after the last that is known, and a full camera says what happens', async () => {
  const older = frame({ id: id(470), captured_at: daysAgo(2) })
  const page = await openCamera(
    { retain_frames: 4 },
    {
      'GET /app/cameras/{id}/frames': ({ query }) =>
        query?.before ? { frames: [older], next: null } : { frames: FRAMES, next: id(453) },
    },
  )
  await page.user.click(await page.findByRole('button', { name: timeline.older }))
  await page.findByText(timeline.full(4))
  assert.equal(page.thumbnails().length, 4)
})

test('arrows go through the timeline, and through the viewer to the older and newer picture', async () => {
  const page = await openCamera()
  await page.findByText(timeline.all)
  const [first, second] = page.thumbnails()
  first!.focus()
  // user-event moves what an earlier click selected with the arrows, also into what the page has not got any more.
  document.getSelection()!.removeAllRanges()
  await page.user.keyboard('{ArrowRight}')
  assert.ok(document.activeElement === second)
  await page.user.keyboard('{Enter}')
  await page.shows(2)
  await page.user.keyboard('{ArrowRight}')
  await page.shows(3)
  assert.ok(page.queryByRole('button', { name: viewer.older }) === null)
  await page.user.keyboard('{ArrowLeft}{ArrowLeft}')
  await page.shows(1)
  assert.ok(page.queryByRole('button', { name: viewer.newer }) === null)
  await page.user.click(page.getByRole('button', { name: en.common.close }))
  await page.focusIsOn(second!)
})

test('a picture is downloaded under the name of its camera, at its full size', async () => {
  const page = await openCamera()
  await page.findByText(timeline.all)
  await page.user.click(page.thumbnails()[0]!)
  await page.shows(1)
  const link = page.getByRole('link', { name: viewer.download })
  assert.equal(link.getAttribute('href'), FRAMES[0]!.url)
  assert.match(link.getAttribute('download')!, /cockpit.*\.jpg$/i)
  assert.ok(page.getByText(viewer.size(640, 480)))
})

test('a picture is deleted after a question, and the next takes its place', async () => {
  const page = await openCamera({}, { 'DELETE /app/frames/{id}': { removed: true } })
  await page.findByText(timeline.all)
  await page.user.click(page.thumbnails()[1]!)
  await page.shows(2)
  await page.user.click(page.getByRole('button', { name: viewer.remove }))
  const dialog = await page.findByRole('dialog', { name: viewer.removeTitle })
  assert.equal(page.service.changes.length, 0)
  // The question has the arrow keys.
  await page.user.keyboard('{ArrowRight}')
  page.service.answer({
    'GET /app/vessels/{id}/cameras': cameraList({ newest_frame: FRAMES[0]!, frames: 2 }),
    'GET /app/cameras/{id}/frames': { frames: [FRAMES[0]!, FRAMES[2]!], next: null },
  })
  await page.user.click(within(dialog).getByRole('button', { name: viewer.remove }))
  await page.shows(2, 2)
  assert.equal(page.service.changes[0]!.params.id, FRAMES[1]!.id)
})

test('a camera without pictures says so; one that is not there is not found', async () => {
  const page = await openCamera({}, {}, [])
  assert.ok(page.getByText(en.cameras.noPicture))
  assert.ok(page.queryByRole('region', { name: timeline.title }) === null)
  page.service.answer({ 'GET /app/vessels/{id}/cameras': { now: new Date().toISOString(), cameras: [] } })
  page.stands()
  page.changed({ vessel_id: id(2), topics: ['cameras'] })
  await page.findByText(en.common.notFound.title)
})

test('what the camera cannot do is said in words', async () => {
  const page = await openCamera({ last_error: 'frame_too_large' })
  const { what, todo } = en.connections.errors.frame_too_large
  for (const text of [what, todo]) assert.ok(page.getByText(text, { exact: false }))
})

async function openSettings(some: Partial<CameraOverview> = {}, answers: Answers = {}) {
  const page = await openCamera(some, answers)
  await page.user.click(page.getByText(settings.title))
  return page
}

test('settings: name, view and pictures to keep are sent together', async () => {
  const page = await openSettings({}, { 'PATCH /app/cameras/{id}': ({ body }) => ({ camera: camera(body) }) })
  const save = page.getByRole<HTMLButtonElement>('button', { name: en.common.save })
  assert.equal(save.disabled, true)
  await page.fill(page.getByLabelText(new RegExp(`^${settings.name}`)), ' Helm ')
  await page.user.selectOptions(page.getByLabelText(en.cameras.view), 'helm')
  await page.fill(page.getByLabelText(settings.retain), '48')
  page.service.answer({
    'GET /app/vessels/{id}/cameras': cameraList({ label: 'Helm', view: 'helm', retain_frames: 48 }),
  })
  await page.user.click(save)
  await page.until(() => assert.equal(page.service.changes.length, 1))
  assert.deepEqual(page.service.changes[0]!.body, { label: 'Helm', view: 'helm', retain_frames: 48 })
})

test('settings: without a name, or with too many pictures, nothing can be saved', async () => {
  const page = await openSettings()
  const save = page.getByRole<HTMLButtonElement>('button', { name: en.common.save })
  const name = page.getByLabelText(new RegExp(`^${settings.name}`))
  await page.user.clear(name)
  assert.equal(save.disabled, true)
  await page.fill(name, 'Helm')
  assert.equal(save.disabled, false)
  await page.fill(page.getByLabelText(settings.retain), '201')
  assert.equal(save.disabled, true)
})

test('settings: fewer pictures than there are needs a yes', async () => {
  const page = await openSettings({}, { 'PATCH /app/cameras/{id}': ({ body }) => ({ camera: camera(body) }) })
  await page.fill(page.getByLabelText(settings.retain), '1')
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  const dialog = await page.findByRole('dialog', { name: settings.fewerTitle(2) })
  assert.ok(within(dialog).getByText(settings.fewerText(1)))
  assert.equal(page.service.changes.length, 0)
  await page.user.click(within(dialog).getByRole('button', { name: settings.fewerAction }))
  await page.until(() => assert.equal(page.service.changes.length, 1))
})

test('settings: a camera is turned off with its switch, or stays on when that fails', async () => {
  const page = await openSettings({}, { 'PATCH /app/cameras/{id}': new Refusal('rate_limited') })
  await page.user.click(page.switchOf(settings.enabled))
  await page.findByText(en.common.problem.rate_limited(null))
  assert.equal(page.switchOf(settings.enabled).checked, true)
  page.service.answer({
    'PATCH /app/cameras/{id}': { camera: camera({ enabled: false }) },
    'GET /app/vessels/{id}/cameras': cameraList({ enabled: false }),
  })
  await page.user.click(page.switchOf(settings.enabled))
  await page.until(() => assert.equal(page.switchOf(settings.enabled).checked, false))
  assert.deepEqual(page.service.changes.at(-1)!.body, { enabled: false })
})

test('settings: a camera that is deleted leads back to the list', async () => {
  const page = await openSettings({}, { 'DELETE /app/cameras/{id}': { removed: true } })
  await page.user.click(page.getByRole('button', { name: settings.remove }))
  const dialog = await page.findByRole('dialog', { name: settings.removeTitle('Cockpit') })
  page.service.answer({ 'GET /app/vessels/{id}/cameras': { now: new Date().toISOString(), cameras: [] } })
  await page.user.click(within(dialog).getByRole('button', { name: settings.remove }))
  await page.findByText(en.cameras.empty.title)
  assert.equal(
    page.getByRole('link', { name: en.cameras.empty.action }).getAttribute('href'),
    boatPath('/connections?connect=onboard_camera'),
  )
})

test('the list of cameras: newest picture, one that is off, one without a picture', async () => {
  const page = await open(boatPath('/cameras'), {
    'GET /app/vessels/{id}/cameras': {
      now: new Date().toISOString(),
      cameras: [
        camera({ newest_frame: frame({ captured_at: hoursAgo(5) }) }),
        camera({ id: id(401), label: 'Engine', enabled: false }),
      ],
    },
  })
  const [cockpit, engine] = await page.findAllByRole('article')
  assert.ok(within(cockpit!).getByText('5 hours ago'))
  assert.ok(within(cockpit!).getByRole('link', { name: en.cameras.open('Cockpit') }))
  assert.ok(within(engine!).getByText(en.cameras.noPicture))
  assert.ok(within(engine!).getByText(en.cameras.off))
})
