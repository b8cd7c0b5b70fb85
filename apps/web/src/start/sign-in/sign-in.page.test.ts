import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fleetVessel } from '../../testing/boat.ts'
import { open } from '../../testing/open.ts'
import { type Answers, Refusal } from '../../testing/service.ts'
import { de } from '../../texts/de.ts'
import { en } from '../../texts/en.ts'

const { start } = en
const started = {
  first_run: false,
  setup_token_required: false,
  signups_open: true,
  oidc_name: null,
  sends_email: false,
  map_tiles: null,
}
const START: Answers = { 'GET /app/start': started }
type Page = Awaited<ReturnType<typeof open>>

async function signIn(page: Page, words = start) {
  await page.user.type(await page.findByLabelText(words.email), 'ada@example.org')
  await page.user.type(page.getByLabelText(words.password), 'wrong')
  await page.user.click(page.getByRole('button', { name: words.signIn.action }))
}

test('a wrong password is told in the language of the page', async () => {
  const answers = { ...START, 'POST /api/auth/sign-in/email': new Refusal('invalid_email_or_password') }
  const page = await open('/sign-in', answers, { language: 'de' })
  await signIn(page, de.start)
  await page.findByText(de.start.problem.invalid_email_or_password)
})

test('nothing is sent without an address and a password', async () => {
  const page = await open('/sign-in', START)
  await page.user.click(await page.findByRole('button', { name: start.signIn.action }))
  await page.findByText(start.problem.email_wrong)
  assert.ok(page.getByText(start.problem.password_blank))
  assert.equal(page.service.changes.length, 0)
})

test('a code is asked for, a wrong one is emptied, and six digits are sent by themselves', async () => {
  const page = await open('/sign-in', {
    ...START,
    'GET /app/fleet': { vessels: [fleetVessel()] },
    'POST /api/auth/sign-in/email': { twoFactorRedirect: true } as never,
    'POST /api/auth/two-factor/verify-totp': new Refusal('invalid_code'),
  })
  await signIn(page)
  const code = (await page.findByLabelText(start.code.label)) as HTMLInputElement
  await page.user.type(code, '123 456')
  await page.findByText(start.problem.invalid_code)
  assert.equal(code.value, '')
  assert.deepEqual(page.service.changes[1]!.body, { code: '123456' })
})

test('a wrong backup code is told beside its field', async () => {
  const page = await open('/sign-in', {
    ...START,
    'POST /api/auth/sign-in/email': { twoFactorRedirect: true } as never,
    'POST /api/auth/two-factor/verify-backup-code': new Refusal('invalid_code'),
  })
  await signIn(page)
  await page.user.click(await page.findByRole('button', { name: start.code.useBackup }))
  const code = await page.findByLabelText(start.code.backupLabel)
  await page.user.type(code, 'abc-def')
  await page.user.click(page.getByRole('button', { name: start.code.action }))
  await page.findByText(start.problem.invalid_backup_code)
  await page.focusIsOn(code)
})

test('an account with a name, an address and eight characters is made', async () => {
  const page = await open('/sign-up', {
    ...START,
    'GET /app/fleet': { vessels: [] },
    'POST /api/auth/sign-up/email': new Refusal('invalid_request: /email must match format "email"'),
  })
  await page.user.type(await page.findByLabelText(start.yourName), 'Ada')
  await page.user.type(page.getByLabelText(start.email), 'ada@example..org')
  await page.user.type(page.getByLabelText(start.password), '1234567')
  const make = page.getByRole('button', { name: start.signUp.action })
  await page.user.click(make)
  await page.findByText(start.problem.password_short)
  assert.equal(page.service.changes.length, 0)
  await page.user.type(page.getByLabelText(start.password), '8')
  await page.user.click(make)
  await page.findByText(start.problem.email_wrong)
  await page.focusIsOn(page.getByLabelText(start.email))
})

test('how hard a new password is to guess is told while it is typed, by who knows the account too', async () => {
  const page = await open('/sign-up', START)
  await page.user.type(await page.findByLabelText(start.yourName), 'Ada')
  await page.user.type(page.getByLabelText(start.email), 'zuiderzee@example.org')
  const password = page.getByLabelText(start.password)
  await page.user.type(password, 'zuiderzee@example.org')
  await page.findByText(start.strength[0]!)
  await page.user.type(password, ' staple horse')
  await page.findByText(start.strength[4]!)
})

test('the first account is asked for the set-up token where the service needs it', async () => {
  const page = await open('/welcome', {
    'GET /app/start': { ...started, first_run: true, setup_token_required: true },
    'POST /api/auth/sign-up/email': new Refusal('setup_token_required'),
  })
  await page.user.type(await page.findByLabelText(start.yourName), 'Ada')
  await page.user.type(page.getByLabelText(start.email), 'ada@example.org')
  await page.user.type(page.getByLabelText(start.password), 'correct horse battery')
  const make = page.getByRole('button', { name: start.welcome.action })
  await page.user.click(make)
  await page.findByText(start.problem.setup_token_required)
  assert.equal(page.service.changes.length, 0)
  await page.user.type(page.getByLabelText(start.setupToken), '3f9a1-77b2c-0d4e8-51c6f ')
  await page.user.click(make)
  await page.findByText(start.problem.setup_token_required)
  assert.equal((page.service.changes[0]!.body as { setupToken: string }).setupToken, '3f9a1-77b2c-0d4e8-51c6f')
})

const WITH_OIDC: Answers = { 'GET /app/start': { ...started, oidc_name: 'Harbour' } }

test('the provider of the installation is offered by its name, for the page that was asked for', async () => {
  const page = await open('/sign-in?to=/developer', {
    ...WITH_OIDC,
    'POST /app/oidc/sign-in': new Refusal('oidc_unavailable'),
  })
  await page.user.click(await page.findByRole('button', { name: start.signIn.oidc('Harbour') }))
  await page.findByText(start.problem.oidc_unavailable)
  assert.deepEqual(page.service.changes[0]!.body, { to: '/developer', fresh: false })
  assert.ok(page.getByLabelText(start.password), 'the password still works')
})

test('without a provider there is no such button', async () => {
  const page = await open('/sign-in', START)
  await page.findByLabelText(start.email)
  assert.equal(page.queryByRole('button', { name: start.signIn.oidc('Harbour') }), null)
})

test('the page says why the provider signed nobody in', async () => {
  const page = await open('/sign-in?error=signups_closed', WITH_OIDC, { language: 'de' })
  await page.findByText(de.start.oidc.signups_closed)
})

test('a suspended account is told so, at the password and after the return from the provider', async () => {
  const answers = { ...WITH_OIDC, 'POST /api/auth/sign-in/email': new Refusal('account_suspended') }
  const page = await open('/sign-in', answers)
  await signIn(page)
  await page.findByText(en.common.problem.account_suspended)
  const returned = await open('/sign-in?to=%2F&error=account_suspended', WITH_OIDC, { language: 'de' })
  await returned.findByText(de.common.problem.account_suspended)
})

test('a reason that the page does not know has words too', async () => {
  const page = await open('/sign-in?error=toString', WITH_OIDC)
  await page.findByText(start.oidc.oidc_refused)
})
