import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boatPath, camera, frame, hoursAgo, id } from '../../testing/boat.ts'
import { open } from '../../testing/open.ts'
import { Refusal } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const { checkIn } = en.cameras
const MINUTE_MS = 60_000
const after = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
const request = (asked: number, some = {}) => ({
  id: id(700),
  requested_at: after(asked),
  expires_at: after(asked + 5),
  answered_at: null,
  frame_id: null,
  ...some,
})
const openCameras = (some: Parameters<typeof camera>[0]) =>
  open(boatPath('/cameras'), {
    'GET /app/vessels/{id}/cameras': { now: new Date().toISOString(), cameras: [camera(some)] },
  })

test('asking starts the countdown', async () => {
  const page = await openCameras({})
  page.service.answer({
    'POST /v1/cameras/{id}/check-in': () => {
      page.service.answer({
        'GET /app/vessels/{id}/cameras': { now: after(0), cameras: [camera({ last_check_in: request(0) })] },
      })
      return { request: request(0) }
    },
  })
  await page.user.click(await page.findByRole('button', { name: checkIn.ask }))
  const left = await page.findByRole('timer', { name: checkIn.left })
  assert.match(left.textContent, /^[45]:\d\d$/)
  assert.ok(page.queryByRole('button', { name: checkIn.ask }) === null)
})

test('an answer is told while its picture is the newest', async () => {
  const newest_frame = frame()
  const last_check_in = request(-1, { answered_at: after(0), frame_id: newest_frame.id })
  const page = await openCameras({ newest_frame, last_check_in })
  await page.findByText(checkIn.answered('now'))
})

test('when none came, that is said and another request is offered', async () => {
  const page = await openCameras({ last_check_in: request(-10) })
  await page.findByText(checkIn.expired)
  assert.ok(page.getByRole('button', { name: checkIn.askAgain }))
})

test('a boat that is not listening is said to be silent, and may be asked all the same', async () => {
  const connection = { id: id(500), provider_name: 'Camera', enabled: true, last_seen_at: hoursAgo(3) }
  const page = await openCameras({ connection })
  await page.findByText(checkIn.silent('3 hours ago'))
  assert.equal((page.getByRole('button', { name: checkIn.ask }) as HTMLButtonElement).disabled, false)
})

for (const [what, some, text] of [
  ['the camera is off', { enabled: false }, checkIn.disabled],
  ['its connection was removed', { connection: null }, checkIn.removed],
] as const)
  test(`nobody can be asked when ${what}`, async () => {
    const page = await openCameras(some)
    await page.findByText(text)
    assert.ok((page.getByRole('button', { name: checkIn.ask }) as HTMLButtonElement).disabled)
  })

test('a refused request says why', async () => {
  const page = await openCameras({})
  page.service.answer({ 'POST /v1/cameras/{id}/check-in': new Refusal('not_found') })
  await page.user.click(await page.findByRole('button', { name: checkIn.ask }))
  await page.findByText(en.common.problem.not_found)
})

test('a request whose connection was removed meanwhile is said to have nobody to answer it', async () => {
  const page = await openCameras({ last_check_in: request(0), connection: null })
  await page.findByRole('timer', { name: checkIn.left })
  await page.findByText(checkIn.removed)
})
