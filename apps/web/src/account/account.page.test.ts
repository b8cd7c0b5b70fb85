import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ACCOUNT_PAGE, METHODS } from '../testing/account.ts'
import { id, ME } from '../testing/boat.ts'
import { open, plain, within } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { de } from '../texts/de.ts'
import { en } from '../texts/en.ts'

const { password, preferences, profile, use } = en.account
const openAccount = (answers: Answers = {}) => open('/account', { ...ACCOUNT_PAGE, ...answers })

test('language and units change at once, with their numbers', async () => {
  const page = await openAccount()
  await page.findByText(preferences.unitsExample('12.5 m', '82 °C', '200 l'))
  await page.user.click(page.getByLabelText(preferences.us))
  await page.findByText(preferences.unitsExample('41 ft', '180 °F', '52.8 gal'))
  await page.user.click(page.getByLabelText('Deutsch'))
  await page.findByRole('heading', { name: de.account.title })
  assert.match(plain(document.body.textContent), /52,8 gal/)
  // It is set once the page is drawn.
  await page.until(() => assert.equal(document.documentElement.lang, 'de'))
})

test('the page says which version this is', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'))
  const page = await openAccount()
  await page.findByText(en.account.about.version(version))
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
  await page.findByText(en.start.strength[1]!)
  await page.user.type(next, ' but longer')
  await page.findByText(en.start.strength[4]!)
  await page.user.click(page.getByLabelText(password.endOthers))
  await page.user.click(change)
  await page.findByText(en.start.problem.wrong_password)
  assert.deepEqual(page.service.changes[0]!.body, {
    currentPassword: 'old password',
    newPassword: 'short but longer',
    revokeOtherSessions: false,
  })
})

test('what the account uses: of how much, what is full, and nothing that the plan does not have', async () => {
  const page = await openAccount()
  await page.findByText(use.of('2', '50'))
  const text = plain(document.body.textContent)
  for (const shown of ['Connections3', '12 of 500', `2.1 GB of 2 GB · ${use.full.storage_bytes}`])
    assert.ok(text.includes(shown), shown)
  assert.ok(!text.includes(en.common.quotas.access_keys))
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

const HARBOUR = { name: 'Harbour', linked_at: null }
const { oidc, proof, twoFactor } = en.account

test('an account at the provider is linked, after the password where the sign-in is old', async () => {
  let proved = false
  const page = await openAccount({
    'GET /app/sign-in-methods': { ...METHODS, oidc: HARBOUR },
    'POST /app/oidc/link': () => new Refusal(proved ? 'oidc_unavailable' : 'fresh_session_required'),
    'PUT /app/session-confirmation': () => {
      proved = true
      return {}
    },
  })
  await page.user.click(await page.findByRole('button', { name: oidc.link('Harbour') }))
  await page.user.type(await page.findByLabelText(twoFactor.confirm), 'correct horse battery')
  await page.user.click(page.getByRole('button', { name: proof.action }))
  await page.findByText(en.start.problem.oidc_unavailable)
  assert.deepEqual(
    page.service.changes.map(({ route }) => route),
    ['POST /app/oidc/link', 'PUT /app/session-confirmation', 'POST /app/oidc/link'],
  )
})

test('a passkey is added after the password where the sign-in is old', async (t) => {
  // What a browser that has passkeys has.
  Object.assign(globalThis, { PublicKeyCredential: () => {} })
  t.after(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  const { passkeys } = en.account
  let proved = false
  const page = await openAccount({
    'GET /api/auth/passkey/generate-register-options': () =>
      new Refusal(proved ? 'rate_limited' : 'fresh_session_required'),
    'PUT /app/session-confirmation': () => {
      proved = true
      return {}
    },
  })
  await page.user.click(await page.findByRole('button', { name: passkeys.add }))
  await page.user.click(await page.findByRole('button', { name: passkeys.create }))
  await page.user.type(await page.findByLabelText(twoFactor.confirm), 'correct horse battery')
  await page.user.click(page.getByRole('button', { name: proof.action }))
  await page.findByText(/^Too many attempts/)
})

test('a link that was made elsewhere is seen when the page is opened again', async () => {
  const page = await openAccount({ 'GET /app/sign-in-methods': { ...METHODS, oidc: HARBOUR } })
  await page.findByRole('button', { name: oidc.link('Harbour') })
  page.service.answer({
    'GET /app/sign-in-methods': { ...METHODS, oidc: { ...HARBOUR, linked_at: '2026-05-14T09:30:00.000Z' } },
    'GET /app/export/size': { size: { vessels: 1, readings: 0, frames: 0, bytes: 1 } },
    'GET /app/fleet': { vessels: [] },
  })
  await page.goTo('/account/data')
  await page.findByRole('button', { name: en.data.remove.action })
  await page.goTo('/account')
  await page.findByRole('button', { name: oidc.unlink })
})

test('it is unlinked, unless it is the only way in', async () => {
  const linked = { ...HARBOUR, linked_at: '2026-05-14T09:30:00.000Z' }
  const page = await openAccount({
    'GET /app/sign-in-methods': { ...METHODS, oidc: linked },
    'DELETE /app/oidc/link': { removed: true },
  })
  await page.user.click(await page.findByRole('button', { name: oidc.unlink }))
  await page.findByText(oidc.unlinkText('Harbour'))
  page.service.answer({ 'GET /app/sign-in-methods': { ...METHODS, oidc: HARBOUR } })
  await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: oidc.unlink }))
  await page.findByText(oidc.unlinked)
  await page.findByRole('button', { name: oidc.link('Harbour') })
})

