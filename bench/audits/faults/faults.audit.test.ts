import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lacks } from '../../../scripts/programs.ts'
import { postgresKilled, serviceKilled } from './processes.ts'
import { redisKilled } from './redis-killed.ts'

/** Once each of what takes seconds and whose verdict is a count. All of them, with their controls: `npm run audit:faults`. */
const QUICK = [serviceKilled, postgresKilled, redisKilled]

for (const fault of QUICK)
  test(`${fault.name}: nothing acknowledged is missing, nothing is there twice`, {
    skip: lacks('initdb') || ((await fault.lacks?.()) ?? false),
  }, async (t) => {
    const { counts, broken } = await fault.run({ rounds: 1, seconds: 1, control: false })
    t.diagnostic(JSON.stringify(counts))
    assert.deepEqual(broken, [])
  })
