import { expect, type Page, test } from '@playwright/test'
import { totpOf } from '../apps/server/src/testing/accounts/totp.ts'
import { startEmpty, type TestService } from './service.ts'
import { axe, still } from './settled.ts'

/** Signing in and keeping the account safe, by keyboard alone: nothing here is clicked. */
test.describe.configure({ mode: 'serial' })

const OWNER = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }

let service: TestService
let page: Page
let secret = ''
let backupCodes: string[] = []

test.beforeAll(async ({ browser }, { project }) => {
  service = await startEmpty()
  const context = await browser.newContext({ ...project.use, baseURL: service.url })
  page = await context.newPage()
  page.on('pageerror', (error) => expect.soft(error, 'an error in the page').toBeNull())
})

test.afterAll(async () => {
  await page?.context().close()
  await service?.stop()
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
const type = (text: string) => page.keyboard.type(text)
const MAX_TABS = 60

/** Presses Tab until what is named has the focus, as somebody without a mouse does. */
async function tabTo(role: 'button' | 'textbox', name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name })
  await expect(wanted.first()).toBeVisible()
  for (let i = 0; i < MAX_TABS; i++) {
    if (await wanted.evaluateAll((found) => found.includes(document.activeElement as HTMLElement))) return
    await press('Tab')
  }
  throw new Error(`${name} is not reached by Tab`)
}

async function tabToPassword(label: string): Promise<void> {
  const wanted = page.getByLabel(label, { exact: true })
  for (let i = 0; i < MAX_TABS; i++) {
    if (await wanted.evaluate((found) => found === document.activeElement)) return
    await press('Tab')
  }
  throw new Error(`${label} is not reached by Tab`)
}

async function noBarriers(): Promise<void> {
  await still(page)
  const { violations } = await axe(page).analyze()
  expect.soft(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
}

async function enterPassword(): Promise<void> {
  await tabTo('textbox', 'E-mail')
  await type(OWNER.email)
  await tabToPassword('Password')
  await type(OWNER.password)
  await press('Enter')
}

async function signOut(): Promise<void> {
  await tabTo('button', 'Account menu')
  await press('Enter')
  await tabTo('button', /^Sign out$/)
  await press('Enter')
  await expect(heading('Welcome back')).toBeVisible()
}

const STEP_MS = 30_000
let lastStep = 0

/** A code that has not been typed yet, since each signs in once; the next one is right a step early. */
async function freshCode(): Promise<string> {
  const now = () => Math.floor(Date.now() / STEP_MS)
  const step = Math.max(lastStep + 1, now())
  lastStep = step
  while (now() < step - 1) await new Promise((again) => setTimeout(again, 500))
  return totpOf(`otpauth://totp/x?secret=${secret}`, new Date(step * STEP_MS))
}

test('the first account: what is missing is said beside each field', async () => {
  await page.goto('/account')
  await expect(heading('Welcome aboard')).toBeVisible()
  await tabTo('button', 'Create account')
  await press('Enter')
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible()
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await noBarriers()
  await page.reload()
  await expect(heading('Welcome aboard')).toBeVisible()
  await tabTo('textbox', 'Your name')
  await type(OWNER.name)
  await press('Tab')
  await type(OWNER.email)
  await press('Tab')
  await type(OWNER.password)
  await press('Enter')
  await expect(heading('Add a boat')).toBeVisible()
})

test('an authenticator app is set up: password, code, backup codes', async () => {
  await page.goto('/account')
  await tabTo('button', 'Set up')
  await press('Enter')
  await expect(page.getByRole('dialog', { name: /Step 1 of 3/ })).toBeVisible()
  await expect(page.getByLabel('Your password, to confirm')).toBeFocused()
  await type('wrong horse battery')
  await press('Enter')
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await noBarriers()
  await press('Control+a')
  await type(OWNER.password)
  await press('Enter')
  await expect(page.getByRole('dialog', { name: /Step 2 of 3/ })).toBeVisible()
  secret = await page.getByText(/^[A-Z2-7]{32,}$/).innerText()
  await noBarriers()
  await tabTo('textbox', /six digits/)
  await type(await freshCode())
  await expect(page.getByRole('dialog', { name: /Save the backup codes/ })).toBeVisible()
  await noBarriers()
  backupCodes = await page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').allInnerTexts()
  expect(backupCodes).toHaveLength(10)
  await press('Escape')
  await expect(page.getByRole('dialog')).toBeVisible()
  await tabTo('button', 'I have saved them')
  await press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('10 backup codes are left.')).toBeVisible()
})

