import { expect, test } from '@playwright/test'
import { KEPT, untilKept } from './kept.ts'
import { startDemo } from './service.ts'
import { signIn } from './signed-in.ts'

test('without the service the app opens with what was last seen, and says how old it is', async ({ browser }, {
  project,
}) => {
  const demo = await startDemo()
  const context = await browser.newContext(project.use)
  try {
    const [boat] = await signIn(context, demo)
    const page = await context.newPage()
    await page.goto(demo.url)
    await expect(page.getByRole('heading', { name: 'Aurora' })).toBeVisible()
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await untilKept(page, ['me', 'fleet'])
    await page.goto(`${demo.url}/boats/${boat}/maintenance`)
    await expect(page.getByRole('heading', { name: 'Overdue' })).toBeVisible()
    await untilKept(page, ['me', 'fleet', `vessel ${boat} vessel`, `vessel ${boat} due forecast`])
    await demo.stop()
    // It has noticed, and what could not be read again is still kept.
    await expect(page.getByText(/^No connection to the service/)).toBeVisible()

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Overdue' })).toBeVisible()
    await expect(page.getByText(/^No connection to the service\. Last update:/)).toBeVisible()
    // Another page that was seen before opens too; one that never was says that it cannot.
    await page.goto(demo.url)
    await expect(page.getByRole('heading', { name: 'Aurora' })).toBeVisible()
    await page.goto(`${demo.url}/boats/${boat}/logbook`)
    await expect(page.getByText('This page has not been opened on this device before.').first()).toBeVisible()
  } finally {
    await context.close()
    await demo.stop()
  }
})

for (const [when, isLeft] of [
  ['', false],
  [', also of a page that is left before it has forgotten them', true],
] as const)
  test(`a session that is ended elsewhere leaves no data and no pictures in the browser${when}`, async ({ browser }, {
    project,
  }) => {
    const demo = await startDemo()
    const context = await browser.newContext(project.use)
    try {
      await signIn(context, demo)
      const page = await context.newPage()
      await page.goto(demo.url)
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
      // Now the pictures go through the service worker.
      await page.reload()
      const pictures = () =>
        page.evaluate("caches.open('pictures').then((cache) => cache.keys()).then(({ length }) => length)")
      await expect.poll(pictures).toBeGreaterThan(0)
      await untilKept(page, ['me', 'fleet'])
      if (isLeft)
        await page.evaluate(() => {
          CacheStorage.prototype.delete = () => new Promise(() => {})
          ServiceWorker.prototype.postMessage = () => {}
        })
      const ended = await context.request.post(`${demo.url}/api/auth/sign-out`, { headers: { origin: demo.url } })
      expect(ended.status()).toBe(200)
      if (isLeft) {
        // It notices by itself.
        await expect(page).toHaveURL(/\/sign-in/)
        expect(await pictures()).toBeGreaterThan(0)
      }
      await page.reload()
      await expect(page).toHaveURL(/\/sign-in/)
      await expect.poll(pictures).toBe(0)
      // What the sign-in page asks is no secret.
      await expect.poll(() => page.evaluate(KEPT)).toEqual(['start'])
    } finally {
      await context.close()
      await demo.stop()
    }
  })
