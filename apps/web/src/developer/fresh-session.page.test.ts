import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccessKey } from '@binnacle/contract'
import { ACCOUNT_PAGE, METHODS } from '../testing/account.ts'
import { id, inDays, NOW } from '../testing/boat.ts'
import { open, within } from '../testing/open.ts'
import { Refusal } from '../testing/service.ts'
import { en } from '../texts/en.ts'

const { developer } = en
const { proof, password, twoFactor } = en.account

const KEY: AccessKey = {
  id: id(7),
  name: 'Home Assistant',
  prefix: 'bnk_8fK2qR9v',
  scopes: ['read:vessel'],
  created_at: new Date(NOW).toISOString(),
  expires_at: inDays(10),
  last_used_at: null,
}

test('a new key asks for the password when the sign-in is old, and is then made as it was wanted', async () => {
  let proved = false
  const page = await open('/developer', {
    'GET /app/access-keys': { access_keys: [KEY] },
    'GET /app/fleet': { vessels: [] },
    'GET /app/sign-in-methods': METHODS,
    'POST /app/access-keys': () =>
      proved ? { access_key: KEY, key: 'bnk_8fK2qR9vT1xW4yZ7' } : new Refusal('fresh_session_required'),
    'PUT /app/session-confirmation': () => {
      proved = true
      return {}
    },
  })
  await page.user.click((await page.findAllByRole('button', { name: developer.keys.make }))[0]!)
  await page.user.type(await page.findByLabelText(developer.form.name), 'Script')
  await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: developer.form.submit }))
  await page.user.type(await page.findByLabelText(twoFactor.confirm), 'correct horse battery')
  await page.user.click(page.getByRole('button', { name: proof.action }))
  await page.findByText(developer.made.once)
  const [refused, confirmed, made] = page.service.changes
  assert.deepEqual(confirmed!.body, { password: 'correct horse battery' })
  assert.deepEqual(made!.body, refused!.body)
})

test('a key that expires within two weeks is told on the first page', async () => {
  const page = await open('/', {
    'GET /app/fleet': { vessels: [] },
    'GET /app/access-keys': { access_keys: [KEY, { ...KEY, id: id(8), name: 'Later', expires_at: inDays(100) }] },
  })
  const notice = await page.findByText(/“Home Assistant” expires on/)
  assert.ok(within(notice).getByRole('link', { name: developer.keys.toKeys }))
  assert.ok(page.queryByText(/“Later”/) === null)
})

test('a new password revokes the access keys where that is chosen', async () => {
  const page = await open('/account', {
    ...ACCOUNT_PAGE,
    'GET /app/access-keys': { access_keys: [KEY] },
    'POST /api/auth/change-password': {},
    'DELETE /app/access-keys': { removed: true },
  })
  await page.user.type(await page.findByLabelText(password.current), 'old password')
  await page.user.type(page.getByLabelText(password.new), 'a longer new password')
  await page.user.click(await page.findByLabelText(password.revokeKeys(1)))
  await page.user.click(page.getByRole('button', { name: password.change }))
  await page.findByText(password.changed)
  assert.deepEqual(
    page.service.changes.map(({ route }) => route),
    ['POST /api/auth/change-password', 'DELETE /app/access-keys'],
  )
})
