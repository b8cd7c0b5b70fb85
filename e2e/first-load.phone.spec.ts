import { expect, test } from '@playwright/test'
import { startEmpty } from './service.ts'

const MAX_BYTES = 160_000

test('the first page of all loads at most 160 kB', async ({ page }) => {
  const service = await startEmpty()
  try {
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    let bytes = 0
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(`${service.url}/welcome`)
    await expect(page.getByLabel('Your name')).toBeVisible()
    expect(bytes).toBeGreaterThan(MAX_BYTES / 4)
    expect(bytes).toBeLessThan(MAX_BYTES)
    await expect(page.locator('#splash')).toHaveCount(0)
    // The app's own styles stand after the style sheet, which has the library's blue.
    const colour = (name: string) =>
      page.evaluate((name) => getComputedStyle(document.body).getPropertyValue(name), name)
    const blue = await colour('--mantine-color-blue-filled')
    const filled = await colour('--mantine-primary-color-filled')
    expect(filled).not.toBe(blue)
  } finally {
    await service.stop()
  }
})
