import type { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, test } from '@playwright/test'
import { startDemo } from './service.ts'
import { axe, settled, still } from './settled.ts'
import { signIn } from './signed-in.ts'

/**
 * Each page of the demo, in light and dark, at phone and desktop size: axe finds nothing, the page does not scroll sideways,
 * nothing in it fails, and no policy of the service is broken.
 */

let demo: Awaited<ReturnType<typeof startDemo>>
test.beforeAll(async () => {
  demo = await startDemo()
})
test.afterAll(() => demo?.stop())

const PUBLIC = ['/sign-in', '/sign-up']
const OWN = ['/', '/boats/new', '/account', '/account/data', '/developer', '/operator', '/nothing/here']
const OF_BOAT = [
  '',
  '/edit',
  '/guide',
  '/maintenance',
  '/tasks',
  '/logbook',
  '/hours',
  '/inspections',
  '/alarms',
  '/alarm-rules',
  '/telemetry',
  '/charts',
  '/map',
  '/connections',
  '/cameras',
  '/share',
]

test('pages before sign-in', async ({ browser }, { project }) => {
  await walk(await browser.newContext(project.use), PUBLIC, project.name)
})

test('pages of the account', async ({ browser }, { project }) => {
  const context = await browser.newContext(project.use)
  await signIn(context, demo)
  await walk(context, OWN, project.name)
})

test('pages of a boat', async ({ browser }, { project }) => {
  const context = await browser.newContext(project.use)
  const [boat] = await signIn(context, demo)
  const paths = [...OF_BOAT.map((page) => `/boats/${boat}${page}`), ...(await insides(context, boat!))]
  await walk(context, paths, project.name)
})

/** A camera, and a finished inspection with its report: pages whose address has an id of their own. */
async function insides({ request }: BrowserContext, boat: string): Promise<string[]> {
  const read = async (path: string) => (await request.get(demo.url + path)).json()
  const { cameras } = await read(`/v1/vessels/${boat}/cameras`)
  const { inspections } = await read(`/v1/vessels/${boat}/inspections`)
  const done = inspections.find(({ status }: { status: string }) => status === 'completed')
  return [
    `/boats/${boat}/cameras/${cameras[0].id}`,
    `/boats/${boat}/inspections/${done.id}`,
    `/boats/${boat}/inspections/${done.id}/report`,
  ]
}

/** What axe says that depends on colours alone; all else is the same in light and dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Each page is loaded in one of light and dark, looked at, turned to the other, and looked at again; the next begins with the
 * other. At the other size each begins the other way round.
 */
async function walk(context: BrowserContext, paths: string[], size: string): Promise<void> {
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  const look = async (at: string, by: AxeBuilder) => {
    const { violations } = await by.analyze()
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    expect.soft(found, `axe on ${at}`).toEqual([])
    const sideways = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect.soft(sideways, `${at} scrolls sideways`).toBe(0)
    expect.soft(troubles.splice(0), `in the console on ${at}`).toEqual([])
  }
  const turn = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await still(page)
  }
  let [now, other] = size === 'phone' ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  await page.emulateMedia({ colorScheme: now })
  for (const path of paths) {
    await page.goto(demo.url + path)
    await settled(page)
    await look(`${path}, ${now}`, axe(page))
    await turn(other)
    await look(`${path}, turned ${other}`, axe(page).withRules(OF_COLOURS))
    ;[now, other] = [other, now]
  }
  await context.close()
}

test('on a phone a page names its boat, and leads to the same page of another one', async ({ browser }, {
  project,
}) => {
  test.skip(project.name !== 'phone', 'elsewhere the column beside the page names it')
  const context = await browser.newContext(project.use)
  const [boat, other] = await signIn(context, demo)
  const page = await context.newPage()
  await page.goto(`${demo.url}/boats/${boat}/logbook`)
  await page.getByRole('button', { name: 'Aurora: switch boat' }).click()
  const link = page.locator(`a[href="/boats/${other}/logbook"]`)
  const name = (await link.innerText()).trim()
  await link.click()
  await expect(page.getByRole('button', { name: `${name}: switch boat` })).toBeVisible()
  expect(page.url()).toBe(`${demo.url}/boats/${other}/logbook`)
  await context.close()
})

const ONCE = 'the same at each size'

test('the charts fit the narrowest phone in German, and their list of series closes when the focus goes on', async ({
  browser,
}, { project }) => {
  test.skip(project.name !== 'phone', ONCE)
  const context = await browser.newContext({ ...project.use, locale: 'de-DE', viewport: { width: 320, height: 640 } })
  const [boat] = await signIn(context, demo)
  const page = await context.newPage()
  await page.goto(`${demo.url}/boats/${boat}/charts`)
  await settled(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  const series = page.getByRole('dialog', { name: /^Reihen wählen/ })
  await page.getByRole('button', { name: /^Reihen wählen/ }).click()
  await expect(series.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(series.getByRole('checkbox').first()).toBeFocused()
  await page.getByRole('button', { name: 'Vergrößern' }).focus()
  await expect(series).toBeHidden()
  await expect(page.getByRole('button', { name: 'Vergrößern' })).toBeFocused()
  await context.close()
})

test('the interface description opens without breaking its policy', async ({ page, isMobile }) => {
  test.skip(isMobile, ONCE)
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    if (/BROKEN|Content.Security.Policy/i.test(message.text())) troubles.push(message.text())
  })
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (e) => console.error('BROKEN', e.violatedDirective, e.blockedURI))",
  )
  await page.goto(`${demo.url}/docs/`)
  await expect(page.getByRole('heading', { name: 'Authentication' }).first()).toBeVisible()
  await expect(page.getByText('/v1/vessels').first()).toBeAttached()
  expect(troubles).toEqual([])
})

const SCRIPT_BYTES = 200_000

test('a first visit loads at most 200 kB of compressed script', async ({ browser, isMobile }) => {
  test.skip(!isMobile, ONCE)
  const [boat] = await signIn(await browser.newContext(), demo)
  for (const path of ['/', `/boats/${boat}`]) {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    await signIn(context, demo)
    const page = await context.newPage()
    const scripts: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script')
        scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(demo.url + path)
    await settled(page)
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
    expect(bytes, path).toBeGreaterThan(50_000)
    expect(bytes, path).toBeLessThanOrEqual(SCRIPT_BYTES)
    await context.close()
  }
})
