/**
 * Pictures of pages as people see them, for whoever works on the web app:
 *
 *   node e2e/look.ts --url http://localhost:9310 --email E --password P --out DIR [--language de] [--full] PATH...
 *
 * takes each path at phone and desktop size, in light and dark, and prints what axe and the console have to say. Without --email
 * nobody is signed in. --full takes the whole page and not only what is in the window. --only phone-light takes one of the four.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Page } from '@playwright/test'
import { LAUNCH } from './chromium.ts'

const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    email: { type: 'string' },
    password: { type: 'string', default: '' },
    out: { type: 'string', default: 'pictures' },
    language: { type: 'string', default: 'en' },
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const LOADED_WITHIN_MS = 10_000
/** For charts that draw themselves, and pictures that come late. */
const SETTLE_MS = 800

async function look(page: Page, path: string, name: string): Promise<void> {
  await page.goto(options.url + path)
  // The stream of live events never ends, so the network is never idle.
  await page
    .locator('h1')
    .first()
    .waitFor({ timeout: LOADED_WITHIN_MS })
    .catch(() => console.log('  no h1'))
  await page.waitForTimeout(SETTLE_MS)
  const file = join(options.out, `${path.replace(/[^\w-]+/g, '_').slice(0, 60)}-${name}.png`)
  await page.screenshot({ path: file, fullPage: options.full })
  console.log(file)
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze()
  for (const { id, help, nodes } of violations)
    console.log(`  axe ${id}: ${help}\n${nodes.map((node) => `    ${node.html.slice(0, 160)}`).join('\n')}`)
  const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  if (Number(wider) > 0) console.log(`  scrolls sideways by ${wider} px`)
}

await mkdir(options.out, { recursive: true })
const browser = await chromium.launch(LAUNCH)
try {
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'] as const) {
      const name = `${size}-${colorScheme}`
      if (options.only && options.only !== name) continue
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale: options.language,
        baseURL: options.url,
      })
      if (options.email)
        await context.request.post('/api/auth/sign-in/email', {
          data: { email: options.email, password: options.password },
          headers: { origin: options.url },
        })
      const page = await context.newPage()
      page.on('console', (message) => message.type() === 'error' && console.log(`  console: ${message.text()}`))
      page.on('pageerror', (error) => console.log(`  error: ${error.message}`))
      for (const path of paths) await look(page, path, name)
      await context.close()
    }
} finally {
  await browser.close()
}
