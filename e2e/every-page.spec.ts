import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { startDemo } from './service.ts'
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
  '/telemetry',
  '/charts',
  '/map',
  '/connections',
  '/cameras',
  '/share',
]

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pages before sign-in, ${colorScheme}`, async ({ browser }, { project }) => {
    const context = await browser.newContext({ ...project.use, colorScheme })
    await walk(context, PUBLIC)
  })

  test(`pages of the account, ${colorScheme}`, async ({ browser }, { project }) => {
    const context = await browser.newContext({ ...project.use, colorScheme })
    await signIn(context, demo)
    await walk(context, OWN)
  })

  test(`pages of a boat, ${colorScheme}`, async ({ browser }, { project }) => {
    const context = await browser.newContext({ ...project.use, colorScheme })
    const [boat] = await signIn(context, demo)
    await walk(context, [...OF_BOAT.map((page) => `/boats/${boat}${page}`), ...(await insides(context, boat!))])
  })
}

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

async function walk(context: BrowserContext, paths: string[]): Promise<void> {
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  for (const path of paths) {
    await page.goto(demo.url + path)
    await settled(page)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    expect.soft(found, `axe on ${path}`).toEqual([])
    const sideways = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect.soft(sideways, `${path} scrolls sideways`).toBe(0)
    expect.soft(troubles.splice(0), `in the console on ${path}`).toEqual([])
  }
  await context.close()
}

/** The page has its title, and nothing on it is loading any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading…' })).toHaveCount(0)
}

const SCRIPT_BYTES = 200_000

test('a first visit loads at most 200 kB of compressed script', async ({ browser }) => {
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
