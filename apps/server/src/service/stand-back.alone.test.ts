import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { standBack } from './stand-back.ts'

const TOOK_MS = 40

// Not held to one pause: where other programs keep this thread from its core, it counts as busy for that time.
test('the time that the thread really had nothing to do counts', async () => {
  const pauses: number[] = []
  await standBack(TOOK_MS, async (ms) => {
    pauses.push(ms)
    await sleep(ms)
  })
  assert.ok(pauses.length < 10, `${pauses.length} pauses`)
  assert.deepEqual(new Set(pauses), new Set([TOOK_MS]))
})

/** How often it pauses where requests leave this part of the time. */
async function pauses(t: TestContext, left: number): Promise<number> {
  let [count, idle] = [0, 0]
  t.mock.method(performance, 'eventLoopUtilization', (from?: { idle: number }) => ({ idle: idle - (from?.idle ?? 0) }))
  await standBack(TOOK_MS, async (ms) => {
    count++
    idle += left * ms
  })
  return count
}

test('it pauses longer the less requests leave, but goes on where they leave nothing', async (t) => {
  const counts: number[] = []
  for (const left of [1, 0.9, 0.5, 0.25, 0]) counts.push(await pauses(t, left))
  assert.deepEqual(counts, [1, 1, 2, 4, 10])
})
