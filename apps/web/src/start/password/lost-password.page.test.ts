import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OpenPage, open } from '../../testing/open.ts'
import { type Answers, Refusal } from '../../testing/service.ts'
import { de } from '../../texts/de.ts'
import { en } from '../../texts/en.ts'

const START: Answers = {
  'GET /app/start': {
    first_run: false,
    setup_token_required: false,
    signups_open: false,
    oidc_name: null,
    sends_email: true,
    map_tiles: null,
  },
}
const ASK = 'POST /api/auth/request-password-reset'
const RESET = 'POST /api/auth/reset-password'
const TOKEN = 'a'.repeat(24)

async function askFor(page: OpenPage, email: string, { start } = en) {
  await page.user.type(await page.findByLabelText(start.email), email)
  await page.user.click(page.getByRole('button', { name: start.forgot.action }))
}

async function setPassword(page: OpenPage, password: string, { start } = en) {
  await page.user.type(await page.findByLabelText(start.reset.password), password)
  await page.user.click(page.getByRole('button', { name: start.reset.action }))
}

test('a link is asked for from the sign-in page, in the language of the reader; nothing tells whether there is an account', async () => {
  const page = await open('/sign-in', { ...START, [ASK]: { status: true } as never }, { language: 'de' })
  await page.user.click(await page.findByRole('link', { name: de.start.signIn.forgot }))
  await page.findByRole('heading', { name: de.start.forgot.title })
  await askFor(page, ' ada@example.org ', de)
  await page.findByText(de.start.forgot.sent('ada@example.org'))
  assert.deepEqual(page.service.changes[0]!.body, { email: 'ada@example.org', language: 'de' })
})

test('a service without a mail server offers no link', async () => {
  const page = await open('/sign-in', {
    'GET /app/start': { ...(START['GET /app/start'] as object), sends_email: false } as never,
  })
  await page.findByRole('button', { name: en.start.signIn.action })
  assert.ok(page.queryByRole('link', { name: en.start.signIn.forgot }) === null)
})

test('what is no address is not sent; one who asks too often is told to wait', async () => {
  const page = await open('/forgot-password', { ...START, [ASK]: new Refusal('rate_limited') })
  await askFor(page, 'ada')
  await page.findByText(en.start.problem.email_wrong)
  assert.equal(page.service.changes.length, 0)
  await askFor(page, '@example.org')
  await page.findByText(en.start.problem.rate_limited(1))
})

test('a new password is set with the token behind the #, which leads to the sign-in', async () => {
  const page = await open(`/reset-password#${TOKEN}`, { ...START, [RESET]: { status: true } as never })
  await setPassword(page, 'correct horse battery')
  await page.findByRole('heading', { name: en.start.reset.doneTitle })
  assert.deepEqual(page.service.changes[0]!.body, { token: TOKEN, newPassword: 'correct horse battery' })
  await page.user.click(page.getByRole('link', { name: en.start.forgot.back }))
  await page.findByRole('heading', { name: en.start.signIn.title })
})

test('a password that is easy to guess is told while it is typed, and refused at its field', async () => {
  const page = await open(
    `/reset-password#${TOKEN}`,
    { ...START, [RESET]: new Refusal('weak_password') },
    { language: 'de' },
  )
  await setPassword(page, 'password1', de)
  await page.findByText(de.start.strength[0]!)
  await page.findByText(de.start.problem.weak_password)
  await page.focusIsOn(page.getByLabelText(de.start.reset.password))
})

test('a link that was used says so, and leads to a new one; so does one without its token', async () => {
  const page = await open(`/reset-password#${TOKEN}`, { ...START, [RESET]: new Refusal('link_invalid') })
  await setPassword(page, 'correct horse battery')
  await page.findByText(en.start.problem.link_invalid)
  await page.user.click(page.getByRole('link', { name: en.start.reset.again }))
  await page.findByRole('heading', { name: en.start.forgot.title })
  await page.goTo('/reset-password')
  await page.findByText(en.start.problem.link_invalid)
  assert.ok(page.queryByLabelText(en.start.reset.password) === null)
})
