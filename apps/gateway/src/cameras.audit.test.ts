import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { type CameraSettings, type OnboardSettings, openOnboardDevice } from '@binnacle/onboard'
import { logTo } from '../../../packages/onboard/src/testing/log.ts'
import { until } from '../../../scripts/until.ts'
import { type Boat, makeBoat } from '../../server/src/testing/accounts/boat.ts'
import { picture } from '../../server/src/testing/picture.ts'
import { startService } from '../../server/src/testing/service.ts'

/** The onboard clock runs so many times as fast, and the service's ten seconds between two frames are as much shorter. */
const SPEED = 40
const service = await startService({ FRAME_GAP_MS: String(10_000 / SPEED) })
const { client } = service
const ada = await service.owner('Ada')

const folders = await mkdtemp(join(tmpdir(), 'binnacle-cameras-'))
after(() => rm(folders, { recursive: true, force: true }))

const started = performance.now()
const steady = () => (performance.now() - started) * SPEED
const fast = {
  boot: 'test',
  steady,
  wall: Date.now,
  sleep: (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(done, ms / SPEED)
      signal.addEventListener('abort', done, { once: true })
    }),
}

async function listen(t: TestContext, server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A camera whose every picture is one pixel wider than the last, from 101 on. */
async function startCamera(t: TestContext) {
  const { default: sharp } = await import('sharp')
  const camera = { width: 100, url: '' }
  const server = createServer(async (_request, response) => {
    camera.width++
    const create = { width: camera.width, height: 48, channels: 3, background: 'navy' } as const
    response.end(await sharp({ create }).jpeg().toBuffer())
  })
  camera.url = await listen(t, server)
  return camera
}

/**
 * The way to the service: it can be cut, and counts the polls, also up to the first that is told of a check-in. With a `date` all
 * answers are of that date.
 */
async function startNetwork(t: TestContext) {
  const network = { up: true, polls: 0, told: 0, url: '', date: '' }
  const server = createServer((incoming, outgoing) => {
    if (!network.up) return incoming.socket.destroy()
    const poll = incoming.url === '/v1/cameras/pending' ? ++network.polls : 0
    const { method, headers } = incoming
    const onward = request(service.baseUrl + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, { ...answer.headers, ...(network.date && { date: network.date }) })
      answer.on('data', (part) => {
        if (poll && String(part).includes('camera_id')) network.told ||= poll
      })
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
    return onward
  })
  network.url = await listen(t, server)
  return network
}

interface Rig {
  boat: Boat
  camera: Awaited<ReturnType<typeof startCamera>>
  network: Awaited<ReturnType<typeof startNetwork>>
  settings: OnboardSettings
  logged: string[]
}

/** A boat with one camera, whose onboard device is not running yet. */
async function rig(t: TestContext, changed: Partial<CameraSettings> = {}): Promise<Rig> {
  const boat = await makeBoat(client, ada, 'onboard_camera')
  const camera = await startCamera(t)
  const network = await startNetwork(t)
  const logged: string[] = []
  const settings: OnboardSettings = {
    url: network.url,
    key: boat.device.key,
    folder: await mkdtemp(join(folders, 'device-')),
    queue: { maxMegabytes: 10, maxDays: 1 },
    budgets: {},
    admission: {},
    cameras: [{ kind: 'http', name: 'Cockpit', view: 'cockpit', url: camera.url, ...changed } as CameraSettings],
    log: logTo((message) => logged.push(message)),
  }
  return { boat, camera, network, settings, logged }
}

async function run(t: TestContext, settings: OnboardSettings) {
  const device = await openOnboardDevice(settings, fast)
  let open = true
  const close = async () => {
    if (open) await device.close()
    open = false
  }
  t.after(close)
  return { ...device, status: () => device.status().cameras[0]!, motion: (name: string) => device.motion(name), close }
}

const camerasOf = async ({ id }: Boat): Promise<contract.Camera[]> =>
  (await client.ok(contract.listCameras, ada.session, { params: { id } })).cameras
const framesOf = async (camera: string): Promise<contract.Frame[]> =>
  (await client.ok(contract.listFrames, ada.session, { params: { id: camera }, query: 'limit=50' })).frames
const change = (camera: string, body: object) =>
  client.ok(contract.changeCamera, ada.session, { params: { id: camera }, body })
const ask = (camera: string) => client.ok(contract.requestCheckIn, ada.session, { params: { id: camera } })

const registered = (boat: Boat) =>
  until(async () => (await camerasOf(boat)).find(({ last_frame_at }) => last_frame_at), 'the first frame')

test('the first frame registers the camera under its label and view; a check-in is answered within two polls', async (t) => {
  const { boat, camera, network, settings } = await rig(t)
  const device = await run(t, settings)
  const { id, label, view } = await registered(boat)
  assert.deepEqual([label, view], ['Cockpit', 'cockpit'])
  const before = camera.width
  await ask(id)
  const { polls } = network
  const answer = await until(
    async () => (await framesOf(id)).find(({ trigger }) => trigger === 'request'),
    'the answer',
  )
  // One more may be the question of what sends the readings: it asks the same while it has nothing to send.
  assert.ok(network.told > 0 && network.told - polls <= 3, `${network.told - polls} polls`)
  assert.ok(answer.width! > before, 'a fresh picture')
  // It is stored before the onboard device is told so.
  await until(() => device.status().waiting === 0, 'the service’s answer to it')
  const status = device.status()
  assert.deepEqual([status.name, status.lastError], ['Cockpit', null])
  assert.ok(status.lastFrameAt && status.nextFrameAt)
})

test('a camera keeps its id over a restart, also when the owner has named it otherwise, and gets a new one when it was deleted', async (t) => {
  const { boat, settings } = await rig(t, { everyMinutes: 0.25 })
  const first = await run(t, settings)
  const { id } = await registered(boat)
  await change(id, { label: 'Wheelhouse' })
  await first.close()
  const before = new Set((await framesOf(id)).map((frame) => frame.id))
  await run(t, settings)
  await until(async () => (await framesOf(id)).some((frame) => !before.has(frame.id)), 'a frame of the same camera')
  assert.deepEqual(
    (await camerasOf(boat)).map(({ label }) => label),
    ['Wheelhouse'],
  )
  await client.ok(contract.deleteCamera, ada.session, { params: { id } })
  const anew = await until(async () => (await camerasOf(boat))[0], 'the camera, registered anew')
  assert.deepEqual([anew.id === id, anew.label], [false, 'Cockpit'])
})

test('offline, frames wait on disk, also over a restart; then they go in their order, so that the service keeps the newest', async (t) => {
  const { boat, camera, network, settings, logged } = await rig(t, { everyMinutes: 0.25 })
  const first = await run(t, settings)
  const { id } = await registered(boat)
  await change(id, { retain_frames: 3 })
  network.up = false
  await until(() => first.status().waiting >= 3, 'waiting frames')
  assert.match(first.status().lastError ?? '', /^the service cannot be reached/)
  await first.close()
  const again = await run(t, { ...settings, cameras: [{ ...settings.cameras[0]!, everyMinutes: 0 }] })
  const { waiting } = again.status()
  assert.ok(waiting >= 3)
  network.up = true
  await until(() => again.status().waiting === 0, 'an empty folder')
  // The times of this rig's frames are wrong, since only one of its clocks runs fast: the service lists them in another order.
  const widths = (await framesOf(id)).map(({ width }) => width ?? 0).sort((a, b) => b - a)
  const [newest = 0] = widths
  assert.deepEqual(widths, [newest, newest - 1, newest - 2])
  // The last one taken may have been cut short by the restart.
  assert.ok(newest >= camera.width - 1, `${newest} of ${camera.width}`)
  assert.equal(again.status().lastError, null)
  assert.ok(logged.some((line) => line.startsWith('cameras: the service cannot be reached')))
})

test('a check-in asked while frames wait gets a fresh picture, not one of those', async (t) => {
  const { boat, camera, network, settings } = await rig(t, { everyMinutes: 0.25 })
  const first = await run(t, settings)
  const { id } = await registered(boat)
  network.up = false
  await until(() => first.status().waiting >= 2, 'waiting frames')
  await first.close()
  // Old enough that they are no answer to anybody; older does no harm.
  await new Promise((later) => setTimeout(later, 70_000 / SPEED))
  const old = camera.width
  await ask(id)
  network.up = true
  await run(t, { ...settings, cameras: [{ ...settings.cameras[0]!, everyMinutes: 0 }] })
  const answer = await until(
    async () => (await framesOf(id)).find(({ trigger }) => trigger === 'request'),
    'the answer',
  )
  assert.ok(answer.width! > old)
})

test('movement: a picture at once, and not another one of the same movement', async (t) => {
  const { boat, camera, settings } = await rig(t, { everyMinutes: 0 })
  const device = await run(t, settings)
  const { id } = await registered(boat)
  const before = camera.width
  assert.equal(device.motion('Nobody'), false)
  assert.deepEqual([device.motion('Cockpit'), device.motion('Cockpit'), device.motion('Cockpit')], [true, true, true])
  await until(
    async () => (await framesOf(id)).find(({ trigger }) => trigger === 'motion'),
    'the picture of the movement',
  )
  assert.equal(camera.width, before + 1)
})

test('at the budget the schedule stops, and says so; the owner still gets an answer, up to a tenth more', async (t) => {
  const { boat, camera, network, settings } = await rig(t, { everyMinutes: 0.25 })
  // Far from a month's end, whenever this is run: a new month has a new budget.
  network.date = 'Fri, 15 May 2026 12:00:00 GMT'
  await mkdir(settings.folder, { recursive: true })
  const spent = { month: '2026-05', telemetry: 0, cameras: 97_500 }
  await writeFile(join(settings.folder, 'budget.json'), JSON.stringify(spent))
  const device = await run(t, { ...settings, budgets: { camerasMegabytes: 0.1 } })
  const { id } = await registered(boat)
  await until(
    () => device.status().lastError?.startsWith("this month's data limit for cameras is reached"),
    'the budget',
  )
  const before = camera.width
  await ask(id)
  await until(async () => (await framesOf(id)).find(({ trigger }) => trigger === 'request'), 'the answer')
  assert.ok(camera.width <= before + 2)
})

test('a fifth camera, one that is switched off and a key that is refused are told in words', async (t) => {
  const { boat, settings } = await rig(t, { everyMinutes: 0.25 })
  for (const label of ['1', '2', '3', '4']) {
    const image_base64 = (await picture()).toString('base64')
    await client.ok(contract.postFrame, boat.device, { body: { image_base64, label } })
  }
  const fifth = await run(t, settings)
  await until(() => fifth.status().lastError?.startsWith('the boat already has four cameras'), 'the limit')
  assert.equal(fifth.status().waiting, 0)
  await fifth.close()

  const [camera] = await camerasOf(boat)
  await change(camera!.id, { enabled: false })
  const off = await run(t, { ...settings, cameras: [{ ...settings.cameras[0]!, name: '1' }] })
  await until(() => off.status().lastError === 'the camera is turned off in the app', 'the switch')
  await off.close()

  const refused = await run(t, {
    ...settings,
    key: boat.device.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
  })
  await until(() => refused.status().lastError?.startsWith('the service rejected the key'), 'the refusal')
})
