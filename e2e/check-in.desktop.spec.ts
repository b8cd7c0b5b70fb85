import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { startEmpty, type TestService } from './service.ts'

/**
 * A check-in as its owner sees it when the answer takes its time: in a second tab, after leaving the page, minutes later, and when
 * none comes. The boat is this file: it answers when the story says so.
 */
test.describe.configure({ mode: 'serial' })

/** More than the five minutes of a request. */
const LATER_MS = 305_000
const OWNER = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }
const CAMERA = 'Cockpit </script><img src=x onerror=alert(1)>'

let service: TestService
let context: BrowserContext
let page: Page
let key: string
let boat: string

test.beforeAll(async ({ browser }, { project }) => {
  service = await startEmpty()
  context = await browser.newContext({ ...project.use, baseURL: service.url })
  const post = async (path: string, data: object) => {
    const answer = await context.request.post(path, { data, headers: { origin: service.url } })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  await post('/api/auth/sign-up/email', OWNER)
  boat = `/boats/${(await post('/app/vessels', { name: 'Nordlys', vessel_type: 'sailboat' })).vessel.id}`
  page = await context.newPage()
  page.on('pageerror', (error) => expect.soft(error, 'an error in the page').toBeNull())
  page.on('dialog', (dialog) => expect.soft(dialog.message(), 'a script of a name ran').toBeNull())
})

test.afterAll(async () => {
  await context?.close()
  await service?.stop()
})

/** The boat sends a picture. */
async function sendPicture(): Promise<string> {
  const image = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#206080' } })
    .jpeg()
    .toBuffer()
  const answer = await fetch(`${service.url}/v1/cameras/frames`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ label: CAMERA, image_base64: image.toString('base64') }),
  })
  expect(answer.status).toBe(202)
  return (await answer.json()).camera_id
}

const ask = () => page.getByRole('button', { name: 'Request a picture' })
const countdown = (on: Page) => on.getByRole('timer', { name: 'Time left' })
const answered = (on: Page) => on.getByText(/^Answered .*: this is the picture\./)

test('the key cannot be left by accident', async () => {
  await page.goto(`${boat}/cameras`)
  await page.getByRole('link', { name: 'Connect a camera' }).click()
  await page.getByRole('button', { name: /Only a camera/ }).click()
  key = await page.getByText(/^ct_\w{40,}$/).innerText()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('navigation', { name: 'Sections of the boat' }).getByRole('link', { name: 'Cameras' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without the key?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByText(key)).toBeVisible()
  await page.getByLabel(/I have copied the key/).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Waiting for the first picture…')).toBeVisible()
  await expect(page.getByText(key)).toBeVisible()
  await sendPicture()
  await expect(page.getByText(`It works. Cameras: ${CAMERA}.`)).toBeVisible()
})

test('a request is the same in a second tab and after leaving, and its answer comes late to both', async () => {
  const camera = `${boat}/cameras/${await sendPicture()}`
  await page.goto(camera)
  const second = await context.newPage()
  await second.goto(`${boat}/cameras`)
  await expect(second.getByRole('heading', { name: CAMERA })).toBeVisible()
  await ask().click()
  await expect(countdown(page)).toBeVisible()
  await expect(countdown(second)).toBeVisible()
  await page.goto('/')
  await page.goto(camera)
  // Whatever is left of its five minutes: loading two pages may take a busy machine more than one.
  await expect(countdown(page)).toHaveText(/^[0-4]:\d\d$/)
  await sendPicture()
  await expect(answered(page)).toBeVisible()
  await expect(answered(second)).toBeVisible()
  await second.close()
})

test('none comes: that is said, and another request is offered', async () => {
  await page.clock.install()
  await page.reload()
  await ask().click()
  await expect(countdown(page)).toBeVisible()
  // Five minutes for the page, and as the service tells it the time: a page that asks for the cameras meanwhile asks again later.
  await page.route('**/app/vessels/*/cameras', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const now = new Date(Date.parse(answer.now) + LATER_MS).toISOString()
    await route.fulfill({ response, json: { ...answer, now } })
  })
  await page.clock.fastForward(LATER_MS)
  await expect(page.getByText('No answer.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request again' })).toBeEnabled()
})

test('the pictures by keyboard, and one of them deleted', async () => {
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  const pictures = page.locator('[data-frame]')
  await expect(pictures).toHaveCount(3)
  await pictures.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('3 of 3')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await viewer.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this picture?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeHidden()
  await expect(viewer.getByText('2 of 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pictures).toHaveCount(2)
  await expect(pictures.last()).toBeFocused()
})
