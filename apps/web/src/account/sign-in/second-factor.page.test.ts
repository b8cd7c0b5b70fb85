import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fleetVessel, ME } from '../../testing/boat.ts'
import { open } from '../../testing/open.ts'
import { Refusal } from '../../testing/service.ts'
import { de } from '../../texts/de.ts'
import { en } from '../../texts/en.ts'

const { requiredFactor, twoFactor } = en.account
const required = new Refusal('second_factor_required')
const REFUSED = { 'GET /app/fleet': required, 'GET /app/sign-in-notices': required, 'GET /app/access-keys': required }
const SECRET = 'JBSWY3DPEHPK3PXP'

test('an account that must have a second factor is led to its set-up, and then on to the page that was asked for', async () => {
  const page = await open('/developer#new', {
    ...REFUSED,
    'POST /api/auth/two-factor/enable': {
      totpURI: `otpauth://totp/Binnacle:ada?secret=${SECRET}&issuer=Binnacle`,
      backupCodes: ['k3Vb9-Xq2Lm'],
    },
    'POST /api/auth/two-factor/verify-totp': {},
  })
  await page.findByRole('heading', { name: requiredFactor.title })
  assert.ok(page.getByText(requiredFactor.text(ME.email)))
  await page.user.click(page.getByRole('button', { name: twoFactor.setUpTitle }))
  await page.user.type(await page.findByLabelText(twoFactor.confirm), 'correct horse battery')
  await page.user.click(page.getByRole('button', { name: en.common.next }))
  await page.user.type(await page.findByLabelText(twoFactor.code), '123456')
  await page.findByText('k3Vb9-Xq2Lm')
  page.service.answer({
    'GET /app/fleet': { vessels: [fleetVessel()] },
    'GET /app/sign-in-notices': { sign_ins: [] },
    'GET /app/access-keys': { access_keys: [] },
  })
  await page.user.click(page.getByRole('button', { name: twoFactor.kept }))
  await page.findByText(en.developer.keys.none)
  assert.equal(location.hash, '#new')
})

test('a set-up that is given up stays there, where one can also sign out', async () => {
  const page = await open('/', REFUSED, { language: 'de' })
  await page.findByRole('heading', { name: de.account.requiredFactor.title })
  await page.user.click(page.getByRole('button', { name: de.account.twoFactor.setUpTitle }))
  await page.user.click(await page.findByRole('button', { name: de.common.cancel }))
  await page.findByRole('button', { name: de.common.nav.signOut })
})
