import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Whether nothing moves any more, but for what moves without end: axe would see a colour that is half way to another. */
const STILL = `document.getAnimations().every(
  ({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity)`

/** Whether the pictures in the window have come. */
const SHOWN = `[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)`

export const still = (page: Page) => expect.poll(() => page.evaluate(STILL), 'still').toBe(true)

/** The page has its title, and nothing on it is loading any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading…' })).toHaveCount(0)
  await still(page)
}

/** As settled, with its pictures. */
export async function complete(page: Page): Promise<void> {
  await settled(page)
  await expect.poll(() => page.evaluate(SHOWN), 'its pictures').toBe(true)
}

/** axe, in the page itself: its other way opens a page more for each look, for frames of other sites, which the app has none of. */
export const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode()
