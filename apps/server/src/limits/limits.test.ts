import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { lacks } from '../../../../scripts/programs.ts'
import { startTemporaryRedis, type TemporaryRedis } from '../../../../scripts/redis.ts'
import { until } from '../../../../scripts/until.ts'
import type { Limits } from './limits.ts'
import { openLimits } from './open-limits.ts'

/** A log that is kept. */
function keptLog() {
  const lines: { level: number; msg: string; reason?: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines, text: () => JSON.stringify(lines) }
}

async function open(url: string | null) {
  const { log, lines, text } = keptLog()
  const limits = await openLimits(url, log)
  after(() => limits.close())
  return { limits, lines, text }
}

async function redis(options: { password?: string } = {}): Promise<TemporaryRedis> {
  const server = await startTemporaryRedis(options)
  after(() => server.stop())
  return server
}

/** Runs it with limits that Redis counts, however late a busy machine lets it answer. */
async function whileShared(server: TemporaryRedis, run: (limits: Limits) => Promise<void>): Promise<void> {
  const { timeouts } = await import('./redis-link.ts')
  const ours = { ...timeouts }
  Object.assign(timeouts, { answer: 60_000, firstAnswer: 60_000, connect: 60_000 })
  try {
    const { limits, lines } = await open(server.url)
    await run(limits)
    assert.deepEqual(lines, [])
  } finally {
    Object.assign(timeouts, ours)
  }
}

const counts = (limits: Limits, counting: 'shared' | 'per_process') =>
  until(() => limits.counting() === counting, `limits: ${counting}`)

const allowed = (takes: { allowed: boolean }[]) => takes.filter((taken) => taken.allowed).length

const isRedisLoaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('/node_modules/ioredis/'))

/** The rules of a limiter, whoever counts. */
async function keepsTheRules(limits: Limits): Promise<void> {
  const limiter = limits.limiter('rules', 3, 60)
  const takes = []
  for (let i = 0; i < 5; i++) takes.push(await limiter.take('a key'))
  assert.deepEqual(
    takes.map((taken) => taken.allowed),
    [true, true, true, false, false],
  )
  assert.deepEqual(
    takes.map((taken) => taken.remaining),
    [2, 1, 0, 0, 0],
  )
  for (const { msBeforeNext } of takes) assert.ok(msBeforeNext > 0 && msBeforeNext <= 60_000, String(msBeforeNext))
  assert.ok(takes[4]!.msBeforeNext <= takes[0]!.msBeforeNext, 'a refused request began a new window')
  assert.equal((await limiter.take('another key')).allowed, true)
  assert.equal((await limits.limiter('other', 3, 60).take('a key')).remaining, 2)

  const held = limits.limiter('held', 1, 60)
  assert.equal((await held.take('k')).allowed, true)
  await held.giveBack('k')
  assert.deepEqual([(await held.take('k')).allowed, (await held.take('k')).allowed], [true, false])

  const short = limits.limiter('short', 1, 1)
  assert.equal((await short.take('k')).allowed, true)
  await until(async () => (await short.take('k')).allowed, 'the next window')
}

test('without Redis: limits of this process, and its client is not loaded', async () => {
  const { limits, lines } = await open(null)
  await keepsTheRules(limits)
  assert.equal(limits.counting(), null)
  assert.equal(isRedisLoaded(), false)
  assert.deepEqual(lines, [])
})

