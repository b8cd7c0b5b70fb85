import { expect, type Page, test } from '@playwright/test'
import { closeWith } from './dialog.ts'
import { startEmpty, type TestService } from './service.ts'

/** A passkey from its making to its removal, with Chromium's own virtual authenticator: the browser's side of WebAuthn is real. */
test.describe.configure({ mode: 'serial' })

const OWNER = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }

let service: TestService
let page: Page

test.beforeAll(async ({ browser }, { project }) => {
  service = await startEmpty()
  const context = await browser.newContext({ ...project.use, baseURL: service.url })
  await context.addInitScript(
    `if (localStorage.getItem('suggest') === 'false') PublicKeyCredential.isConditionalMediationAvailable = async () => false`,
  )
  page = await context.newPage()
  page.on('pageerror', (error) => expect.soft(error, 'an error in the page').toBeNull())
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  const headers = { origin: service.url }
  await context.request.post('/api/auth/sign-up/email', { data: OWNER, headers })
})

test.afterAll(async () => {
  await page?.context().close()
  await service?.stop()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
/** The authenticator takes up the first suggestion as soon as it is made: without suggestions, only the button asks it. */
const suggest = (wanted: boolean) => page.evaluate(`localStorage.setItem('suggest', '${wanted}')`)

async function signOut(): Promise<void> {
  await button('Account menu').click()
  await button(/^Sign out$/).click()
}

test('is added with a name', async () => {
  await page.goto('/account')
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
  await button('Add a passkey').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Ada’s <b>phone</b>')
  await closeWith(page, 'Continue')
  await expect(page.getByText('Ada’s <b>phone</b>', { exact: true })).toBeVisible()
  await expect(page.getByText('No passkeys yet.')).toHaveCount(0)
})

test('a device adds itself once', async () => {
  await button('Add a passkey').click()
  await button('Continue').click()
  await expect(page.getByText('This device already has a passkey for the account.')).toBeVisible()
  await button('Cancel').click()
})

test('signs in where the button is pressed, without anything typed, and goes to the page that was asked for', async () => {
  await suggest(false)
  await page.reload()
  await signOut()
  await expect(heading('Welcome back')).toBeVisible()
  await page.goto('/developer')
  await expect(heading('Welcome back')).toBeVisible()
  await button('Sign in with a passkey').click()
  await expect(heading('Developer')).toBeVisible()
})

test('signs in from the suggestions of the e-mail field', async () => {
  await suggest(true)
  await page.reload()
  const asked = page.waitForRequest(/verify-authentication/)
  await signOut()
  await asked
  await expect(heading('Boats')).toBeVisible()
})

test('is renamed and removed, and then signs in no more', async () => {
  await suggest(false)
  await page.goto('/account')
  await button('Rename Ada’s <b>phone</b>').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old phone')
  await closeWith(page, 'Save')
  await button('Remove Old phone').click()
  await closeWith(page, 'Remove')
  await expect(page.getByText('Old phone is removed.')).toBeVisible()
  await signOut()
  await button('Sign in with a passkey').click()
  await expect(page.getByRole('alert')).toHaveText('Unknown passkey. It may have been removed.')
})
