import { expect, test } from '@playwright/test'
import { startDemo } from './service.ts'
import { signIn } from './signed-in.ts'

/** What is seen is on the disk half a second later; machines are busy. */
const WRITTEN_MS = 2_000

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
    await page.waitForTimeout(WRITTEN_MS)
    await page.goto(`${demo.url}/boats/${boat}/maintenance`)
    await expect(page.getByRole('heading', { name: 'Overdue' })).toBeVisible()
    await page.waitForTimeout(WRITTEN_MS)
    await demo.stop()
    // It has noticed, and what could not be read again is still kept.
    await expect(page.getByText(/^No connection to the service/)).toBeVisible()

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Overdue' })).toBeVisible()
    await expect(page.getByText(/^No connection to the service\. What is shown was loaded/)).toBeVisible()
    // Another page that was seen before opens too; one that never was says that it cannot.
    await page.goto(demo.url)
    await expect(page.getByRole('heading', { name: 'Aurora' })).toBeVisible()
    await page.goto(`${demo.url}/boats/${boat}/logbook`)
    await expect(page.getByText('The service cannot be reached.').first()).toBeVisible()
  } finally {
    await context.close()
    await demo.stop()
  }
})
