import { expect, test } from '@playwright/test'
import { aboard, atOtherSize, LANGUAGES, signUp, startOwned } from './aboard.ts'
import { closeWith } from './dialog.ts'
import { KEPT, NAMES, untilEntriesKept, untilKept } from './kept.ts'
import { OWNER } from './own-boat.ts'
import type { TestService } from './service.ts'

/**
 * What somebody has entered outlives Back, a reload, a network that is gone and an ended session, and is stored once; in both
 * languages.
 */
const OTHER = { name: 'Bo', email: 'bo@example.org', password: 'another horse battery' }
const SERVICE_WORKER = 'navigator.serviceWorker.ready.then(() => undefined)'

let service: TestService
test.beforeAll(async () => {
  service = await startOwned({ SIGNUPS: 'open', TELEMETRY_GAP_MS: '0' })
  await signUp(service.url, OTHER)
})
test.afterAll(() => service?.stop())

for (const [locale, texts] of LANGUAGES) {
  const { maintenance, common, start } = texts
  const { due, log, tasks, hours } = maintenance
  const waiting = common.waiting.title

  test.describe(locale, () => {
    test.use({ locale })
    test.skip(atOtherSize(locale), 'at the other size')

    test('Back closes a sheet and keeps its text; a double click logs once; without a network an entry waits and is sent once', async ({
      context,
    }) => {
      const { id, page, open, read, connect } = await aboard(context, service.url)
      const send = await connect()
      const now = Date.now()
      const at = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString()
      await send(
        [20, 10].flatMap((ago) => [
          { metric: 'battery_voltage', value: 12.6, unit: 'V', recorded_at: at(ago) },
          { metric: 'position_lat', value: 54 + ago / 600, recorded_at: at(ago) },
          { metric: 'position_lon', value: 10, recorded_at: at(ago) },
        ]),
      )
      const openSheet = async () => {
        await page.getByRole('button', { name: due.other }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
      }
      const logged = async (title: string) =>
        (await read('/logbook')).service_logs.filter((entry: { title: string }) => entry.title === title).length
      const what = page.getByLabel(maintenance.service.what)
      const save = page.getByRole('dialog').getByRole('button', { name: common.save })
      const waits = page.getByText(waiting(1))
      const plot = page.locator('.uplot canvas').first()
      const sailed = page.locator('dt', { hasText: texts.map.distance }).locator('xpath=following-sibling::dd[1]')

      await page.goto(service.url)
      await page.evaluate(SERVICE_WORKER)
      await open('/charts')
      await expect(plot).toBeVisible()
      await open('/map')
      await expect(sailed).toHaveText(/^1 /)
      // A canvas is there before its line, and a track is drawn before it is kept.
      await expect.poll(() => page.evaluate(NAMES)).toMatch(/kept range \S+ battery_voltage/)
      await expect.poll(() => page.evaluate(NAMES)).toContain('kept way')
      await untilKept(page, ['me', `vessel ${id} vessel`, `vessel ${id} telemetry latest`])
      await open('/maintenance')
      const address = page.url()

      await openSheet()
      await what.fill('Sails mended')
      await page.goBack()
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(page.url()).toBe(address)
      await page.reload()
      await openSheet()
      await expect(what).toHaveValue('Sails mended')
      await save.dblclick()
      await expect(page.getByText(maintenance.service.logged('Sails mended'))).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(await logged('Sails mended')).toBe(1)
      await openSheet()
      await expect(what).toHaveValue('')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()

      await context.setOffline(true)
      await openSheet()
      await what.fill('Bilge cleaned')
      await save.click()
      await expect(waits).toBeVisible()
      await untilEntriesKept(page, 1)
      // It outlives the page; what was seen of charts and track is there, and what was never seen says what to do.
      await open('/charts')
      await expect(waits).toBeVisible()
      await expect(plot).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await open('/map')
      await expect(sailed).toHaveText(/^1 /)
      await open('/logbook')
      await expect(page.getByText(common.problem.offlinePage).first()).toBeVisible()
      // Sooner, the page may not have read what waits, and what is not yet shown looks like what is sent.
      await expect(waits).toBeVisible()
      await context.setOffline(false)
      await expect(waits).toBeHidden()
      expect(await logged('Bilge cleaned')).toBe(1)
    })

    test('without a network a task is changed and ticked off, hours and a note are written, an entry deleted: all wait, and are sent once', async ({
      context,
    }) => {
      const { id, page, post, open, read } = await aboard(context, service.url)
      await post(`/app/vessels/${id}/tasks`, { title: 'Impeller', interval_days: 365 })
      for (const title of ['Anodes', 'Fenders', 'Zincs']) await post(`/v1/vessels/${id}/service-log`, { title })
      const sheet = page.getByRole('dialog')
      const save = sheet.getByRole('button', { name: common.save })
      const change = (title: string) => page.getByRole('button', { name: log.editOf(title) }).click()

      await open('/tasks')
      await expect(page.getByRole('heading', { name: 'Impeller' })).toBeVisible()
      await page.evaluate(SERVICE_WORKER)
      await untilKept(page, ['me', `vessel ${id} vessel`, `vessel ${id} due tasks`])
      await open('/hours')
      await untilKept(page, [`vessel ${id} logbook hours`])
      await open('/maintenance')
      await untilKept(page, [`vessel ${id} due forecast`])
      await open('/logbook')
      await expect(page.getByRole('button', { name: log.editOf('Anodes') })).toBeVisible()
      await expect.poll(async () => String(await page.evaluate(KEPT))).toContain(`vessel ${id} logbook pages`)

      await context.setOffline(true)
      await change('Anodes')
      await sheet.getByLabel(maintenance.service.note).fill('Zinc, both sides')
      await save.click()
      await expect(page.getByText(waiting(1))).toBeVisible()
      await untilEntriesKept(page, 1)
      for (const title of ['Fenders', 'Zincs']) {
        await change(title)
        await sheet.getByRole('button', { name: log.remove }).click()
        await closeWith(page, log.remove, log.removeTitle)
        await expect(page.getByRole('button', { name: common.waiting.keepOf(title) })).toBeVisible()
      }
      await page.getByRole('button', { name: common.waiting.keepOf('Fenders') }).click()
      await expect(page.getByText(waiting(2))).toBeVisible()
      await untilEntriesKept(page, 2)
      await open('/hours')
      await page.getByLabel(new RegExp(`^${hours.hours}( \\*)?$`)).fill('415')
      await page.getByRole('button', { name: hours.add }).click()
      await expect(page.getByText(waiting(3))).toBeVisible()
      await untilEntriesKept(page, 3)
      await open('/maintenance')
      await page.getByRole('button', { name: due.doneOf('Impeller') }).click()
      await save.click()
      await expect(page.getByText(waiting(4))).toBeVisible()
      await untilEntriesKept(page, 4)
      await open('/tasks')
      await change('Impeller')
      await sheet.getByLabel(new RegExp(`^${tasks.what}`)).fill('Impeller and gasket')
      await save.click()
      await expect(page.getByText(waiting(5))).toBeVisible()
      await untilEntriesKept(page, 5)
      await page.reload()
      await expect(page.getByText(waiting(5))).toBeVisible()

      await context.setOffline(false)
      await expect(page.getByText(waiting(5))).toBeHidden()
      await expect(page.getByRole('heading', { name: 'Impeller and gasket' })).toBeVisible()
      const { service_logs, engine_hour_logs } = await read('/logbook')
      const titles = service_logs.map(({ title }: { title: string }) => title).sort()
      expect(titles).toEqual(['Anodes', 'Fenders', 'Impeller'])
      expect(service_logs).toContainEqual(expect.objectContaining({ title: 'Anodes', note: 'Zinc, both sides' }))
      const read415 = engine_hour_logs.filter((entry: { hours: number }) => entry.hours === 415)
      expect(read415).toHaveLength(1)
    })

    test('a session that ends under a form is begun on the spot: the text is sent, and nobody else sees it', async ({
      context,
    }) => {
      const { id, page, open } = await aboard(context, service.url)
      const dialog = page.getByRole('dialog', { name: start.again.title })
      const saveAsEnded = async (title: string) => {
        await page.getByRole('button', { name: due.other }).first().click()
        await page.getByRole('textbox', { name: maintenance.service.what }).fill(title)
        // As the text is on its way: sooner, and another question of the page might bring the dialog before the click.
        await page.route(
          '**/service-log',
          async (route) => {
            await context.request.post(`${service.url}/api/auth/sign-out`, { headers: { origin: service.url } })
            await route.continue()
          },
          { times: 1 },
        )
        await page.getByRole('button', { name: common.save }).click()
        await expect(dialog).toBeVisible()
      }
      const signInThere = async ({ email, password }: typeof OTHER) => {
        await dialog.getByRole('textbox', { name: start.email }).fill(email)
        await dialog.getByLabel(start.password, { exact: true }).fill(password)
        await dialog.getByRole('button', { name: start.signIn.action, exact: true }).click()
      }

      await open('/maintenance')
      await untilKept(page, ['me', `vessel ${id} vessel`])
      await saveAsEnded('Sails mended')
      await expect.poll(() => page.evaluate(KEPT)).not.toContain('me')
      await signInThere(OWNER)
      await expect(page.getByText(maintenance.service.logged('Sails mended'))).toBeVisible()
      await expect(dialog).toBeHidden()

      await saveAsEnded('Bilge cleaned')
      await signInThere(OTHER)
      await expect(page.getByRole('heading', { level: 1, name: texts.boats.list.title })).toBeVisible()
      expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('Bilge')
      await expect(page.getByText('Aurora')).toHaveCount(0)
    })
  })
}
