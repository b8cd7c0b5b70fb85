import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open, plain } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { de } from '../texts/de.ts'
import { en } from '../texts/en.ts'

const { password, preferences, profile } = en.account
const ANSWERS: Answers = {
  'GET /app/sign-in-methods': { two_factor: false, backup_codes_left: null, passkeys: [] },
  'GET /app/sessions': { sessions: [] },
}
const openAccount = (answers: Answers = {}) => open('/account', { ...ANSWERS, ...answers })

test('language and units change at once, with their numbers', async () => {
  const page = await openAccount()
  await page.findByText(preferences.unitsExample('12.5 m', '82 °C', '200 l'))
  await page.user.click(page.getByLabelText(preferences.us))
  await page.findByText(preferences.unitsExample('41 ft', '180 °F', '52.8 gal'))
  await page.user.click(page.getByLabelText('Deutsch'))
  await page.findByRole('heading', { name: de.account.title })
  assert.match(plain(document.body.textContent), /52,8 gal/)
  assert.equal(document.documentElement.lang, 'de')
})

test('a new password is checked, sent and then forgotten by the page', async () => {
  const page = await openAccount({ 'POST /api/auth/change-password': new Refusal('wrong_password') })
  const [current, next] = [await page.findByLabelText(password.current), page.getByLabelText(password.new)]
  const change = page.getByRole('button', { name: password.change })
  await page.user.type(next, 'short')
  await page.user.click(change)
  await page.findByText(en.start.problem.password_blank)
  assert.ok(page.getByText(en.start.problem.password_short))
  assert.equal(page.service.changes.length, 0)
  await page.user.type(current, 'old password')
  await page.user.type(next, ' but longer')
  await page.user.click(page.getByLabelText(password.endOthers))
  await page.user.click(change)
  await page.findByText(en.start.problem.wrong_password)
  assert.deepEqual(page.service.changes[0]!.body, {
    currentPassword: 'old password',
    newPassword: 'short but longer',
    revokeOtherSessions: false,
  })
})

test('a name is saved when it is another', async () => {
  const page = await openAccount({ 'POST /api/auth/update-user': { status: true } as never })
  const name = await page.findByLabelText(profile.name)
  const save = page.getByRole('button', { name: en.common.save }) as HTMLButtonElement
  assert.ok(save.disabled)
  await page.user.clear(name)
  await page.user.type(name, ' Ada L. ')
  await page.user.click(save)
  await page.findByText(profile.saved)
  assert.deepEqual(page.service.changes[0]!.body, { name: 'Ada L.' })
})

test('what cannot be loaded is told in its own place', async () => {
  const page = await openAccount({ 'GET /app/sign-in-methods': new Refusal('not_found') })
  await page.findAllByRole('alert')
  assert.ok(page.getByText(preferences.title))
})
