import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from '@playwright/test'
import Fastify from 'fastify'
import { helpRoutes } from '../../../apps/server/src/web/help.ts'
import { HEADLESS_LAUNCH } from '../../../e2e/chromium.ts'
import { lacks } from '../../programs.ts'
import { builtHelp } from '../testing/help.ts'

test('axe finds nothing on a page of the help, nor where there is no page, which has a main part and leads to the help', {
  skip: lacks('chromium'),
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-help-'))
  t.after(() => rmSync(folder, { recursive: true, maxRetries: 5 }))
  const pages = join(folder, 'pages')
  for (const [path, content] of await builtHelp(folder)) {
    mkdirSync(dirname(join(pages, path)), { recursive: true })
    writeFileSync(join(pages, path), content)
  }
  const app = Fastify()
  helpRoutes(app, pages)
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const browser = await chromium.launch(HEADLESS_LAUNCH)
  t.after(() => browser.close())
  const page = await (await browser.newContext()).newPage()
  for (const [path, heading] of [
    ['install', 'Install'],
    ['nothing', 'Page not found'],
  ] as const) {
    await page.goto(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/help/${path}`)
    await page.locator('main h1', { hasText: heading }).waitFor()
    const { violations } = await new AxeBuilder({ page }).analyze()
    assert.deepEqual(
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)),
      [],
      path,
    )
  }
  await page.getByRole('main').getByRole('link', { name: 'All pages of the help' }).click()
  await page.locator('main h1', { hasText: 'Binnacle' }).waitFor()
})
