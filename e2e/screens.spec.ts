import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { startDemo } from './service.ts'
import { complete } from './settled.ts'
import { signIn } from './signed-in.ts'

/**
 * The pictures of the README and docs: of the demo, as they are now. `npm run screens` writes them to docs/screens; any other run
 * takes them all the same, so that a page that cannot be shown fails.
 */
const FOLDER = process.env.SCREENS

/** For the docs the demo and the browser live at eleven o'clock UTC, so that pictures are of the day whenever they are made. */
const DAY_MS = 86_400_000
const BEHIND_MS = FOLDER ? (Date.now() - 11 * 3_600_000) % DAY_MS : 0
const BEHIND = `{
  const { now } = Date
  globalThis.Date = class extends Date {
    static now = () => now() - ${BEHIND_MS}
    constructor(...at) { super(...(at.length > 0 ? at : [now() - ${BEHIND_MS}])) }
  }
}`

type Size = 'desktop' | 'phone'

/** The page, what must be seen on it before the picture is taken, and its sizes. */
const SCREENS: { name: string; path: (boat: string) => string; scheme?: 'dark'; size: Size; seen?: string }[] = [
  { name: 'boats', path: () => '/', size: 'desktop' },
  { name: 'boat', path: (boat) => `/boats/${boat}`, size: 'phone' },
  { name: 'boat-night', path: (boat) => `/boats/${boat}`, size: 'phone', scheme: 'dark' },
  { name: 'due', path: (boat) => `/boats/${boat}/maintenance`, size: 'phone' },
  { name: 'logbook', path: (boat) => `/boats/${boat}/logbook`, size: 'desktop' },
  { name: 'live', path: (boat) => `/boats/${boat}/telemetry`, size: 'phone' },
  { name: 'charts', path: (boat) => `/boats/${boat}/charts`, size: 'desktop', seen: '.uplot' },
  { name: 'map', path: (boat) => `/boats/${boat}/map`, size: 'desktop' },
  { name: 'cameras', path: (boat) => `/boats/${boat}/cameras`, size: 'desktop', seen: 'main img' },
  { name: 'connections', path: (boat) => `/boats/${boat}/connections`, size: 'desktop' },
  { name: 'alarms', path: (boat) => `/boats/${boat}/alarms`, size: 'phone' },
  { name: 'alarm-rules', path: (boat) => `/boats/${boat}/alarm-rules`, size: 'desktop' },
  { name: 'share', path: (boat) => `/boats/${boat}/share`, size: 'desktop' },
]

let demo: Awaited<ReturnType<typeof startDemo>>
test.beforeAll(async () => {
  demo = await startDemo({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BEHIND)}` })
  if (FOLDER) await mkdir(FOLDER, { recursive: true })
})
test.afterAll(() => demo?.stop())

for (const { name, path, size, scheme, seen } of SCREENS)
  test(`screen ${name}`, async ({ browser }, { project }) => {
    test.skip(project.name !== size, 'of the other size')
    const context = await browser.newContext({ ...project.use, colorScheme: scheme ?? 'light', deviceScaleFactor: 2 })
    await context.addInitScript(BEHIND)
    const [boat] = await signIn(context, demo)
    const page = await context.newPage()
    await page.goto(demo.url + path(boat!))
    if (seen) await expect(page.locator(seen).first()).toBeVisible()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    await complete(page)
    // Nothing failed.
    await expect(page.locator('[role=alert]')).toHaveCount(0)
    const picture = await page.screenshot()
    if (FOLDER)
      await sharp(picture)
        .webp({ quality: 82 })
        .toFile(join(FOLDER, `${name}.webp`))
    await context.close()
  })
