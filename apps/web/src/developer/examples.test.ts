import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '../../../../packages/contract/src/index.ts'
import { dueExample, homeAssistantExample, hoursExample, tryKey } from './examples.ts'

const boat = '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11'
const origin = 'https://boat.example'

test('every example asks a route that there is', () => {
  const examples = [
    ['GET', tryKey(origin, 'bnk_x', ['read:vessel'], boat)],
    ['POST', tryKey(origin, 'bnk_x', ['write:log'], boat)],
    ['GET', dueExample(origin, boat)],
    ['POST', hoursExample(origin, boat)],
    ['GET', homeAssistantExample(origin, boat)],
  ]
  for (const [method, example] of examples) {
    const path = /https:\/\/boat\.example(\S+)/.exec(example!)?.[1]?.replace(boat, '{id}')
    assert.ok(
      ROUTES.some((route) => route.method === method && route.path === path && route.auth === 'owner'),
      `${method} ${path}`,
    )
  }
})

test('the key of the first line is the key itself, and a variable in the others', () => {
  assert.match(tryKey(origin, 'bnk_x', ['read:vessel', 'write:log'], boat), /-H 'Authorization: Bearer bnk_x'$/)
  assert.match(dueExample(origin, boat), /-H "Authorization: Bearer \$BINNACLE_KEY"$/)
})
