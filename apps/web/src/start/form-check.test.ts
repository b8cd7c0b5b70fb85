import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../texts/en.ts'
import { checkFields } from './form-check.ts'

const { problem } = en.start
const check = (fields: Parameters<typeof checkFields>[0]) => checkFields(fields, problem)

test('what is right has no problems, and what is not asked for is not missed', () => {
  assert.deepEqual(check({ name: 'Ada', email: ' ada@example.org ', newPassword: '12345678', code: '1' }), {})
  assert.deepEqual(check({}), {})
  assert.deepEqual(check({ password: 'short' }), {}, 'an old password may be as it is')
})

test('each field says what is wrong with it', () => {
  assert.deepEqual(check({ name: ' ', email: 'ada', password: '', newPassword: '1234567', code: '' }), {
    name: problem.name_blank,
    email: problem.email_wrong,
    password: problem.password_blank,
    newPassword: problem.password_short,
    code: problem.code_blank,
  })
})

test('a password is counted in characters as people see them', () => {
  assert.deepEqual(check({ newPassword: '⛵⛵⛵⛵' }), { newPassword: problem.password_short })
})