test('an account without a password has no password to change, and proves at the provider who it is', async () => {
  const linked = { ...HARBOUR, linked_at: '2026-05-14T09:30:00.000Z' }
  const page = await open('/account/data', {
    'GET /app/sign-in-methods': { ...METHODS, password: false, oidc: linked },
    'GET /app/export/size': { size: { vessels: 1, readings: 0, frames: 0, bytes: 1 } },
    'GET /app/fleet': { vessels: [] },
    'DELETE /app/account': new Refusal('fresh_session_required'),
    'POST /app/oidc/sign-in': new Refusal('oidc_unavailable'),
  })
  const { remove } = en.data
  await page.user.click(await page.findByRole('button', { name: remove.action }))
  await page.user.type(await page.findByLabelText(remove.typed(ME.email)), ME.email)
  assert.equal(page.queryByLabelText(remove.password), null)
  await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: remove.action }))
  await page.until(() => assert.equal(page.service.changes.length, 1))
  await page.findByText(proof.withoutPassword)
  await page.user.click(page.getByRole('button', { name: en.start.signIn.oidc('Harbour') }))
  await page.findByText(en.start.problem.oidc_unavailable)
  assert.deepEqual(page.service.changes.at(-1)!.body, { to: '/account/data', fresh: true })
})

test('the account page says why the provider linked nothing', async () => {
  const page = await open('/account?error=conflict', {
    ...ACCOUNT_PAGE,
    'GET /app/sign-in-methods': { ...METHODS, oidc: HARBOUR },
  })
  await page.findByText(en.start.oidc.conflict)
})

test('a passkey’s new name survives Escape, and Cancel forgets it', async () => {
  const { passkeys } = en.account
  const phone = { id: id(900), name: 'Phone', synced: true, created_at: '2026-05-14T09:30:00.000Z' }
  const page = await openAccount({ 'GET /app/sign-in-methods': { ...METHODS, passkeys: [phone] } })
  const rename = async () => {
    await page.user.click(await page.findByRole('button', { name: passkeys.renameOf('Phone') }))
    return within(await page.findByRole('dialog')).findByLabelText<HTMLInputElement>(passkeys.name)
  }
  const isClosed = () => page.until(() => assert.ok(page.queryByRole('dialog') === null))
  await page.user.type(await rename(), ' of Ada')
  await page.user.keyboard('{Escape}')
  await isClosed()
  assert.equal((await rename()).value, 'Phone of Ada')
  await page.user.click(page.getByRole('button', { name: en.common.cancel }))
  await isClosed()
  assert.equal((await rename()).value, 'Phone')
  assert.equal(page.service.changes.length, 0)
})
