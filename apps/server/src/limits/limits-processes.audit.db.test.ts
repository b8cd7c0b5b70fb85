import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { lacks } from '../../../../scripts/programs.ts'
import { programFile } from '../../../../scripts/quick-start.ts'
import { startTemporaryRedis, type TemporaryRedis } from '../../../../scripts/redis.ts'
import { until } from '../../../../scripts/until.ts'
import { POOL_SIZE } from '../db/pool/server-pool.ts'
import { type Answer, Client } from '../testing/client.ts'
import { testServerUrl } from '../testing/database.ts'
import { type ServiceProcess, startProcess, startTestProcess, type TestProcess } from '../testing/process.ts'
import { startHaproxy } from '../testing/programs/haproxy.ts'

/** The embedded database serves one process; the runner fails in CI where there is no PostgreSQL. */
const skip = testServerUrl
  ? lacks('redis-server')
  : 'needs PostgreSQL: npm test starts one for its second half, or set TEST_DATABASE_URL'

/** How processes count together is not tested where a busy machine lets Redis answer late. */
const PATIENT = {
  NODE_OPTIONS: `--import ${import.meta.resolve('../testing/wait-for-redis.ts')}`,
  REDIS_LINK: programFile('apps/server/src/limits/redis-link.ts'),
}
const BOATS = 100

let redis: TemporaryRedis
let place: TestProcess
let second: ServiceProcess
let clients: [Client, Client]
if (!skip) {
  redis = await startTemporaryRedis()
  after(() => redis.stop())
  place = await startTestProcess({ REDIS_URL: redis.url, TRUST_PROXY: 'true', ...PATIENT }, BOATS)
  second = await startProcess(place.env)
  after(() => second.kill())
  clients = [new Client(place.service.url), new Client(second.url)]
}

const services = () => [place.service, second]
const state = async (client: Client) => (await client.ok(contract.getReady, null)).checks.limits

/** Until both processes count so. */
async function bothCount(counting: 'ok' | 'per_process'): Promise<void> {
  for (const client of clients) await until(async () => (await state(client)) === counting, `limits: ${counting}`)
}

/**
 * So many requests to a process, at a time no more than it has connections to its database: one that waits long for a connection is
 * answered 503, and on a busy machine others may take as long as that.
 */
const repeat = <T>(count: number, send: (i: number) => Promise<T>): Promise<T[]> =>
  Readable.from(Array(count).keys()).map(send, { concurrency: POOL_SIZE }).toArray()

/** So many requests, half of them to the one and half to the other process. */
const hammer = async (count: number, send: (client: Client, i: number) => Promise<Answer>, to = clients) =>
  (await Promise.all(to.map((client, which) => repeat(count / 2, (i) => send(client, 2 * i + which))))).flat()

/** How many answers there were of each kind, such as { 200: 60, rate_limited: 20 }. */
const kinds = (answers: Answer[]) => {
  const groups = Object.groupBy(answers, ({ status, body }) => String(body?.error ?? status))
  return Object.fromEntries(Object.entries(groups).map(([kind, same]) => [kind, same!.length]))
}

const nextKey = () => ({ key: place.boats.pop()!.ownerKey })
const listVessels = (key: { key: string }) => (client: Client) => client.call(contract.listVessels, key)

/** How many requests for the vessels each process has answered so far, as its figures say. */
const answered = () =>
  Promise.all(
    clients.map(async (client) => {
      const { text } = await client.raw('GET', '/metrics')
      const counts = text.matchAll(/_count\{route="listVessels",status="\d+"\} (\d+)/g)
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
    }),
  )

