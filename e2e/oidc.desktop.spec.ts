import { OIDC_CALLBACK } from '@binnacle/contract'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { openOidcServer } from '../apps/server/src/testing/oidc-provider.ts'
import { closeWith } from './dialog.ts'
import { makeBoat, OWNER } from './own-boat.ts'
import { startEmpty, type TestService } from './service.ts'

/** Sign-in at a real OpenID Connect provider, which has an address of its own and asks whoever it does not know. */

let provider: Awaited<ReturnType<typeof openOidcServer>>
let service: TestService
let context: BrowserContext
let page: Page

test.beforeEach(async ({ browser }, { project }) => {
  service = await startEmpty(async (url) => {
    provider = await openOidcServer(url + OIDC_CALLBACK)
    return {
      ...{ OIDC_ISSUER: provider.issuer, OIDC_NAME: 'Harbour', SIGNUPS: 'open' },
      ...{ OIDC_CLIENT_ID: provider.client.id, OIDC_CLIENT_SECRET: provider.client.secret },
    }
  })
  provider.asks = true
  provider.people.ada = { email: 'ada@harbour.example', email_verified: true, name: 'Ada of the harbour' }
  provider.who = 'ada'
  context = await browser.newContext({ ...project.use, baseURL: service.url })
  page = await context.newPage()
  page.on('pageerror', (error) => expect.soft(error, 'an error in the page').toBeNull())
})

test.afterEach(async () => {
  await context?.close()
  await service?.stop()
  await provider?.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('an owner links the account there, signs in with it and is at the page that was asked for', async () => {
  const boat = await makeBoat(context, service.url)
  await page.goto('/account')
  await button('Link Harbour').click()
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/`))
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText(/^You can sign in with Harbour since /)).toBeVisible()
  await expect(page).toHaveURL(`${service.url}/account`)

  // The provider knows the browser by now, and asks nothing.
  await context.clearCookies({ domain: 'localhost' })
  await page.goto(`/boats/${boat}`)
  await expect(heading('Welcome back')).toBeVisible()
  await button('Sign in with Harbour').click()
  await expect(heading('Aurora')).toBeVisible()
  await expect(page).toHaveURL(`${service.url}/boats/${boat}`)
  const { account } = await (await context.request.get('/app/me')).json()
  expect(account.email).toBe(OWNER.email)

  await page.goto('/account')
  await button('Unlink').click()
  await closeWith(page, 'Unlink')
  await expect(page.getByText('It is unlinked.')).toBeVisible()
  await expect(button('Link Harbour')).toBeVisible()
})

test('who cancels there is back at the sign-in page, which says so; who goes on has an account', async () => {
  const other = await context.browser()!.newContext()
  await makeBoat(other, service.url)
  await other.close()
  await page.goto('/sign-in')
  await button('Sign in with Harbour').click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(heading('Welcome back')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The sign-in there was cancelled or not accepted.')
  expect((await context.request.get('/app/me')).status()).toBe(401)

  await button('Sign in with Harbour').click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${service.url}/boats/new`)
  await page.goto('/account')
  await expect(page.getByText('ada@harbour.example')).toBeVisible()
  await expect(page.getByText(/^You can sign in with Harbour since /)).toBeVisible()
})
