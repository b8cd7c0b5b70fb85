import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from './free-port.ts'

/** The highest of the ports that fetch and browsers refuse: https://fetch.spec.whatwg.org/#port-blocking. */
const HIGHEST_REFUSED = 10_080

test('the lowest port that is given is one that fetch and browsers open', async (t) => {
  t.mock.method(Math, 'random', () => 0, { times: 1 })
  assert.ok((await freePort()) > HIGHEST_REFUSED)
})
