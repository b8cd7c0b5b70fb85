import { expect, test } from '@playwright/test'
import { makeBoat } from './own-boat.ts'
import { startEmpty } from './service.ts'

/**
 * The push service of a browser's maker is not to be had in tests: Chromium's own tools hand the service worker what it would have
 * decrypted. apps/server/src/alarms/tell/kinds/web-push.db.test.ts shows what the service sends.
 */
test('a push is shown while no page is open, acknowledged and silenced from the notification', async ({ browser }, {
  project,
}) => {
  const service = await startEmpty()
  const context = await browser.newContext({ ...project.use, permissions: ['notifications'] })
  try {
    const boat = await makeBoat(context, service.url)
    const headers = { origin: service.url }
    const rule = { kind: 'above', metric: 'battery_voltage', limit: 5 }
    await context.request.post(`${service.url}/v1/vessels/${boat}/alarm-rules`, { data: rule, headers })
    const alarm = async () => {
      const { alarms } = await (await context.request.get(`${service.url}/v1/vessels/${boat}/alarms`)).json()
      return alarms[0] as { id: string; acknowledged_at: string | null; silenced_until: string | null } | undefined
    }
    await expect.poll(alarm).toBeTruthy()
    const { id } = (await alarm())!

    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const active = versions.find(({ status }) => status === 'activated')
        if (active) resolve(active.registrationId)
      }),
    )
    await cdp.send('ServiceWorker.enable')
    await page.goto(service.url)
    const registrationId = await registered
    const message = {
      title: 'Aurora: Alarm',
      body: 'Battery',
      path: `/boats/${boat}/alarms`,
      image: null,
      alarm: id,
      answers: `/v1/alarms/${id}`,
      labels: { acknowledge: 'Acknowledge', silence: 'Silence for an hour' },
    }
    const push = () =>
      cdp.send('ServiceWorker.deliverPushMessage', {
        origin: service.url,
        registrationId,
        data: JSON.stringify(message),
      })
    await push()
    const [worker] = context.serviceWorkers()
    const shown = () =>
      worker!.evaluate(async () => {
        const { registration } = self as unknown as ServiceWorkerGlobalScope
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
      })
    await expect.poll(shown).toEqual([{ title: 'Aurora: Alarm', body: 'Battery', tag: id }])
    const answer = (action: string) =>
      worker!.evaluate(async (action) => {
        const scope = self as unknown as ServiceWorkerGlobalScope
        const [notification] = await scope.registration.getNotifications()
        scope.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification!, action }))
      }, action)
    await answer('acknowledge')
    await expect.poll(async () => (await alarm())?.acknowledged_at).toBeTruthy()
    expect(await shown()).toEqual([])
    await push()
    await expect.poll(shown).toHaveLength(1)
    await answer('silence')
    await expect.poll(async () => (await alarm())?.silenced_until).toBeTruthy()
    const minutes = (Date.parse((await alarm())!.silenced_until!) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(50)
    expect(minutes).toBeLessThanOrEqual(60)
  } finally {
    await context.close()
    await service.stop()
  }
})
