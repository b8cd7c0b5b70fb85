import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { picture } from '../apps/server/src/testing/picture.ts'
import { stopProcess } from '../bench/shared/resources.ts'
import { closeWith } from './dialog.ts'
import { startEmpty, type TestService } from './service.ts'

/**
 * An owner's first season, from an empty installation to a revoked key, by hand in the browser; what the boat does comes from a
 * process that sends with the key that the app showed.
 */
test.describe.configure({ mode: 'serial' })

const OWNER = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }
const BOAT = 'Nordlys </script><img src=x onerror=alert(1)>'

let service: TestService
let page: Page
/** The onboard device that sends the engine's hours, and its key. */
let engine: ChildProcess
let deviceKey: string
const devices: ChildProcess[] = []

/** An onboard device that sends with these options until the story ends. */
function startDevice(options: Record<string, string>): ChildProcess {
  const args = Object.entries({ url: service.url, ...options }).flatMap(([name, value]) => [`--${name}`, value])
  const device = spawn(process.execPath, [join(import.meta.dirname, 'device.ts'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  devices.push(device)
  return device
}

test.beforeAll(async ({ browser }, { project }) => {
  service = await startEmpty()
  const context = await browser.newContext({ ...project.use, baseURL: service.url })
  page = await context.newPage()
  page.on('pageerror', (error) => expect.soft(error, 'an error in the page').toBeNull())
  page.on('dialog', (dialog) => expect.soft(dialog.message(), 'a script of a name ran').toBeNull())
})

test.afterAll(async () => {
  await Promise.all(devices.map(stopProcess))
  await page?.context().close()
  await service?.stop()
})

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string | RegExp) => page.getByLabel(name)

test('the first account', async () => {
  await page.goto('/')
  await expect(heading('Welcome aboard')).toBeVisible()
  await field('Your name').fill(OWNER.name)
  await field('E-mail').fill(OWNER.email)
  await field('Password').first().fill(OWNER.password)
  await button('Create account').click()
  await expect(heading('Add a boat')).toBeVisible()
})

test('the first boat, once although the button is tapped twice, and its hour meter', async () => {
  await field('Name').fill(BOAT)
  await button('Add boat').dblclick()
  await expect(heading(`Set up ${BOAT}`)).toBeVisible()
  const { vessels } = await (await page.request.get('/v1/vessels')).json()
  expect(vessels).toHaveLength(1)
  await field('Hour meter, whole hours').fill('400,7')
  await button('Set the meter').click()
  await expect(page.getByText('2 of 6 done')).toBeVisible()
})

/** Takes the wizard through its first two steps; gives the key that it shows. */
async function chooseAndKeep(choice: RegExp): Promise<string> {
  await button(choice).click()
  const key = await page
    .getByText(/^ct_\w{40,}$/)
    .first()
    .innerText()
  await field(/I have copied the key/).check()
  await button('Next').click()
  return key
}

/** Goes to a section of the boat: in the column, or on a phone the bar and what is behind "More". */
async function open(section: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Sections of the boat' })
  const link = nav.getByRole('link', { name: section, exact: true })
  if (await link.isVisible()) return link.click()
  await nav.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: section, exact: true }).locator('visible=true').click()
}

const tab = (name: string) => page.getByRole('link', { name, exact: true })

test('an onboard device is connected, and its data is seen live', async () => {
  await button(/Connect a device/).click()
  const key = await chooseAndKeep(/My own script or device/)
  await expect(page.getByText('Waiting for the first reading…')).toBeVisible()
  engine = startDevice({ key, hours: '400' })
  deviceKey = key
  await expect(page.getByText(/It works: .* readings so far/)).toBeVisible()
  await button(/^Done$/).click()
  await expect(page.getByText('The boat is live.')).toBeVisible()
})

test('a task by engine hours', async () => {
  await page.goto(page.url().replace(/\/guide$/, '/tasks'))
  await page.getByRole('button', { name: 'Add a task' }).or(button('Write a task')).first().click()
  await field(/^Task/).fill('Engine oil')
  await field('Interval in engine hours').fill('50')
  await button('Save').click()
  await expect(page.getByText('Saved: Engine oil')).toBeVisible()
  await tab('Due').click()
  await expect(page.getByRole('heading', { name: 'Never logged' })).toBeVisible()
  await expect(page.getByText('at 450')).toBeVisible()
})

