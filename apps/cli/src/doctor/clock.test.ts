import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkClock } from './clock.ts'

test('a clock that was never set is named, also where systemd does not know of it', async () => {
  const [finding] = await checkClock(new Date('1970-01-02T00:00:00Z'))
  assert.equal(finding?.ok, false)
  assert.match(finding.text, /^It says 1970-01-02T.*Set it by NTP/)
  const named = (await checkClock(new Date())).filter(({ text }) => text.startsWith('It says'))
  assert.deepEqual(named, [], 'a control')
})