describe('with Redis', { skip: lacks('redis-server') }, () => {
  test('the same rules; and its client is loaded, which the test above would see', async () => {
    await whileShared(await redis(), async (limits) => {
      await keepsTheRules(limits)
      assert.equal(limits.counting(), 'shared')
    })
    assert.equal(isRedisLoaded(), true)
  })

  test('what is kept there names nobody', async () => {
    const server = await redis()
    await whileShared(server, async (limits) => {
      await limits.limiter('wrong-password', 50, 3600).take('ada@example.org')
      const keys = await server.command('keys', '*')
      assert.match(keys, /binnacle:wrong-password:/)
      assert.doesNotMatch(keys, /ada|example/)
    })
  })

  test("a window that a clock of Redis's machine made too long begins anew", async () => {
    const server = await redis()
    await whileShared(server, async (limits) => {
      const limiter = limits.limiter('jump', 1, 60)
      await limiter.take('k')
      assert.equal((await limiter.take('k')).allowed, false)
      const key = await server.command('keys', 'binnacle:jump:*')
      assert.equal(await server.command('pexpire', key, String(2 * 3_600_000)), '1')
      const taken = await limiter.take('k')
      assert.deepEqual([taken.allowed, taken.msBeforeNext <= 60_000], [true, true])
      assert.equal((await limiter.take('k')).allowed, false)
    })
  })

  /** What Redis can do while it is there, how to do it, and how to undo it. */
  const troubles: [name: string, begin: (r: TemporaryRedis) => unknown, end: (r: TemporaryRedis) => unknown][] = [
    ['is killed and comes again, empty', (r) => r.kill(), (r) => r.start()],
    ['hangs', (r) => r.pause(), (r) => r.resume()],
    [
      'is full',
      (r) => r.command('config', 'set', 'maxmemory', '1'),
      (r) => r.command('config', 'set', 'maxmemory', '0'),
    ],
    ['is a replica', (r) => r.command('replicaof', '127.0.0.1', '1'), (r) => r.command('replicaof', 'no', 'one')],
    [
      'wants another password',
      async (r) => {
        // Who is connected stays so.
        await r.kill()
        await r.start('swordfish-2')
      },
      async (r) => {
        await r.kill()
        await r.start()
      },
    ],
  ]
  for (const [name, begin, end] of troubles)
    test(`that ${name}: the process counts by itself, says so once, and comes back by itself`, async () => {
      const server = await redis({ password: 'swordfish-1' })
      const { limits, lines, text } = await open(server.url)
      const limiter = limits.limiter('trouble', 3, 60)
      await counts(limits, 'shared')
      await limiter.take('before')

      await begin(server)
      const during = await Promise.all(Array.from({ length: 50 }, () => limiter.take('during')))
      assert.equal(limits.counting(), 'per_process')
      assert.equal(allowed(during), 3, 'a window of its own')
      for (let i = 0; i < 200; i++) assert.equal((await limiter.take('during')).allowed, false)
      const said = lines.length
      // Two tries to come back are in vain, and silent. On a busy machine they may come later: then this shows less.
      await wait(2_500)
      assert.equal(limits.counting(), 'per_process')
      assert.equal(lines.length, said, text())

      await end(server)
      await counts(limits, 'shared')
      assert.equal((await limiter.take('after')).remaining, 2)
      // By turns, and mostly once: Redis may have been late besides.
      for (const [i, { msg }] of lines.entries())
        assert.match(msg, i % 2 ? /^Redis is available again/ : /^Redis is unavailable: /)
      assert.ok(lines.length >= 2, text())
      assert.doesNotMatch(text(), /swordfish/)
    })

  test('that hangs: a request waits for it once and no more', async () => {
    const server = await redis()
    const { limits } = await open(server.url)
    const limiter = limits.limiter('hang', 1_000_000, 60)
    await limiter.take('k')
    server.pause()
    await limiter.take('k')
    assert.equal(limits.counting(), 'per_process')
    // An hour and more, if each waited.
    const start = performance.now()
    for (let i = 0; i < 20_000; i++) await limiter.take('k')
    assert.ok(performance.now() - start < 60_000, 'requests waited for a Redis that is known to hang')
    server.resume()
    await counts(limits, 'shared')
  })

  test('that is not there at the start, or hangs, or refuses the password: the service starts all the same', async () => {
    const gone = await redis()
    await gone.kill()
    const hanging = await redis()
    hanging.pause()
    const locked = await redis({ password: 'swordfish-1' })
    const wrong = `redis://:swordfish-2@127.0.0.1:${locked.port}`
    for (const [url, reason] of [
      [gone.url, /ECONNREFUSED/],
      [hanging.url, /timed out|within|ETIMEDOUT/],
      [wrong, /WRONGPASS/],
    ] as const) {
      const { limits, lines, text } = await open(url)
      assert.equal(limits.counting(), 'per_process')
      assert.equal((await limits.limiter('start', 1, 60).take('k')).allowed, true)
      assert.equal(lines.length, 1, text())
      assert.match(lines[0]!.reason!, reason)
      assert.doesNotMatch(text(), /swordfish/)
    }
  })
})