test('signing in then needs the code, and goes to the page that was asked for', async () => {
  await signOut()
  await page.goto('/developer')
  await expect(heading('Welcome back')).toBeVisible()
  await enterPassword()
  await expect(heading('One more step')).toBeVisible()
  await noBarriers()
  await expect(page.getByLabel('Code')).toBeFocused()
  await type('abc 12')
  await press('Enter')
  await expect(page.getByRole('alert')).toContainText('Incorrect code')
  await type(await freshCode())
  await expect(heading('Developer')).toBeVisible()
})

test('a backup code does, too', async () => {
  await signOut()
  await enterPassword()
  await tabTo('button', 'Use a backup code instead')
  await press('Enter')
  await expect(page.getByLabel('Backup code')).toBeFocused()
  await type(backupCodes[0]!)
  await press('Enter')
  await expect(heading('Boats')).toBeVisible()
})

test('a session that is ended elsewhere leads to the sign-in page and back', async ({ browser }) => {
  const elsewhere = await browser.newContext({ baseURL: service.url, extraHTTPHeaders: { origin: service.url } })
  const { request } = elsewhere
  await request.post('/api/auth/sign-in/email', { data: OWNER })
  await request.post('/api/auth/two-factor/verify-backup-code', { data: { code: backupCodes[1] } })
  expect((await request.post('/api/auth/revoke-other-sessions')).ok()).toBe(true)
  await elsewhere.close()
  await page.goto('/account')
  await expect(heading('Welcome back')).toBeVisible()
  await enterPassword()
  await expect(page.getByLabel('Code')).toBeFocused()
  await type(await freshCode())
  await expect(heading('Account')).toBeVisible()
  await expect(page.getByText('9 backup codes', { exact: false })).toHaveCount(0)
  await expect(page.getByText('8 backup codes are left.')).toBeVisible()
})

test('the list says where else somebody is signed in, and ends it', async () => {
  await expect(page.getByText('This browser', { exact: true })).toBeVisible()
  await tabTo('button', /^Sign out .+ (on|browser)/)
  await press('Enter')
  await expect(page.getByText(/is signed out\.$/)).toBeFocused()
})

test('language, units and colours change at once and are kept', async () => {
  await page.getByRole('radio', { name: 'Deutsch' }).focus()
  await press('Space')
  await expect(heading('Konto')).toBeVisible()
  await page.getByRole('radio', { name: 'US' }).focus()
  await press('Space')
  await expect(page.getByText(/Zum Beispiel .*°F/)).toBeVisible()
  await page.getByRole('radio', { name: 'Dunkel' }).focus()
  await press('Space')
  await page.reload()
  await expect(page.getByText(/Zum Beispiel .*°F/)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('radio', { name: 'English' }).focus()
  await press('Space')
  await expect(heading('Account')).toBeVisible()
})

test('the app is turned off by the password', async () => {
  await tabTo('button', 'Turn off')
  await press('Enter')
  await expect(page.getByLabel('Your password, to confirm')).toBeFocused()
  await type(OWNER.password)
  await press('Enter')
  await expect(page.getByText('The authenticator app is off.')).toBeVisible()
  await signOut()
  await enterPassword()
  await expect(heading('Boats')).toBeVisible()
})
