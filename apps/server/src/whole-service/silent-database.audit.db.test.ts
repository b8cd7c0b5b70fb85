import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startMortalPostgres } from '../../../../bench/audits/crash/postgres.ts'
import { until } from '../../../../scripts/until.ts'
import { openDatabase } from '../db/open-database.ts'
import { insertBoats } from '../testing/accounts/boats.ts'
import { testServerUrl } from '../testing/database.ts'
import { startProcess } from '../testing/process.ts'

// How soon, `npm run audit:faults -- --only postgres-stopped` measures; here only that nobody waits for ever.
const NO_HANG_MS = 60_000

test('a database that is silent: 503 for everybody, live but not ready, and all goes on when it speaks again', {
  skip: testServerUrl ? false : 'needs TEST_DATABASE_URL',
}, async () => {
  const postgres = await startMortalPostgres()
  after(() => postgres.stop())
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'binnacle-silent-'))
  after(() => rm(DATA_DIR, { recursive: true, force: true }))
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: postgres.url })
  const boats = await insertBoats(database.db, 12)
  await database.close()
  const service = await startProcess({ DATA_DIR, DATABASE_URL: postgres.url, TELEMETRY_GAP_MS: '0' })
  after(() => service.kill())

  const [boat] = boats as [(typeof boats)[0]]
  const ask = (path: string, key: string | null = null, body?: object, headers: Record<string, string> = {}) =>
    fetch(service.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(NO_HANG_MS),
    })
  const batches = boats.map(({ deviceKey }) => {
    const name = { 'idempotency-key': randomUUID() }
    return () => ask('/v1/telemetry', deviceKey, { readings: [{ metric: 'depth', value: 3 }] }, name)
  })
  const account = { name: 'Ada', email: 'ada@example.org', password: randomUUID() }
  const signedUp = await ask('/api/auth/sign-up/email', null, account)
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const kinds: Record<string, () => Promise<Response>> = {
    'owner read': () => ask(`/v1/vessels/${boat.vesselId}`, boat.ownerKey),
    charts: () => ask(`/v1/vessels/${boat.vesselId}/telemetry`, boat.ownerKey),
    hours: () => ask(`/v1/vessels/${boat.vesselId}/hours`, boat.ownerKey, { hours: 1 }),
    'sign-in': () => ask('/api/auth/sign-in/email', null, account),
    session: () => ask('/app/me', null, undefined, { cookie }),
    frame: () => ask('/v1/cameras/frames', boat.deviceKey, { image_base64: 'AAAA' }),
  }

  assert.equal((await ask('/health/ready')).status, 200)
  await postgres.freeze()
  const stored = batches.map((send) => send())
  const answers = await Promise.all(Object.entries(kinds).map(async ([kind, send]) => [kind, await send()] as const))
  for (const [kind, answer] of answers) {
    const text = await answer.text()
    assert.deepEqual([kind, answer.status, text], [kind, 503, '{"error":"unavailable"}'])
    assert.ok(Number(answer.headers.get('retry-after')) > 0, kind)
  }
  for (const answer of await Promise.all(stored)) assert.equal(answer.status, 503)
  assert.equal((await ask('/health/live')).status, 200)
  assert.equal((await ask('/health/ready')).status, 503)

  postgres.thaw()
  await until(async () => (await ask('/health/ready')).status === 200, 'its readiness')
  for (const { vesselId, ownerKey } of boats) assert.equal((await ask(`/v1/vessels/${vesselId}`, ownerKey)).status, 200)
  // Some of the batches were committed after their 503: sent again, each is there once.
  for (const send of batches) assert.equal((await send()).status, 202)
  for (const { vesselId, ownerKey } of boats) {
    const { readings } = (await (await ask(`/v1/vessels/${vesselId}/telemetry`, ownerKey)).json()) as {
      readings: object[]
    }
    assert.equal(readings.length, 1)
  }
})
