import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Frame, type Page } from '@playwright/test'

/** Whether nothing moves any more, but for what moves without end: axe would see a colour that is half way to another. */
const STILL = `document.getAnimations().every(
  ({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity)`

/** Whether the pictures in the window have come, and the land of a map. */
const SHOWN = `(() => {
  const isDrawn = (tile) => tile.getContext('2d').getImageData(0, 0, tile.width, tile.height).data.some(Boolean)
  return (
    document.readyState === 'complete' &&
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight) &&
    [...document.querySelectorAll('.coast')].every((map) => [...map.querySelectorAll('canvas')].some(isDrawn))
  )
})()`

export const still = (page: Page) => expect.poll(() => page.evaluate(STILL), 'still').toBe(true)

/** The page has its title, and nothing on it is loading any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading…' })).toHaveCount(0)
  await still(page)
}

/** As settled, with its pictures, its map and the pages in it. */
export async function complete(page: Page): Promise<void> {
  await settled(page)
  const isShown = async (frame: Frame) => frame.url().startsWith('http') && (await frame.evaluate(SHOWN))
  const shown = async () => (await Promise.all(page.frames().map(isShown))).every(Boolean)
  await expect.poll(shown, 'its pictures').toBe(true)
  await still(page)
}

/**
 * axe, in the page itself: its other way opens a page more for each look, for frames of other sites, which the app has none of. It
 * describes violations only: all that is well took a third of its time.
 */
export const axe = (page: Page, rules = {}): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    // WCAG 2.2 AA: a target is 24 px wide and high, or stands apart. axe does not look for it unless it is told.
    rules: { 'target-size': { enabled: true }, ...rules },
  })
