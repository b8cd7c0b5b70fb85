import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { startMortalPostgres } from '../../../../bench/audits/crash/postgres.ts'
import { until } from '../../../../scripts/until.ts'
import { openDatabase } from '../db/open-database.ts'
import { insertBoats } from '../testing/accounts/boats.ts'
import { testServerUrl, untilWaiting } from '../testing/database.ts'
import { launchService, startProcess, startTestProcess } from '../testing/process.ts'
import { connect, EXPECT, parseAnswer, postHead } from '../testing/socket.ts'

const READINGS = '{"readings":[{"metric":"depth","value":3}]}'
const onlyEmbedded = testServerUrl ? 'several processes may share a PostgreSQL server' : false
const onlyPostgres = testServerUrl ? false : 'needs TEST_DATABASE_URL'

/** Runs it until it ends by itself, as it does with settings that it cannot use. */
async function runToEnd(env: Record<string, string>) {
  const { ended, output, ready, kill } = launchService(env)
  ready.then(kill, () => {})
  const { code } = await ended
  return { code, output: output() }
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-operations-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function readings(url: string, boat: { vesselId: string; ownerKey: string }): Promise<number[]> {
  const headers = { authorization: `Bearer ${boat.ownerKey}` }
  const answer = await fetch(`${url}/v1/vessels/${boat.vesselId}/telemetry`, { headers })
  const body = (await answer.json()) as { readings: { value: number }[] }
  return body.readings.map(({ value }) => value)
}

const listens = (url: string): Promise<boolean> =>
  connect(url).then(
    ({ socket }) => {
      socket.destroy()
      return true
    },
    () => false,
  )

test('SIGTERM: what is in flight is finished, the rest is closed, and it exits 0 at once', async () => {
  const { service, boats } = await startTestProcess()
  const keptAlive = await connect(service.url)
  keptAlive.socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(keptAlive.socket, 'data')
  const idle = await connect(service.url)
  const arriving = await connect(service.url)
  arriving.socket.write(postHead('/v1/telemetry', boats[0]!.deviceKey, READINGS.length, EXPECT))
  await until(() => arriving.heard().includes('100 Continue'), 'that its body is wanted')
  arriving.socket.write(READINGS.slice(0, 9))

  const ended = service.stop()
  await Promise.all([keptAlive.ended, idle.ended])
  await until(async () => !(await listens(service.url)), 'the end of its socket')
  arriving.socket.write(READINGS.slice(9))
  const answer = parseAnswer(await arriving.ended)
  assert.equal(answer.status, 202, answer.text)
  assert.match(answer.head, /connection: close/)
  assert.deepEqual(await ended, { code: 0, signal: null })
})

test('SIGTERM: a client that never finishes its request is cut off, and it ends within 10 s', async () => {
  const { service, boats } = await startTestProcess()
  const body = await connect(service.url)
  body.socket.write(postHead('/v1/telemetry', boats[0]!.deviceKey, READINGS.length, EXPECT))
  await until(() => body.heard().includes('100 Continue'), 'that its body is wanted')
  body.socket.write(READINGS.slice(0, 9))
  // At last: it has ten seconds for its headers, and the cut comes after eight.
  const head = await connect(service.url)
  head.socket.write('GET / HTTP/1.1\r\nHo')
  const start = performance.now()
  const { code } = await service.stop()
  assert.ok(performance.now() - start > 5_000, 'the clients had no time')
  // Without the cut they would be told that they are too slow.
  const [, afterContinue] = (await body.ended).split('100 Continue\r\n\r\n')
  assert.deepEqual([await head.ended, afterContinue], ['', ''])
  // What is left of the 10 s may be too short for the database of a busy machine.
  if (code !== 0) assert.match(service.output(), /did not stop cleanly/)
})

test('SIGTERM: it ends within 10 s whatever PostgreSQL does', { skip: onlyPostgres }, async () => {
  const { service, boats, test: place } = await startTestProcess()
  const locker = new pg.Client(place.url!).on('error', () => {})
  await locker.connect()
  after(() => locker.end())
  await locker.query('begin; select from connection for update')
  const { socket } = await connect(service.url)
  socket.write(postHead('/v1/telemetry', boats[0]!.deviceKey, READINGS.length) + READINGS)
  await untilWaiting(place.database, 1)
  const { code } = await service.stop()
  assert.equal(code, 1)
  assert.match(service.output(), /did not stop cleanly/)
})

test('a second process is refused a DATA_DIR in use, and told by whom', { skip: onlyEmbedded }, async () => {
  const { service, env } = await startTestProcess()
  const second = await runToEnd(env)
  assert.equal(second.code, 1)
  assert.equal(
    second.output,
    `DATA_DIR ${env.DATA_DIR} is in use by process ${service.pid}. Stop it first, or give this one its own DATA_DIR.\n`,
  )
  assert.equal((await fetch(`${service.url}/health/ready`)).status, 200)
})

test('after SIGKILL the next start recovers by itself, with all that was acknowledged', async () => {
  const { service, boats, env } = await startTestProcess({ TELEMETRY_GAP_MS: '0' })
  const [boat] = boats
  const post = (url: string, value: number) =>
    fetch(`${url}/v1/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${boat!.deviceKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: [{ metric: 'depth', value }] }),
    })
  for (const value of [1, 2, 3]) assert.equal((await post(service.url, value)).status, 202)
  assert.deepEqual(await service.kill(), { code: null, signal: 'SIGKILL' })
  const next = await startProcess(env)
  assert.deepEqual(await readings(next.url, boat!), [3, 2, 1])
  assert.equal((await post(next.url, 4)).status, 202)
  await next.kill()
})

test('wrong settings: it exits 1 and names each, without a stack', async () => {
  const DATA_DIR = await temporaryFolder()
  const { code, output } = await runToEnd({
    DATA_DIR,
    PORT: 'http',
    LOG_LEVEL: 'loud',
    SECRET_KEY: 'short',
    HOST: 'a b',
  })
  assert.equal(code, 1)
  const lines = output.trim().split('\n')
  assert.deepEqual(
    lines.slice(1).map((line) => line.trim().split(' ')[0]),
    ['PORT', 'HOST', 'SECRET_KEY', 'LOG_LEVEL'],
  )
})

test('a DATA_DIR that it makes is its own: others on the machine do not see the frames', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'new', 'data')
  const { code } = await runToEnd({ DATA_DIR, DATABASE_URL: 'postgres://u@127.0.0.1:1/d' })
  assert.equal(code, 1)
  assert.equal((await stat(DATA_DIR)).mode & 0o777, 0o700)
})

test('settings that turn out wrong at the start are named too, without a stack', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'file')
  await writeFile(file, '')
  const taken = createServer().listen(0, '127.0.0.1')
  after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const wrong: [names: RegExp, env: Record<string, string>][] = [
    [
      new RegExp(`^ {2}PORT ${port} is taken by another program: end that one, or set another PORT$`),
      { PORT: String(port) },
    ],
    [/^ {2}HOST 192\.0\.2\.1 is no address of this machine: set another HOST/, { HOST: '192.0.2.1' }],
    [/^ {2}DATA_DIR cannot be used \(EEXIST: .*\): let this user write there, or set/, { DATA_DIR: file }],
    [
      /^ {2}DATA_DIR cannot be used \(ENOTDIR: .*\): let this user write there, or set/,
      { DATA_DIR: join(file, 'data') },
    ],
    [
      /^ {2}DATABASE_URL cannot be connected to: .*ECONNREFUSED/,
      { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/d' },
    ],
  ]
  if (testServerUrl) {
    const DATABASE_URL = testServerUrl.replace(/\/[^/]*$/, '/nowhere')
    wrong.push([/^ {2}DATABASE_URL cannot be connected to: database "nowhere" does not exist$/, { DATABASE_URL }])
  }
  for (const [expected, env] of wrong) {
    const { code, output } = await runToEnd({ DATA_DIR: folder, ...env })
    assert.equal(code, 1, output)
    const [, line = '', ...more] = output.trimEnd().split('\n')
    assert.match(line, expected, output)
    assert.deepEqual(more, [])
    assert.doesNotMatch(output, /hunter2/)
    if (env.PORT || env.HOST) assert.deepEqual(await readdir(folder), ['file'], 'nothing is made before that is known')
  }
})

test('PostgreSQL ends and comes back: not ready and 503 meanwhile, and the service goes on', {
  skip: onlyPostgres,
}, async () => {
  const postgres = await startMortalPostgres()
  const DATA_DIR = await temporaryFolder()
  const place = { dataDir: DATA_DIR, databaseUrl: postgres.url }
  const database = await openDatabase(place)
  const [boat] = await insertBoats(database.db, 1)
  await database.close()
  const service = await startProcess({ DATA_DIR, DATABASE_URL: postgres.url, RATE_LIMIT_PER_MINUTE: '1000000' })
  try {
    const ask = (path: string) =>
      fetch(service.url + path, {
        headers: { authorization: `Bearer ${boat!.ownerKey}` },
        signal: AbortSignal.timeout(60_000),
      })
    // Requests all the time: also connections in use break under it.
    let asking = true
    let succeeded = 0
    const busy = Promise.all(
      Array.from({ length: 8 }, async () => {
        const statuses: number[] = []
        while (asking) {
          const { status } = await ask(`/v1/vessels/${boat!.vesselId}`)
          if (status === 200) succeeded++
          statuses.push(status)
        }
        return statuses
      }),
    )
    busy.catch(() => {})
    assert.equal((await ask('/health/ready')).status, 200)
    for (let i = 0; i < 3; i++) {
      const goal = succeeded + 50
      await until(() => succeeded >= goal, 'requests under way')
      await postgres.kill()
      const away = await ask('/health/ready')
      assert.equal(away.status, 503)
      assert.deepEqual(((await away.json()) as { checks: object }).checks, { database: 'failing', disk: 'ok' })
      assert.equal((await ask('/health/live')).status, 200)
      const answer = await ask('/v1/vessels')
      assert.deepEqual([answer.status, await answer.json()], [503, { error: 'unavailable' }])
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
      await postgres.start()
      await until(async () => (await ask('/health/ready')).status === 200, 'its readiness')
      assert.equal((await ask('/v1/vessels')).status, 200)
    }
    asking = false
    assert.deepEqual(new Set((await busy).flat()), new Set([200, 503]))
  } catch (cause) {
    throw new Error(`the service said:\n${service.output()}`, { cause })
  } finally {
    await service.kill()
    await postgres.stop()
  }
})
