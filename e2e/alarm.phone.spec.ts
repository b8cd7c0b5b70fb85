import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type BrowserContext, type CDPSession, expect, type Page, test } from '@playwright/test'
import { PushBrowser } from '../apps/server/src/alarms/testing/push-browser.ts'
import { LAUNCH } from './chromium.ts'
import { OWNER } from './own-boat.ts'
import { startEmpty, type TestService } from './service.ts'

// Chromium without windows shows no notifications.
test.use({ launchOptions: LAUNCH })

const COOLANT = 'Coolant temperature above 98\u00a0°C'

/** A push service of a browser's maker is not to be had in tests: what the service sends is opened here as a browser does. */
const phone = new PushBrowser()
const sent: string[] = []

let pushService: Server
let service: TestService
let context: BrowserContext
let boat: string
let key: string

test.beforeAll(async ({ browser }, { project }) => {
  pushService = createServer(async (request, answer) => {
    sent.push(JSON.stringify(phone.open(await buffer(request))))
    answer.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  await once(pushService, 'listening')
  service = await startEmpty({ NOTIFY_ALLOW_PRIVATE: '127.0.0.1' })
  context = await browser.newContext({ ...project.use, baseURL: service.url, permissions: ['notifications'] })
  await post('/api/auth/sign-up/email', OWNER)
  boat = (await post('/app/vessels', { name: 'Aurora', vessel_type: 'sailboat' })).vessel.id
  key = (await post(`/v1/vessels/${boat}/connections`, { provider: 'generic-http' })).ingest_key
})

test.afterAll(async () => {
  await context?.close()
  await service?.stop()
  pushService?.close()
})

async function post(path: string, data: object, headers: Record<string, string> = { origin: service.url }) {
  const answer = await context.request.post(path, { data, headers })
  expect(answer.ok(), `${path} ${answer.status()} ${await answer.text()}`).toBe(true)
  return answer.json()
}

const send = (readings: object[]) => post('/v1/telemetry', { readings }, { authorization: `Bearer ${key}` })

/** Two readings, far enough apart that a rule of ten seconds is broken. */
const held = (reading: object) =>
  send([20, 0].map((ago) => ({ ...reading, recorded_at: new Date(Date.now() - ago * 1000).toISOString() })))

test('coolant above 98 °C: made in the app, pushed to the phone, acknowledged there, and no longer asked for in the other tab', async () => {
  // The ready-made rule would say the same.
  const { rules } = await (await context.request.get(`/v1/vessels/${boat}/alarm-rules`)).json()
  const { id: readyMade } = rules.find(({ metric }: { metric: string }) => metric === 'engine_coolant_temp')
  await context.request.delete(`/v1/alarm-rules/${readyMade}`, { headers: { origin: service.url } })
  const { port } = pushService.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/phone`
  await post('/app/channels', { kind: 'web_push', name: 'Phone', address, push: phone.keys })

  const [page, other] = [await context.newPage(), await context.newPage()]
  await page.goto(`/boats/${boat}/alarm-rules`)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('What').selectOption('Coolant temperature')
  await sheet.getByLabel('Above (°C)').fill('98')
  await sheet.getByRole('button', { name: 'Add a rule' }).click()
  await expect(page.getByRole('heading', { name: COOLANT })).toBeVisible()
  await other.goto(`/boats/${boat}/alarms`)
  await expect(other.getByText('No alarm is open')).toBeVisible()
  const cdp = await context.newCDPSession(other)
  const registrationId = await activeRegistration(cdp, other)

  await held({ metric: 'engine_coolant_temp', value: 101, unit: 'C', instance: 'port' })
  const acknowledge = other.getByRole('button', { name: `Acknowledge: ${COOLANT} (port)` })
  await expect(acknowledge).toBeVisible()
  await expect.poll(() => sent).toHaveLength(1)
  await cdp.send('BackgroundService.setRecording', { shouldRecord: true, service: 'pushMessaging' })
  await cdp.send('BackgroundService.startObserving', { service: 'pushMessaging' })
  const push = () => pushed(cdp, { origin: service.url, registrationId, data: sent[0]! })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = self as unknown as ServiceWorkerGlobalScope
      return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`)
    })
  const answer = (action: string) =>
    worker.evaluate(async (action) => {
      const scope = self as unknown as ServiceWorkerGlobalScope
      const [notification] = await scope.registration.getNotifications()
      scope.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification!, action }))
    }, action)
  await push()
  expect((await shown()).join()).toContain('Aurora: Alarm: Coolant temperature (port) above 98')
  await answer('acknowledge')
  await expect(other.getByText(`Acknowledged by ${OWNER.name}`)).toBeVisible()
  await expect(acknowledge).toHaveCount(0)
  expect(await shown()).toEqual([])
  await push()
  expect(await shown()).toHaveLength(1)
  await answer('silence')
  await expect(other.getByText(/^Silenced until/)).toBeVisible()
  await page.goto(`/boats/${boat}`)
  await expect(page.getByRole('link', { name: `${COOLANT} (port)` })).toBeVisible()
})

