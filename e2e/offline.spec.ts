import { expect, test } from '@playwright/test'
import { de } from '../apps/web/src/texts/de.ts'
import { en, type Texts } from '../apps/web/src/texts/en.ts'
import { closeWith } from './dialog.ts'
import { KEPT, NAMES, untilEntriesKept, untilKept } from './kept.ts'
import { makeBoat, OWNER } from './own-boat.ts'
import { startDemo, startEmpty } from './service.ts'
import { signIn } from './signed-in.ts'

/** Each language is read at one size: both at each would cost twice as much. */
const LANGUAGE_OF: Record<string, { locale: string; texts: Texts }> = {
  desktop: { locale: 'en-GB', texts: en },
  phone: { locale: 'de-DE', texts: de },
}

test('without the service the app opens with what was last seen, and says how old it is', async ({ browser }, {
  project,
}) => {
  const demo = await startDemo()
  const context = await browser.newContext(project.use)
  try {
    const [boat] = await signIn(context, demo)
    const page = await context.newPage()
    await page.goto(demo.url)
    await expect(page.getByRole('heading', { name: 'Aurora' })).toBeVisible()
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await untilKept(page, ['me', 'fleet'])
    await page.goto(`${demo.url}/boats/${boat}/maintenance`)
    await expect(page.getByRole('heading', { name: 'Overdue' })).toBeVisible()
    await untilKept(page, ['me', 'fleet', `vessel ${boat} vessel`, `vessel ${boat} due forecast`])
    await demo.stop()
    // It has noticed, and what could not be read again is still kept.
    await expect(page.getByText(/^No connection to the service/)).toBeVisible()

    await page.reload()
    await expect(page.getByRole('heading', { name: 'Overdue' })).toBeVisible()
    await expect(page.getByText(/^No connection to the service\. Last update:/)).toBeVisible()
    // Another page that was seen before opens too; one that never was says that it cannot.
    await page.goto(demo.url)
    await expect(page.getByRole('heading', { name: 'Aurora' })).toBeVisible()
    await page.goto(`${demo.url}/boats/${boat}/logbook`)
    await expect(page.getByText('This page has not been opened on this device before.').first()).toBeVisible()
  } finally {
    await context.close()
    await demo.stop()
  }
})