/** An address that has sent nothing yet. */
const newAddress = () => ({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` })

const signIn = (client: Client, email: string, password: string, headers: Record<string, string>) =>
  client.call(contract.signIn, null, { body: { email, password }, headers })

describe('two service processes with one Redis', { skip }, () => {
  test('a key has exactly 60 requests a minute, with headers that say so (bad-input 4)', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await hammer(80, listVessels(nextKey()))
      assert.deepEqual(kinds(answers), { 200: 60, rate_limited: 20 })
      const left = answers.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]))
      const fewerAndFewer = [...Array(60).keys()].reverse()
      assert.deepEqual(
        left.sort((a, b) => b - a),
        [...fewerAndFewer, ...Array(20).fill(0)],
      )
      for (const { status, headers } of answers) {
        const seconds = Number(headers.get('retry-after') ?? 60)
        assert.ok(seconds >= 1 && seconds <= 60, `Retry-After: ${seconds}`)
        assert.equal(headers.has('retry-after'), status === 429)
      }
    }
  })

  test('behind HAProxy, which sends a key now here and now there, it has 60 too', {
    skip: lacks('haproxy'),
  }, async () => {
    const proxy = await startHaproxy(services().map(({ url }) => new URL(url).host))
    try {
      const through = new Client(proxy.url)
      const key = nextKey()
      const before = await answered()
      const answers = await hammer(80, () => listVessels(key)(through))
      assert.deepEqual(kinds(answers), { 200: 60, rate_limited: 20 })
      const [one, two] = (await answered()).map((count, i) => count - before[i]!)
      assert.ok(one! > 0 && two! > 0, `only one of them was asked: ${one}, ${two}`)
    } finally {
      await proxy.stop()
    }
  })

  test('an address has exactly 20 tries at a password a minute, whosever they are', async () => {
    const address = newAddress()
    const answers = await hammer(30, (client, i) => signIn(client, `nobody-${i}@example.org`, 'wrong horse', address))
    assert.deepEqual(kinds(answers), { invalid_email_or_password: 20, rate_limited: 10 })
  })

  test('an account has exactly 50 wrong passwords an hour, from however many addresses, and right ones do not count', async () => {
    const { email, password } = await clients[0].signUp()
    for (const client of clients) assert.equal((await signIn(client, email, password, newAddress())).status, 200)
    const answers = await hammer(60, (client) => signIn(client, email, 'wrong horse', newAddress()))
    assert.deepEqual(kinds(answers), { invalid_email_or_password: 50, rate_limited: 10 })
    for (const client of clients) assert.equal((await signIn(client, email, password, newAddress())).status, 429)
  })

  test('Redis holds limits and nothing else: sessions are in the database', async () => {
    const owner = await clients[0].signUp()
    assert.equal((await clients[1].ok(contract.getMe, owner.session)).account.email, owner.email)
    const keys = (await redis.command('keys', '*')).split('\n')
    const kept = new Set(keys.map((key) => key.split(':').slice(0, 2).join(':')))
    const known = ['access-key', 'session', 'sign-in', 'trial', 'wrong-password'].map((name) => `binnacle:${name}`)
    assert.deepEqual(
      [...kept].filter((name) => !known.includes(name)),
      [],
    )
    assert.ok(kept.has('binnacle:sign-in'))
  })

  test('while Redis is killed each process has 60 by itself, is ready, and says so; then they are one again', async () => {
    const key = nextKey()
    await redis.kill()
    await bothCount('per_process')
    assert.deepEqual(kinds(await hammer(140, listVessels(key))), { 200: 120, rate_limited: 20 })
    for (const client of clients) assert.match((await client.raw('GET', '/metrics')).text, /^binnacle_redis_up 0$/m)
    await redis.start()
    await bothCount('ok')
    assert.deepEqual(kinds(await hammer(80, listVessels(nextKey()))), { 200: 60, rate_limited: 20 })
    for (const client of clients) assert.match((await client.raw('GET', '/metrics')).text, /^binnacle_redis_up 1$/m)
  })

  test('a Redis that hangs: requests go on, and SIGTERM ends a process as ever', async () => {
    const { NODE_OPTIONS: _patient, ...env } = place.env
    const third = await startProcess(env)
    const key = nextKey()
    const ask = () => listVessels(key)(new Client(third.url))
    assert.equal((await ask()).status, 200)
    redis.pause()
    try {
      const answers = await repeat(40, ask)
      assert.deepEqual(kinds(answers), { 200: 40 })
      assert.deepEqual(await third.stop(), { code: 0, signal: null })
    } finally {
      redis.resume()
      await third.kill()
    }
  })
})

test('control: without REDIS_URL two processes let 80 through', { skip }, async () => {
  const { REDIS_URL: _none, ...env } = place.env
  const apart = await Promise.all([startProcess(env), startProcess(env)])
  try {
    const key = nextKey()
    const [a, b] = apart.map(({ url }) => new Client(url))
    const answers = await hammer(80, listVessels(key), [a!, b!])
    assert.deepEqual(kinds(answers), { 200: 80 })
    const { text, body } = await a!.raw('GET', '/health/ready')
    assert.deepEqual(Object.keys(body.checks), ['database', 'disk'], text)
    assert.doesNotMatch((await a!.raw('GET', '/metrics')).text, /binnacle_redis_up/)
  } finally {
    await Promise.all(apart.map((service) => service.kill()))
  }
})
