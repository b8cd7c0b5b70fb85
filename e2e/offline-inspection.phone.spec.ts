import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { closeWith } from './dialog.ts'
import { SAID, untilEntriesKept, untilKept } from './kept.ts'
import { makeBoat, OWNER } from './own-boat.ts'
import { startEmpty, type TestService } from './service.ts'
import { signIn } from './signed-in.ts'

/** An inspection where there is no network, from its start to its end, and what becomes of it when the network is back. */

/** One grey point. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

let service: TestService
let context: BrowserContext
let page: Page
let boat: string

test.beforeEach(async ({ browser }, { project }) => {
  service = await startEmpty()
  context = await browser.newContext({ ...project.use, baseURL: service.url })
  boat = await makeBoat(context, service.url)
  page = await context.newPage()
})

test.afterEach(async () => {
  await context?.close()
  await service?.stop()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const list = () => `/boats/${boat}/inspections`
const answerOf = async (path: string) => (await context.request.get(path)).json()

/** The page of the inspections, read, and then the network is gone. */
async function openOffline(path: string, kept: string[]): Promise<void> {
  await page.goto(path)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await untilKept(page, ['me', `vessel ${boat} vessel`, ...kept])
  await context.setOffline(true)
}

async function startOffline(): Promise<void> {
  await openOffline(list(), [`vessel ${boat} inspections overview`, 'inspection-templates en'])
  await button('Start an inspection').click()
  await button('Start').click()
  await expect(page.getByText(/^Point 1 of /)).toBeVisible()
}

/** Says that the second point needs attention, and why. */
async function writeNote(text: string): Promise<void> {
  await button('Works').click()
  await expect(page.getByText(/^Point 2 of /)).toBeVisible()
  await button('Attention').click()
  await page.getByLabel('Note').pressSequentially(text)
}

test('is started, judged and finished without a network, outlives the page, and is sent once', async () => {
  await startOffline()
  await writeNote('Loose')
  await page.locator('input[type=file]').setInputFiles({ name: 'bolt.png', mimeType: 'image/png', buffer: PHOTO })
  await expect(page.getByText('Waiting for the network')).toBeVisible()
  await button('Next').click()
  await expect(page.getByText('3 changes are kept on this device until the network is back')).toBeVisible()
  await expect.poll(() => page.evaluate(SAID)).toMatch(/Loose.*data:image/)
  await page.reload()
  await expect(page.getByText(/^Point 3 of /)).toBeVisible()
  await button('Back').click()
  await expect(page.getByLabel('Note')).toHaveValue('Loose')
  await button('All points').click()
  await button('To the end').click()
  await page.getByLabel('Engine hours now').fill('420')
  await button('Finish and see the report').click()
  await expect(page.getByText('Finished, not sent yet')).toBeVisible()
  await untilEntriesKept(page, 2)
  await page.goto(list())
  await expect(page.getByText('2 entries are not sent yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Started .*Finished, not sent yet/ })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('2 entries are not sent yet.')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Finished' })).toBeVisible()
  const { inspections } = await answerOf(`/app/vessels/${boat}/inspections`)
  expect(inspections).toHaveLength(1)
  expect(inspections[0]).toMatchObject({ status: 'completed', operational: 1, attention: 1, engine_hours: 420 })
  const { points } = await answerOf(`/app/inspections/${inspections[0].id}`)
  expect(points[1]).toMatchObject({ verdict: 'attention', note: 'Loose' })
  expect(points[1].photos).toHaveLength(1)
})

test('goes on under its new name while a note is written', async () => {
  await startOffline()
  await writeNote('Loose')
  expect(page.url()).toContain('/local-')
  await context.setOffline(false)
  await expect(page).not.toHaveURL(/local-/)
  await expect(page.getByLabel('Note')).toBeFocused()
  await page.keyboard.type(' bolt')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const id = page.url().split('/').at(-1)
  await expect.poll(async () => (await answerOf(`/app/inspections/${id}`)).points[1].note).toBe('Loose bolt')
  await button('Next').click()
  await button('Back').click()
  await expect(page.getByLabel('Note')).toHaveValue('Loose bolt')
})

test('that the service knows is discarded without a network: it waits in the list, and is gone when the network is back', async () => {
  const { inspection } = await (
    await context.request.post(`/app/vessels/${boat}/inspections`, {
      ...{ data: { templates: ['safety'] }, headers: { origin: service.url } },
    })
  ).json()
  await page.goto(list())
  await page.getByRole('link', { name: /^Started / }).click()
  await expect(page.getByText(/^Point 1 of /)).toBeVisible()
  await untilKept(page, [`inspection ${boat} ${inspection.id} en`])
  await context.setOffline(true)
  await button('All points').click()
  await button('To the end').click()
  await button('Discard').click()
  await closeWith(page, 'Discard')
  await expect(page.getByRole('link', { name: /^Started .*Waiting to be deleted/ })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: /^Started / })).toBeHidden()
  expect((await answerOf(`/app/vessels/${boat}/inspections`)).inspections).toEqual([])
})

test('that was finished elsewhere meanwhile says so, and loses no text', async ({ browser }) => {
  const headers = { origin: service.url }
  const { inspection, items } = await (
    await context.request.post(`/app/vessels/${boat}/inspections`, { data: { templates: ['safety'] }, headers })
  ).json()
  await openOffline(`${list()}/${inspection.id}`, [`inspection ${boat} ${inspection.id} en`])
  await writeNote('Loose')
  await expect(page.getByText('2 changes are kept on this device until the network is back')).toBeVisible()
  const elsewhere = await browser.newContext()
  await signIn(elsewhere, { url: service.url, ...OWNER })
  const completed = await elsewhere.request.post(`${service.url}/app/inspections/${inspection.id}/complete`, {
    data: {},
    headers,
  })
  expect(completed.ok()).toBe(true)
  await elsewhere.close()
  await context.setOffline(false)
  const left = page.getByRole('region', { name: 'Not in the report' })
  await expect(left).toContainText('finished on another device')
  await expect(left.getByText('Loose')).toBeVisible()
  await expect.poll(() => page.evaluate(SAID)).toContain('conflict')
  await page.reload()
  await expect(left.getByText('Loose')).toBeVisible()
  await left.getByRole('button', { name: 'Discard them' }).click()
  await expect(left).toBeHidden()
  expect(items.length).toBeGreaterThan(2)
})