test('Back closes a sheet and keeps its text; a double click logs once; without a network an entry waits and is sent once', async ({
  browser,
}, { project }) => {
  const { locale, texts } = LANGUAGE_OF[project.name]!
  const { due, service } = texts.maintenance
  const demo = await startEmpty()
  const context = await browser.newContext({ ...project.use, locale })
  try {
    const boat = await makeBoat(context, demo.url)
    const page = await context.newPage()
    const address = `${demo.url}/boats/${boat}/maintenance`
    const openSheet = async () => {
      await page.getByRole('button', { name: due.other }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }
    const logged = async (title: string) => {
      const { service_logs } = await (await context.request.get(`${demo.url}/v1/vessels/${boat}/logbook`)).json()
      return service_logs.filter((entry: { title: string }) => entry.title === title).length
    }
    const what = page.getByLabel(service.what)
    const save = page.getByRole('dialog').getByRole('button', { name: texts.common.save })
    const waits = page.getByText(texts.common.waiting.title(1))

    await page.goto(demo.url)
    await page.goto(`${demo.url}/boats/${boat}/charts`)
    await expect(page.locator('.uplot canvas').first()).toBeVisible()
    // The canvas is there before its line.
    await expect.poll(() => page.evaluate(NAMES)).toMatch(/kept range \S+ battery_voltage/)
    await untilKept(page, ['me', `vessel ${boat} vessel`, `vessel ${boat} telemetry latest`])
    await page.goto(address)
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')

    await openSheet()
    await what.fill('Sails mended')
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(page.url()).toBe(address)
    await page.reload()
    await openSheet()
    await expect(what).toHaveValue('Sails mended')
    await save.dblclick()
    await expect(page.getByText(service.logged('Sails mended'))).toBeVisible()
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
    // It outlives the page, and what was seen of the charts is there.
    await page.goto(`${demo.url}/boats/${boat}/charts`)
    await expect(waits).toBeVisible()
    await expect(page.locator('.uplot canvas').first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await context.setOffline(false)
    await expect(waits).toBeHidden()
    expect(await logged('Bilge cleaned')).toBe(1)
  } finally {
    await context.close()
    await demo.stop()
  }
})

test('without a network a task is changed, a note is written and an entry deleted: all wait, and are sent once', async ({
  browser,
}, { project }) => {
  const service = await startEmpty()
  const context = await browser.newContext(project.use)
  try {
    const boat = await makeBoat(context, service.url)
    const post = (path: string, data: object) =>
      context.request.post(service.url + path, { data, headers: { origin: service.url } })
    await post(`/app/vessels/${boat}/tasks`, { title: 'Impeller', interval_days: 365 })
    for (const title of ['Anodes', 'Fenders', 'Zincs']) await post(`/v1/vessels/${boat}/service-log`, { title })
    const page = await context.newPage()
    const [tasks, logbook] = [`${service.url}/boats/${boat}/tasks`, `${service.url}/boats/${boat}/logbook`]
    const sheet = page.getByRole('dialog')
    const save = sheet.getByRole('button', { name: 'Save' })
    const edit = (title: string) => page.getByRole('button', { name: `Change ${title}` }).click()

    await page.goto(tasks)
    await expect(page.getByRole('heading', { name: 'Impeller' })).toBeVisible()
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.goto(logbook)
    await expect(page.getByText('Anodes')).toBeVisible()
    await untilKept(page, ['me', ...['vessel', 'due tasks'].map((topic) => `vessel ${boat} ${topic}`)])
    await expect.poll(async () => String(await page.evaluate(KEPT))).toContain(`vessel ${boat} logbook pages`)

    await context.setOffline(true)
    await edit('Anodes')
    await sheet.getByLabel('Note').fill('Zinc, both sides')
    await save.click()
    await expect(page.getByText('1 entry is not sent yet.')).toBeVisible()
    await untilEntriesKept(page, 1)
    await page.goto(tasks)
    await edit('Impeller')
    await sheet.getByLabel(/^Task/).fill('Impeller and gasket')
    await save.click()
    await expect(page.getByText('2 entries are not sent yet.')).toBeVisible()
    await untilEntriesKept(page, 2)
    await page.goto(logbook)
    for (const title of ['Fenders', 'Zincs']) {
      await edit(title)
      await sheet.getByRole('button', { name: 'Delete' }).click()
      await closeWith(page, 'Delete', 'Delete the entry?')
      await expect(page.getByRole('button', { name: `Do not delete ${title}` })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Do not delete Fenders' }).click()
    await expect(page.getByText('3 entries are not sent yet.')).toBeVisible()
    await untilEntriesKept(page, 3)
    await page.goto(tasks)
    await page.reload()
    await expect(page.getByText('3 entries are not sent yet.')).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByText('3 entries are not sent yet.')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Impeller and gasket' })).toBeVisible()
    await page.goto(logbook)
    await expect(page.getByText('Fenders')).toBeVisible()
    await expect(page.getByText('Zincs')).toHaveCount(0)
    await expect(page.getByText('Zinc, both sides')).toBeVisible()
    await expect(page.getByText('Anodes')).toHaveCount(1)
  } finally {
    await context.close()
    await service.stop()
  }
})

test('a session that ends under a form is begun on the spot: the text is sent, and nobody else sees it', async ({
  browser,
}, { project }) => {
  const service = await startEmpty({ SIGNUPS: 'open' })
  const context = await browser.newContext({ ...project.use, locale: 'de-DE' })
  try {
    const boat = await makeBoat(context, service.url)
    const headers = { origin: service.url }
    const other = { name: 'Bo', email: 'bo@example.org', password: 'another horse battery' }
    const elsewhere = await browser.newContext()
    await elsewhere.request.post(`${service.url}/api/auth/sign-up/email`, { data: other, headers })
    await elsewhere.close()
    const page = await context.newPage()
    const dialog = page.getByRole('dialog', { name: 'Die Sitzung ist beendet' })
    const saveAsEnded = async (title: string) => {
      await page.getByRole('button', { name: 'Andere Arbeit eintragen' }).click()
      await page.getByRole('textbox', { name: 'Was wurde gemacht' }).fill(title)
      // As the text is on its way: sooner, and another question of the page might bring the dialog before the click.
      await page.route(
        '**/service-log',
        async (route) => {
          await context.request.post(`${service.url}/api/auth/sign-out`, { headers })
          await route.continue()
        },
        { times: 1 },
      )
      await page.getByRole('button', { name: 'Speichern' }).click()
      await expect(dialog).toBeVisible()
    }
    const signInThere = async ({ email, password }: typeof other) => {
      await dialog.getByRole('textbox', { name: 'E-Mail' }).fill(email)
      await dialog.getByLabel('Passwort', { exact: true }).fill(password)
      await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
    }

    await page.goto(`${service.url}/boats/${boat}/maintenance`)
    await untilKept(page, ['me', `vessel ${boat} vessel`])
    await saveAsEnded('Segel geflickt')
    await expect.poll(() => page.evaluate(KEPT)).not.toContain('me')
    await signInThere(OWNER)
    await expect(page.getByText('Eingetragen: Segel geflickt')).toBeVisible()
    await expect(dialog).toBeHidden()

    await saveAsEnded('Bilge gereinigt')
    await signInThere(other)
    await expect(page.getByRole('heading', { level: 1, name: 'Boote' })).toBeVisible()
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('Bilge')
    await expect(page.getByText('Aurora')).toHaveCount(0)
  } finally {
    await context.close()
    await service.stop()
  }
})

test('a session that is ended elsewhere leaves no data and no pictures in the browser', async ({ browser }, {
  project,
}) => {
  const demo = await startDemo()
  const context = await browser.newContext(project.use)
  try {
    await signIn(context, demo)
    const page = await context.newPage()
    await page.goto(demo.url)
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    // Now the pictures go through the service worker.
    await page.reload()
    const pictures = () =>
      page.evaluate("caches.open('pictures').then((cache) => cache.keys()).then(({ length }) => length)")
    await expect.poll(pictures).toBeGreaterThan(0)
    await untilKept(page, ['me', 'fleet'])
    const ended = await context.request.post(`${demo.url}/api/auth/sign-out`, { headers: { origin: demo.url } })
    expect(ended.status()).toBe(200)
    await page.reload()
    await expect(page).toHaveURL(/\/sign-in/)
    await expect.poll(pictures).toBe(0)
    // What the sign-in page asks is no secret.
    await expect.poll(() => page.evaluate(KEPT)).toEqual(['start'])
  } finally {
    await context.close()
    await demo.stop()
  }
})
