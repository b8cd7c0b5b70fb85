import { expect, type Page, test } from '@playwright/test'
import { startStatusPage } from '../apps/gateway/src/status/status-page.ts'
import { QUIET } from '../apps/gateway/src/testing/status.ts'
import { ALARMS, CONNECTED, NEVER_HEARD, UNBROKEN } from '../apps/signalk-plugin/src/testing/connected.ts'
import { type ServedPage, servePage } from '../apps/signalk-plugin/src/testing/page.ts'
import { SILENT } from '../packages/onboard/src/testing/log.ts'
import { axe } from './settled.ts'

/**
 * The page of the Signal K plugin, as its owner uses it, and the gateway's status page. That real servers take what it sends is
 * in signalk-server.audit.test.ts.
 */
let served: ServedPage

test.beforeEach(async ({ page }) => {
  served = await servePage(structuredClone(CONNECTED))
  await page.goto(served.url)
  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
})
test.afterEach(() => served.close())

const YDG = 'ydg.36/environment.depth.belowTransducer'
const pin = (page: Page, source: string, series: string) =>
  page.getByRole('button', { name: `Pin ${source} for ${series}`, exact: true })

/** Until the page has shown what the plugin says now. */
async function shown() {
  const before = served.asked
  await expect.poll(() => served.asked).toBeGreaterThan(before + 1)
}

test('one click pins a source, another leaves the choice to the plugin', async ({ page }) => {
  const button = pin(page, YDG, 'depth')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('row').filter({ has: button })).toContainText('6.2 m')
  await button.click()
  await expect(page.getByText(`depth: ${YDG} is pinned.`)).toBeVisible()
  served.status.device!.series[0]!.others[0]!.pinned = true
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect(page.getByText('depth: the plugin chooses.')).toBeVisible()
  const body = { metric: 'depth', instance: null }
  const path = '/plugins/signalk-binnacle/sources'
  expect(served.posted).toEqual([
    { path, body: { ...body, source: YDG } },
    { path, body: { ...body, source: null } },
  ])
})

test('the open alarms of the boat, the loud ones as such, once the service has told', async ({ page }) => {
  const card = page.getByRole('region', { name: 'Open alarms' })
  await expect(card).toBeHidden()
  served.status.device!.alarms = structuredClone(ALARMS)
  await expect(card.getByRole('listitem')).toHaveText([
    'Alarm: Water in the bilge (<b>bow</b>)began 2 minutes ago',
    'Warning: Battery voltage is 11.6 V (house)began 3 hours ago; acknowledged or silenced',
  ])
  await expect(card).toContainText('The service said so 27 seconds ago.')
  served.status.device!.alarms = { ...ALARMS, worst: null, alarms: [] }
  await expect(card).toContainText('None.')
  await expect(card.getByRole('listitem')).toHaveCount(0)
})

test('what is withheld: what, why, how often and from where', async ({ page }) => {
  const row = page.getByRole('row').filter({ hasText: 'water_temp' })
  await expect(row).toContainText('water_temp: 39 C')
  await expect(row).toContainText('cannot be true, 2,022 times')
  await expect(row).toContainText('ydg.35/environment.water.temperature')
})

test('a newer version that the service has is said, with what to do', async ({ page }) => {
  served.status.update = 'Your Binnacle has version 99.0.0 of this plugin.'
  await expect(page.getByText(served.status.update)).toBeVisible()
})

test('a source that was pinned and is silent is shown as such and can be let go', async ({ page }) => {
  served.status.device!.series.push(NEVER_HEARD)
  Object.assign(served.status.device!.series[1]!, { pinned: true, unheard: ['gone.7'] })
  const silent = page.getByRole('row').filter({ hasText: 'not heard since the start' })
  await expect(silent).toHaveText([/^gone\.7.*–Pin$/, /^DST810.*–Pin$/])
  await expect(pin(page, 'DST810', 'water temp')).toHaveAttribute('aria-pressed', 'true')
  const button = pin(page, 'gone.7', 'battery voltage house')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect.poll(() => served.posted.length).toBe(1)
  expect(served.posted[0]!.body).toEqual({ metric: 'battery_voltage', instance: 'house', source: null })
})

