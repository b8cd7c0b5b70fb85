import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { de } from '../apps/server/src/share/texts/de.ts'
import { en } from '../apps/server/src/share/texts/en.ts'
import { aboard, atOtherSize, LANGUAGES, startOwned } from './aboard.ts'
import { OWNER } from './own-boat.ts'
import type { TestService } from './service.ts'
import { axe, still } from './settled.ts'
import { signIn } from './signed-in.ts'

/**
 * What once was wrong on the screen, in both languages: numbers, days, hours, order and distances, as somebody reads and writes
 * them.
 */
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
/** A field that must be filled has a star behind its name. */
const begins = (label: string) => new RegExp(`^${label}( \\*)?$`)
const DOSSIER = { 'en-GB': en, 'de-DE': de }
/** The numbers of marks are drawn on a canvas. */
const RECORD_DRAWN = `globalThis.drawn = []
const { fillText } = CanvasRenderingContext2D.prototype
CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
  drawn.push(text)
  return fillText.call(this, text, ...place)
}`

async function fits(page: Page): Promise<void> {
  const sideways = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect.soft(sideways, `${page.url()} scrolls sideways`).toBe(0)
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

let service: TestService
// It would load the whole app for each test, in a browser of its own; without a network nothing is tried here.
test.use({ serviceWorkers: 'block' })
test.beforeAll(async () => {
  service = await startOwned({ TELEMETRY_GAP_MS: '0', FRAME_GAP_MS: '0', SMTP_URL: 'smtp://127.0.0.1:9' })
})
test.afterAll(() => service?.stop())

for (const [locale, texts] of LANGUAGES) {
  const { maintenance, common } = texts

  const task = (title: string, days: number, startedDaysAgo: number) => ({
    title,
    interval_days: days,
    start_at: daysAgo(startedDaysAgo).toISOString(),
  })

  test.describe(locale, () => {
    test.use({ locale })
    test.skip(atOtherSize(locale), 'at the other size')

    test('an e-mail address that is not verified yet has room for all that can be done with it', async ({
      context,
    }) => {
      const { post, page } = await aboard(context, service.url)
      await post('/app/channels', { kind: 'email', name: 'Mail', address: 'ada@example.org' })
      await page.goto(`${service.url}/account`)
      await expect(page.getByText(texts.account.channels.notVerified)).toBeVisible()
      await fits(page)
    })

    test('a boat whose tasks were never logged is not well; attention is short, and in the order of the dates', async ({
      context,
    }) => {
      const { id, post, page, open } = await aboard(context, service.url)
      await post(`/app/vessels/${id}/tasks`, { title: 'Impeller', interval_days: 400 })
      await open('')
      await expect(page.getByText(texts.boats.health.reasons.never_logged(1)).first()).toBeVisible()
      await expect(page.getByText(texts.boats.overview.well)).toHaveCount(0)
      await open('/maintenance')
      await expect(page.getByRole('heading', { name: maintenance.due.groups.never_logged })).toBeVisible()
      await expect(page.getByText(maintenance.due.allDone)).toHaveCount(0)

      for (let n = 1; n <= 15; n++) await post(`/app/vessels/${id}/tasks`, task(`Work ${n}`, 30, 30 + 10 * n))
      await open('/maintenance')
      const works = page.getByRole('heading', { name: /^Work \d+$/ })
      await expect(works.first()).toHaveText('Work 15')
      await expect(works.nth(14)).toHaveText('Work 1')
      await open('')
      await expect(page.getByText(texts.boats.due.more(12)).first()).toBeVisible()
    })

    test('what is not safe keeps a boat from being well, and becomes a task with one tap; what was never logged is asked for at once', async ({
      context,
    }) => {
      const { id, post, page, open, read } = await aboard(context, service.url)
      const { inspection, items } = await post(`/app/vessels/${id}/inspections`, { templates: ['safety'] })
      for (const [i, { id: item }] of items.entries())
        await context.request.patch(`${service.url}/app/inspection-items/${item}`, {
          ...{ data: { verdict: i === 0 ? 'non_operational' : 'operational' }, headers: { origin: service.url } },
        })
      await post(`/app/inspections/${inspection.id}/complete`, {})
      await open('')
      await expect(page.getByText(texts.boats.health.reasons.safety_finding(1)).first()).toBeVisible()
      await expect(page.getByText(texts.boats.health.tones.ok)).toHaveCount(0)
      await page.goto(service.url)
      const card = page.getByRole('article').filter({ has: page.locator(`a[href="/boats/${id}"]`) })
      await expect(card).toContainText(texts.boats.health.reasons.safety_finding(1))
      await open(`/inspections/${inspection.id}/report`)
      await page.getByRole('button', { name: new RegExp(`^${texts.inspections.report.makeTaskOf('')}`) }).click()
      await expect(page.getByRole('link', { name: texts.inspections.report.hasTask })).toBeVisible()
      expect((await read('/due')).items).toHaveLength(1)

      for (const title of ['Impeller', 'Anodes']) await post(`/app/vessels/${id}/tasks`, { title, interval_days: 400 })
      const { lastDone } = texts.boats.guide
      await open('/guide#lastDone')
      await page.getByLabel(lastDone.all).fill(dayOf(daysAgo(10)))
      await page.getByRole('button', { name: lastDone.fill }).click()
      await page.getByRole('button', { name: lastDone.save, exact: true }).click()
      await expect(page.getByText(lastDone.saved(2)).first()).toBeVisible()
      expect((await read('/logbook')).service_logs).toHaveLength(2)
    })

    test('a task counts from the first known hours; its months are whole, and two years are two years to a stranger too', async ({
      context,
    }) => {
      const { id, post, page, open, read } = await aboard(context, service.url, 'Aurora', null)
      await post(`/app/vessels/${id}/tasks`, { title: 'Oil', interval_hours: 100 })
      await open('/maintenance')
      await expect(page.getByText(maintenance.due.fromFirstHours).first()).toBeVisible()
      await post(`/v1/vessels/${id}/hours`, { hours: 412 })
      expect((await read('/due')).items).toMatchObject([{ title: 'Oil', due_hours: 512 }])

      const { tasks, form } = maintenance
      await open('/tasks')
      await page.getByRole('button', { name: tasks.add }).first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel(begins(tasks.what)).fill('Life raft')
      await sheet.getByLabel(tasks.byTime, { exact: true }).fill('1.5')
      await sheet.getByRole('button', { name: common.save }).click()
      await expect(sheet.getByText(form.whole)).toBeVisible()
      await sheet.getByLabel(tasks.byTime, { exact: true }).fill('24')
      await sheet.getByRole('button', { name: common.save }).click()
      await expect(sheet).toBeHidden()
      await post(`/v1/vessels/${id}/service-log`, { title: 'Life raft', done_at: new Date().toISOString() })
      const inTwoYears = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(2, 'year')
      await open('/maintenance')
      await expect(page.getByText(inTwoYears).first()).toBeVisible()
      const share = await context.request.put(`${service.url}/app/vessels/${id}/share`, {
        ...{ data: { toggles: { due: true } }, headers: { origin: service.url } },
      })
      await page.goto((await share.json()).share.url)
      await expect(page.getByText(inTwoYears).first()).toBeVisible()
    })

    test('a system without a name cannot be asked for; an amount of money has its currency', async ({ context }) => {
      const { page, open, read } = await aboard(context, service.url)
      const { brand, catalogue } = texts.connections
      await open('/connections')
      await page.getByRole('button', { name: catalogue.interest }).first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel(begins(brand.system)).fill('   ')
      await expect(sheet.getByText(brand.tooShort)).toBeVisible()
      await expect(sheet.getByRole('button', { name: brand.send })).toBeDisabled()

      await open('/maintenance')
      await page.getByRole('button', { name: maintenance.due.other }).first().click()
      const form = page.getByRole('dialog')
      await form.getByLabel(maintenance.service.what).fill('Rigging')
      await form.getByRole('button', { name: maintenance.service.details }).click()
      await form.getByLabel(maintenance.service.cost, { exact: true }).fill('12')
      await form.getByLabel(maintenance.service.currency).fill('  ')
      await form.getByRole('button', { name: common.save }).click()
      await expect(form).toBeHidden()
      expect((await read('/logbook')).service_logs[0]).toMatchObject({ cost: 12, currency: null })
    })

    test('hours that cannot be are asked for; those of last week do not move the meter', async ({ context }) => {
      const { page, open, read } = await aboard(context, service.url)
      const meter = async () => (await read('')).vessel.engine_hours
      await open('/hours')
      const hours = page.getByLabel(begins(maintenance.hours.hours))
      const add = page.getByRole('button', { name: maintenance.hours.add })
      await hours.fill('999999')
      await add.click()
      const question = page.getByRole('dialog', { name: maintenance.form.isItRight })
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: common.cancel }).click()
      await expect(question).toBeHidden()
      expect(await meter()).toBe(412)
      await add.click()
      await question.getByRole('button', { name: maintenance.form.saveAnyway }).click()
      await expect.poll(meter).toBe(999_999)
      await page.getByRole('button', { name: maintenance.service.undo }).click()
      await expect(page.getByText(maintenance.hours.undone)).toBeVisible()
      expect(await meter()).toBe(412)

      await hours.fill('405')
      await page.getByLabel(begins(maintenance.hours.day)).fill(dayOf(daysAgo(7)))
      await page.getByLabel(maintenance.hours.fuel('l')).fill('12,5')
      await add.click()
      await expect
        .poll(async () => (await read('/logbook')).engine_hour_logs.map((log: { hours: number }) => log.hours))
        .toContain(405)
      const { engine_hour_logs: logs } = await read('/logbook')
      expect(logs.find((log: { hours: number }) => log.hours === 405)).toMatchObject({ litres: 12.5 })
      expect(await meter()).toBe(412)
    })

    test('hours that cannot be are asked for at the end of an inspection too; what is typed into a rule and into the guide outlives a reload', async ({
      context,
    }) => {
      const { id, post, page, open, read } = await aboard(context, service.url)
      const { inspection, items } = await post(`/app/vessels/${id}/inspections`, { templates: ['safety'] })
      for (const { id: item } of items)
        await context.request.patch(`${service.url}/app/inspection-items/${item}`, {
          ...{ data: { verdict: 'operational' }, headers: { origin: service.url } },
        })
      const { finish } = texts.inspections
      await open(`/inspections/${inspection.id}`)
      await page.getByLabel(finish.hours).fill('777777')
      await page.getByRole('button', { name: finish.finish }).click()
      await page
        .getByRole('dialog', { name: maintenance.form.isItRight })
        .getByRole('button', { name: common.cancel })
        .click()
      expect((await read('')).vessel.engine_hours).toBe(412)

      const { rules } = texts.alarms
      await open('/alarm-rules')
      const limit = page.getByRole('dialog').getByRole('textbox').first()
      await page.getByRole('button', { name: rules.add }).first().click()
      await limit.fill('91')
      const address = page.url()
      await page.goBack()
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(page.url()).toBe(address)
      await page.reload()
      await page.getByRole('button', { name: rules.add }).first().click()
      await expect(limit).toHaveValue('91')

      const { lastDone } = texts.boats.guide
      await post(`/app/vessels/${id}/tasks`, { title: 'Anodes', interval_days: 400 })
      await open('/guide#lastDone')
      const day = page.getByLabel(lastDone.day)
      await day.fill(dayOf(daysAgo(10)))
      await page.reload()
      await expect(day).toHaveValue(dayOf(daysAgo(10)))
      await page.getByRole('button', { name: lastDone.save, exact: true }).click()
      await expect(page.getByText(lastDone.saved(1)).first()).toBeVisible()
    })

    test('a service that is still to come is asked for; a cost is read as it is meant', async ({ context }) => {
      const { page, open, read } = await aboard(context, service.url)
      await open('/maintenance')
      await page.getByRole('button', { name: maintenance.due.other }).first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel(maintenance.service.what).fill('Rigging')
      await sheet.getByLabel(begins(maintenance.service.day)).fill(dayOf(daysAgo(-40)))
      await sheet.getByRole('button', { name: maintenance.service.details }).click()
      const cost = sheet.getByLabel(maintenance.service.cost, { exact: true })
      await cost.fill(locale === 'en-GB' ? '12,5' : '12.5')
      await expect(sheet.getByText(maintenance.form.readAs(locale === 'en-GB' ? '12.5' : '12,5'))).toBeVisible()
      await cost.fill(locale === 'en-GB' ? '1,234' : '1.234')
      await sheet.getByRole('button', { name: common.save }).click()
      const question = page.getByRole('dialog', { name: maintenance.form.isItRight })
      await question.getByRole('button', { name: maintenance.form.saveAnyway }).click()
      await expect.poll(async () => (await read('/logbook')).service_logs.length).toBe(1)
      const [entry] = (await read('/logbook')).service_logs
      expect(entry).toMatchObject({ title: 'Rigging', cost: 1234 })
      expect(entry.done_at.slice(0, 10)).toBe(dayOf(daysAgo(-40)))
    })

    test('a day is the same for who writes it and who reads it, a day apart on the earth', async ({
      context,
      browser,
    }, { project }) => {
      const { id, page, read } = await aboard(context, service.url)
      await page.close()
      const inZone = async (timezoneId: string, path: string) => {
        const there = await browser.newContext({ ...project.use, locale, timezoneId })
        await signIn(there, { url: service.url, ...OWNER })
        const page = await there.newPage()
        await page.goto(`${service.url}/boats/${id}${path}`)
        return page
      }
      const day = daysAgo(40)
      const writer = await inZone('Pacific/Kiritimati', '/maintenance')
      await writer.getByRole('button', { name: maintenance.due.other }).first().click()
      const sheet = writer.getByRole('dialog')
      await sheet.getByLabel(maintenance.service.what).fill('Rigging')
      await sheet.getByLabel(begins(maintenance.service.day)).fill(dayOf(day))
      await sheet.getByRole('button', { name: common.save }).click()
      await expect(sheet).toBeHidden()
      const [{ done_at }] = (await read('/logbook')).service_logs
      expect(done_at.slice(0, 10)).toBe(dayOf(day))
      const shown = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(day)
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
        const reader = await inZone(zone, '/logbook')
        const entry = reader.getByRole('listitem').filter({ hasText: 'Rigging' })
        await expect(entry.first(), zone).toContainText(shown)
        await reader.context().close()
      }
      await writer.context().close()
    })

    test('pictures are in the order in which they were taken; one whose connection is gone cannot be asked for', async ({
      context,
    }) => {
      const { id, post, page, open } = await aboard(context, service.url)
      const { connection, ingest_key } = await post(`/v1/vessels/${id}/connections`, { provider: 'generic-http' })
      const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#206080' } })
        .jpeg()
        .toBuffer()
      const send = (hoursAgo: number) =>
        post(
          '/v1/cameras/frames',
          {
            label: 'Deck',
            image_base64: image.toString('base64'),
            captured_at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
          },
          { authorization: `Bearer ${ingest_key}` },
        )
      const { camera_id } = await send(2)
      // After weeks without a network the older one may arrive later.
      const { frame_id: oldest } = await send(30)
      await send(1)
      await open(`/cameras/${camera_id}`)
      const pictures = page.locator('[data-frame]')
      await expect(pictures).toHaveCount(3)
      await expect(pictures.last()).toHaveAttribute('id', `frame-${oldest}`)
      const ask = page.getByRole('button', { name: texts.cameras.checkIn.ask })
      await expect(ask).toBeEnabled()
      await context.request.delete(`${service.url}/v1/connections/${connection.id}`, {
        headers: { origin: service.url },
      })
      await page.reload()
      await expect(page.getByText(texts.cameras.checkIn.removed).first()).toBeVisible()
      await expect(ask).toBeDisabled()
    })

    test('the distance is the same in a day and in all years; a chart tells no value in a gap', async ({ context }) => {
      const { page, open, connect } = await aboard(context, service.url)
      const send = await connect()
      const now = Date.now()
      const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
      const fixes = Array.from({ length: 61 }, (_, i) => [
        { metric: 'position_lat', value: 54 + i / 600, recorded_at: at(120 - i) },
        { metric: 'position_lon', value: 10, recorded_at: at(120 - i) },
      ])
      await send(fixes.flat())
      await send([{ metric: 'position_lat', value: 54, recorded_at: at(4 * 365 * 1440) }])
      // Two values, and nothing in the eighteen hours between them.
      const volts = (minutes: number) => ({
        metric: 'battery_voltage',
        value: 12.5,
        unit: 'V',
        recorded_at: at(minutes),
      })
      await send([
        ...Array.from({ length: 20 }, (_, i) => volts(1300 + i)),
        ...Array.from({ length: 20 }, (_, i) => volts(i + 1)),
      ])

      const sailed = page.locator('dt', { hasText: texts.map.distance }).locator('xpath=following-sibling::dd[1]')
      for (const range of ['day', 'all']) {
        await open(`/map?range=${range}`)
        await expect(sailed).toHaveText(locale === 'en-GB' ? /^(5\.[5-9]|6) / : /^(5,[5-9]|6) /)
      }
      await open('/charts?range=day')
      const plot = page.locator('.u-over').first()
      await expect(plot).toBeVisible()
      const strong = page.locator('section li strong').first()
      await expect(strong).toHaveText(locale === 'en-GB' ? /12\.5/ : /12,5/)
      const box = (await plot.boundingBox())!
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await expect(strong).toHaveText('–')
    })

    test('a refusal, a shared page and its refusal to be embedded are in the reader’s language', async ({
      context,
    }) => {
      const { id, page, open } = await aboard(context, service.url)
      await open('/edit')
      const name = page.getByLabel(begins(texts.boats.form.name)).first()
      await name.fill('   ')
      await page.getByRole('button', { name: common.save }).first().click()
      const problem = page.locator('.mantine-TextInput-error, .mantine-InputWrapper-error').first()
      await expect(problem).toBeVisible()
      if (locale === 'de-DE') await expect(problem).not.toHaveText(/\b(must|enter|the|is)\b/i)

      const share = await context.request.put(`${service.url}/app/vessels/${id}/share`, {
        ...{ data: {}, headers: { origin: service.url } },
      })
      const { url } = (await share.json()).share
      await page.goto(url)
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
      const dossier = DOSSIER[locale]
      await expect(page.locator('h2#due')).toContainText(dossier.maintenance)
      await expect(page.locator('h2#inspections')).toHaveText(dossier.inspections)
      const embed = (address: string) =>
        context.request.get(`${service.url}/api/oembed?url=${encodeURIComponent(address)}`)
      expect((await embed(url)).status()).toBe(200)
      const revoked = await context.request.delete(`${service.url}/app/vessels/${id}/share`, {
        headers: { origin: service.url },
      })
      expect(revoked.status()).toBe(200)
      expect((await page.goto(url))!.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(dossier.privatePage.heading)
      expect((await embed(url)).status()).toBe(404)
    })
  })

  test.describe(`${locale}, at both sizes`, () => {
    test.use({ locale })

    test('long words break, marks of a chart do not collide, targets are large enough, and a phone names the boat', async ({
      context,
    }, { project }) => {
      const long = `Donaudampfschiff${'fahrts'.repeat(10)}kapitän`
      const { id, post, page, open, connect } = await aboard(context, service.url, long)
      await post(`/app/vessels/${id}/tasks`, { title: long, interval_days: 30 })
      const send = await connect()
      const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
      await send([300, 200].map((ago) => ({ metric: 'battery_voltage', value: 12.5, unit: 'V', recorded_at: at(ago) })))
      for (const ago of [252, 251, 250])
        await post(`/v1/vessels/${id}/service-log`, { title: long, note: long, done_at: at(ago) })
      await page.addInitScript(RECORD_DRAWN)

      await open('/charts?range=day')
      await expect.poll(() => page.evaluate('drawn')).toContain('1–3')
      expect(await page.evaluate('drawn')).not.toContain('2')
      await fits(page)
      for (const path of ['', '/maintenance', '/logbook']) {
        await open(path)
        await expect(page.getByRole('main').getByText(long).locator('visible=true').first()).toBeVisible()
        await fits(page)
      }
      await still(page)
      const { violations } = await axe(page).withRules(['target-size']).analyze()
      expect(violations).toEqual([])
      if (project.name === 'desktop') return
      const { vessel: other } = await post('/app/vessels', { name: `Boreas ${locale}`, vessel_type: 'sailboat' })
      await page.reload()
      await page.getByRole('button', { name: common.nav.switchFrom(long) }).click()
      await page.getByRole('link', { name: other.name }).click()
      await expect(page.getByRole('button', { name: common.nav.switchFrom(other.name) })).toBeVisible()
      expect(page.url()).toBe(`${service.url}/boats/${other.id}/logbook`)
    })
  })
}
