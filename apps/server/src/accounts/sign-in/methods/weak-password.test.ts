import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseWeakPassword } from './weak-password.ts'

const EMAIL = 'Ada.Lovelace@example.org'

test('the commonest passwords and the e-mail address are refused, with capital letters or blanks too', async () => {
  const weak = [
    'password',
    '12345678',
    'Football',
    'QWERTYUIOP',
    'iloveyou',
    'password ',
    EMAIL,
    ` ${EMAIL}`,
    'ada.lovelace',
  ]
  for (const password of weak)
    await assert.rejects(refuseWeakPassword(password, EMAIL), { code: 'weak_password' }, password)
})

test('others are taken', async () => {
  for (const password of ['correct horse battery', 'password of Ada', '⛵⛵⛵⛵', 'lovelace@example.org'])
    await refuseWeakPassword(password, EMAIL)
})
