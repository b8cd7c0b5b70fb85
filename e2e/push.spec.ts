import { expect, test } from '@playwright/test'
import { makeBoat } from './own-boat.ts'
import { startEmpty } from './service.ts'

/**
 * The push service of a browser's maker is not to be had in tests: Chromium's own tools hand the service worker what it would have
 * decrypted. apps/server/src/alarms/tell/kinds/web-push.db.test.ts shows what the service sends.
 */
test('a push is shown while no page is open, and acknowledged from the notification', async ({ browser }, {
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
      return alarms[0] as { id: string; acknowledged_at: string | null } | undefined
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
      acknowledge: 'Acknowledge',
    }
    await cdp.send('ServiceWorker.deliverPushMessage', {
      origin: service.url,
      registrationId,
      data: JSON.stringify(message),
    })
    const [worker] = context.serviceWorkers()
    const shown = () =>
      worker!.evaluate(async () => {
        const { registration } = self as unknown as ServiceWorkerGlobalScope
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
      })
    await expect.poll(shown).toEqual([{ title: 'Aurora: Alarm', body: 'Battery', tag: id }])
    await worker!.evaluate(async () => {
      const scope = self as unknown as ServiceWorkerGlobalScope
      const [notification] = await scope.registration.getNotifications()
      const click = { notification: notification!, action: 'acknowledge' }
      scope.dispatchEvent(new NotificationEvent('notificationclick', click))
    })
    await expect.poll(async () => (await alarm())?.acknowledged_at).toBeTruthy()
    expect(await shown()).toEqual([])
  } finally {
    await context.close()
    await service.stop()
  }
})
