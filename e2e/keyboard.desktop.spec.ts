import { expect, type Locator, type Page, test } from '@playwright/test'
import { startEmpty, type TestService } from './service.ts'

/** The main flows with nothing but Tab, Enter, Space, Escape and letters: no pointer touches the page. */

let service: TestService
test.beforeAll(async () => {
  service = await startEmpty()
})
test.afterAll(() => service?.stop())

const MAX_STOPS = 200

/** Presses Tab until this has the focus; a keyboard cannot reach it when a whole round does not. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible()
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${target}`)
}

async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await reach(page, page.getByLabel(label))
  await page.keyboard.type(text)
}

async function press(page: Page, role: 'button' | 'link' | 'checkbox', name: string | RegExp): Promise<void> {
  await reach(page, page.getByRole(role, { name }).locator('visible=true'))
  await page.keyboard.press(role === 'checkbox' ? 'Space' : 'Enter')
}

/** Presses Escape as soon as the next dialog is there, which is before it has the focus. */
async function escapeAtOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=dialog]')) return
      observer.disconnect()
      document.body.dataset.escaped = 'yes'
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

test('account, boat, task, service, share, connection, inspection and key, by keyboard alone', async ({ browser }, {
  project,
}) => {
  const context = await browser.newContext({ ...project.use, baseURL: service.url })
  const page = await context.newPage()
  const title = (name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto('/')
  await title('Welcome aboard')
  await type(page, 'Your name', 'Ada')
  await type(page, 'E-mail', 'ada@example.org')
  await type(page, /^Password/, 'correct horse battery')
  await page.keyboard.press('Enter')

  await title('Add a boat')
  await type(page, 'Name', 'Nordlys')
  await press(page, 'button', 'Add boat')
  await title('Set up Nordlys')
  await type(page, 'Hour meter, whole hours', '400')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 6 done')).toBeVisible()

  await press(page, 'link', 'Maintenance')
  await title('Maintenance')
  await press(page, 'link', 'Tasks')
  await title('Tasks')
  await press(page, 'button', /Add a task|Write a task/)
  await type(page, /^Task/, 'Engine oil')
  await type(page, 'Interval in engine hours', '50')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved: Engine oil')).toBeVisible()

  await press(page, 'link', 'Due')
  await press(page, 'button', 'Done: Engine oil')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const done = page.getByRole('button', { name: 'Done: Engine oil' })
  await expect(done).toBeFocused()
  await escapeAtOnce(page)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.body.dataset.escaped)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(done).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, 'button', 'Save')
  await expect(page.getByText('Logged: Engine oil')).toBeVisible()

  await press(page, 'link', 'Share')
  await press(page, 'button', 'Share this boat')
  await expect(page.getByText(new RegExp(`^${service.url}/v/`)).first()).toBeVisible()

  await press(page, 'link', 'Connections')
  await title('Connections')
  await reach(
    page,
    page.getByRole('link', { name: 'Connect a device' }).or(page.getByRole('button', { name: 'Connect a device' })),
  )
  await page.keyboard.press('Enter')
  await press(page, 'button', /My own script or device/)
  await expect(page.getByText(/^ct_\w{40,}$/).first()).toBeVisible()
  await press(page, 'checkbox', /I have copied the key/)
  await press(page, 'button', 'Next')
  await expect(page.getByText('Waiting for the first reading…')).toBeVisible()
  await press(page, 'button', 'I will do this later')

  await press(page, 'link', 'Inspections')
  await title('Inspections')
  await press(page, 'button', 'Start an inspection')
  await press(page, 'button', /^Start$/)
  await expect(page.getByText(/^Point 1 of/)).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByText(/^Point 2 of/)).toBeVisible()
  await page.keyboard.press('2')
  await press(page, 'button', 'All points')
  await press(page, 'button', 'To the end')
  await press(page, 'button', 'Finish and see the report')
  await title('Inspection report')

  await press(page, 'button', 'Account menu')
  await press(page, 'link', 'Developer')
  await title('Developer')
  await press(page, 'button', 'Create a key')
  await type(page, 'Name', 'curl')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^bnk_\w{40,}$/).first()).toBeVisible()
  await press(page, 'button', 'I have copied it')

  await press(page, 'button', 'Account menu')
  await press(page, 'button', 'Sign out')
  await title('Welcome back')
  await context.close()
})