/** The registration whose worker is active: one that is only just installed loses what is pushed. */
async function activeRegistration(cdp: CDPSession, page: Page): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    const active = versions.find(({ status }) => status === 'activated')
    if (active) resolve(active.registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  return promise
}

/**
 * Pushes, and waits until the worker is done with it: a Chromium that is asked for its notifications while one is being shown
 * forgets that one.
 */
async function pushed(cdp: CDPSession, message: { origin: string; registrationId: string; data: string }) {
  const { promise, resolve } = Promise.withResolvers<void>()
  cdp.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    if (backgroundServiceEvent.eventName === 'Push event completed') resolve()
  })
  await cdp.send('ServiceWorker.deliverPushMessage', message)
  await promise
}

test('a circle is drawn on the map by taps, drags and keys, and the boat’s map shows it', async () => {
  await send([
    { metric: 'position_lat', value: 54.5 },
    { metric: 'position_lon', value: 10 },
  ])
  const page = await context.newPage()
  await page.goto(`/boats/${boat}/alarm-rules`)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('What').selectOption('The boat leaves a circle')
  const map = sheet.getByRole('group', { name: 'Map' })
  await expect(map.getByText('Boat').last()).toBeVisible()
  const radius = sheet.getByLabel('Radius (m)')
  const place = sheet.locator('p', { hasText: /^54°/ })
  await map.click({ position: { x: 60, y: 60 } })
  await expect(radius).toHaveValue('50')
  const tapped = await place.textContent()
  await sheet.getByRole('button', { name: "Use the boat's position" }).click()
  await expect(place).not.toHaveText(tapped!)
  const here = await place.textContent()

  const edge = map.getByRole('button', { name: 'Edge of the circle' })
  const { x, y, width, height } = (await edge.boundingBox())!
  await edge.hover()
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 30, y + height / 2, { steps: 5 })
  await page.mouse.up()
  const dragged = Number(await radius.inputValue())
  expect(dragged).toBeGreaterThan(60)
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  const smaller = Number(await radius.inputValue())
  expect(smaller).toBeLessThan(dragged)
  expect(smaller).toBeGreaterThan(10)
  await map.getByRole('button', { name: 'Middle of the circle' }).focus()
  // The place is shown to 18 m, and a step is some metres.
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowUp')
  await expect(place).not.toHaveText(here!)
  await radius.fill('80')
  await sheet.getByRole('button', { name: 'Add a rule' }).click()
  await expect(page.getByRole('heading', { name: 'The boat is outside its circle of 80' })).toBeVisible()
  await page.goto(`/boats/${boat}/map`)
  await expect(page.getByText(/^80.m around/)).toBeVisible()
})