test('it turns overdue while the page is open, by the hours that the onboard device sends; two taps log the service', async () => {
  await stopProcess(engine)
  startDevice({ key: deviceKey, hours: '455' })
  await expect(page.getByRole('heading', { name: 'Overdue' })).toBeVisible()
  await button('Done: Engine oil').click()
  await button('Save').click()
  await expect(page.getByText('Logged: Engine oil')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overdue' })).toHaveCount(0)
  await tab('Logbook').click()
  await expect(page.getByText('Engine oil').locator('visible=true').first()).toBeVisible()
})

test('an inspection is walked with a note and a photo, and finished', async () => {
  await open('Inspections')
  await page.getByRole('link', { name: 'Start an inspection' }).or(button('Start an inspection')).first().click()
  await button(/^Start$/).click()
  await expect(page.getByText(/^Point 1 of/)).toBeVisible()
  await field('Note').fill('Belt is worn </script>')
  const photo = { name: 'belt.jpg', mimeType: 'image/jpeg', buffer: await picture() }
  await page.locator('input[type=file]').first().setInputFiles(photo)
  await expect(page.getByRole('img', { name: /^Photo 1 of/ })).toBeVisible()
  await button('Attention').click()
  await button('Next').click()
  await expect(page.getByText(/^Point 2 of/)).toBeVisible()
  await button('Works').click()
  await expect(page.getByText(/^Point 3 of/)).toBeVisible()
  await button('All points').click()
  await button('To the end').click()
  await button('Finish and see the report').click()
  await expect(heading('Inspection report')).toBeVisible()
  await expect(page.getByText('75', { exact: false }).first()).toBeVisible()
  await expect(page.getByText(/VIR-\w{4}-\w{4}/).first()).toBeVisible()
  await expect(page.getByText('Belt is worn </script>').first()).toBeVisible()
})

test('a camera is connected; a check-in is asked and answered', async () => {
  await open('Connections')
  await page.getByRole('link', { name: 'Connect a device' }).or(button('Connect a device')).first().click()
  const key = await chooseAndKeep(/Only a camera/)
  await expect(page.getByText('Waiting for the first picture…')).toBeVisible()
  startDevice({ camera: 'Cockpit', 'camera-key': key })
  await expect(page.getByText('It works. Cameras: Cockpit.')).toBeVisible()
  await open('Cameras')
  await page
    .getByRole('link', { name: /Cockpit/ })
    .first()
    .click()
  await expect(heading('Cockpit')).toBeVisible()
  await button('Request a picture').click()
  await expect(page.getByText(/^Answered .*: this is the picture\./)).toBeVisible()
})

test('the boat is shared, seen by a stranger, and private again', async ({ browser }) => {
  await open('Share')
  await button('Share this boat').click()
  const link = await page
    .getByText(new RegExp(`^${service.url}/v/`))
    .first()
    .innerText()
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText('Nordlys </script>')
  await button('Stop sharing').first().click()
  await closeWith(page, 'Stop sharing')
  await expect(page.getByText('This boat is private')).toBeVisible()
  expect((await stranger.goto(link))?.status()).toBe(404)
  await stranger.context().close()
})

test('a key is made, used by curl, and revoked', async () => {
  await page.goto('/developer')
  await button('Create a key').click()
  await field('Name').fill('curl')
  await button('Create key').click()
  const key = await page
    .getByText(/^bnk_\w{40,}$/)
    .first()
    .innerText()
  expect(await curl(key)).toContain('"name":"Nordlys')
  await closeWith(page, 'I have copied it')
  expect(await placesWhileOpening('Revoke curl'), 'where its button is while the dialog opens').toHaveLength(1)
  await closeWith(page, 'Revoke')
  await expect(page.getByText('curl is revoked.')).toBeVisible()
  expect(await curl(key)).toContain('"error":"unauthorized"')
})

/** Opens a dialog, and gives each place on the page at which its last button is drawn until it is still. */
const placesWhileOpening = (opener: string) =>
  button(opener).evaluate(async (element) => {
    const places = new Set<string>()
    ;(element as HTMLElement).click()
    const nextFrame = () => new Promise(requestAnimationFrame)
    let last: Element | undefined
    while (!last) {
      await nextFrame()
      last = [...document.querySelectorAll('[role=dialog] form button')].at(-1)
    }
    const dialog = last.closest('[role=dialog]')!
    do {
      if (!dialog.isConnected) throw new Error('the dialog was closed while it opened')
      const { x, y } = last.getBoundingClientRect()
      places.add(`${x} ${y}`)
      await nextFrame()
    } while (dialog.getAnimations().length > 0 || getComputedStyle(dialog).opacity !== '1')
    return [...places]
  })

async function curl(key: string): Promise<string> {
  const { stdout } = await promisify(execFile)('curl', [
    '-s',
    '-H',
    `Authorization: Bearer ${key}`,
    `${service.url}/v1/vessels`,
  ])
  return stdout
}

test('signed out, nothing of the boat is left in the browser', async () => {
  await page.goto('/')
  await expect(page.getByText(BOAT).first()).toBeVisible()
  await button('Account menu').click()
  await button('Sign out').click()
  await expect(heading('Welcome back')).toBeVisible()
  await page.goto('/')
  await expect(heading('Welcome back')).toBeVisible()
  await expect(page.getByText(BOAT)).toHaveCount(0)
})