test('with the keyboard: the focus stays on its source while new ones come', async ({ page }) => {
  const button = pin(page, 'vebus.0/electrical.batteries.house.voltage', 'battery voltage house')
  await button.focus()
  const [depth] = served.status.device!.series
  served.status.device!.series.unshift({ ...depth!, metric: 'engine_rpm', instance: 'port' })
  await expect(page.getByText('engine rpm port')).toBeVisible()
  await shown()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => served.posted.length).toBe(1)
  expect(served.posted[0]!.body).toMatchObject({ metric: 'battery_voltage', instance: 'house' })
})

test('what could not be done is said', async ({ page }) => {
  for (const [code, error, text] of [
    [401, 'x', 'Log in as an administrator'],
    [403, 'cross_site_request', 'at the address of the Signal K server itself'],
    [500, 'not_saved', 'disk is not full'],
  ] as const) {
    served.answer = { code, body: error === 'x' ? {} : { error } }
    await pin(page, YDG, 'depth').click()
    await expect(page.getByText(text)).toBeVisible()
  }
})

test('wrong hours are forgotten after a question', async ({ page }) => {
  const button = page.getByRole('button', { name: /^These hours are wrong: forget them \(port/ })
  const dialog = page.getByRole('dialog', { name: 'Forget 354185.2 h of port?' })
  await button.click()
  await shown()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await button.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(served.posted).toEqual([])
  await button.click()
  await dialog.getByRole('button', { name: 'Forget them' }).click()
  await expect(page.getByText('354185.2 h of port: forgotten.')).toBeVisible()
  expect(served.posted).toEqual([{ path: '/plugins/signalk-binnacle/hours/forget', body: { instance: 'port' } }])
})

/** What axe finds, and how much the page is wider than the window. */
async function found(page: Page, rules = {}): Promise<string[]> {
  const { violations } = await axe(page, rules).analyze()
  const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ...(wider === 0 ? [] : [`wider by ${wider}`]),
  ]
}

/** On a phone, and on a desktop. */
async function expectNothing(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await found(page), `${width} pixels wide`).toEqual([])
  }
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`nothing to find for axe, nothing wider than the window, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    served.status.device!.series.push(NEVER_HEARD, UNBROKEN)
    served.status.device!.series[0]!.others[0]!.pinned = true
    served.status.device!.alarms = structuredClone(ALARMS)
    await expect(pin(page, YDG, 'depth')).toHaveAttribute('aria-pressed', 'true')
    await expectNothing(page)
    await page
      .getByRole('button', { name: /^These hours are wrong/ })
      .first()
      .click()
    await expectNothing(page)
  })

test("the gateway's status page: nothing to find for axe, and long names fit a phone and a desk", async ({ page }) => {
  const { series, withheld } = CONNECTED.device!
  const connection = { ...QUIET.connection, state: 'refused', sentence: 'The key is not known.' } as const
  const status = {
    ...QUIET,
    at: new Date().toISOString(),
    connection,
    series: [...series, NEVER_HEARD, UNBROKEN],
    withheld,
    alarms: ALARMS,
  }
  const gateway = startStatusPage({ host: '127.0.0.1', port: 0, token: 'token-of-this-test' }, () => status, SILENT)
  try {
    const url = `http://127.0.0.1:${await gateway.listening}/`
    // It loads itself again, because no script runs on it; not while axe looks at it.
    await page.route(url, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/<meta http-equiv="refresh"[^>]*>/, '')
      await route.fulfill({ response, body })
    })
    await page.goto(url)
    await page.getByLabel('Token of the status page').fill('token-of-this-test')
    await expectNothing(page)
    await page.getByRole('button', { name: 'Show the status' }).click()
    await expect(page.getByText('Water in the bilge')).toBeVisible()
    await page.goto(url)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.getByText('Water in the bilge')).toBeVisible()
      await expectNothing(page)
    }
  } finally {
    await gateway.close()
  }
})
