import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import { makeBoat } from '../../testing/accounts/boat.ts'
import { credentialHeaders } from '../../testing/client.ts'
import { startService } from '../../testing/service.ts'

const { client, owner, database, baseUrl } = await startService()

test('an account has four downloads under way at most, and another when one has ended', async () => {
  const [ada, eve] = [await owner(), await owner()]
  const boat = await makeBoat(client, ada)
  const readings = Array.from({ length: 200 }, (_, i) => ({
    metric: 'fault_code',
    text_value: `${i} ${'x'.repeat(110)}`,
  }))
  await client.ok(contract.postTelemetry, boat.device, { body: { readings } })
  // 16 MB, more than sockets hold: a download that nobody reads stays under way.
  await sql`
    insert into telemetry_batch (vessel_id, connection_id, batch_key, last_at, first_at, arrived_at, metrics, accepted, hours_applied, body)
    select vessel_id, connection_id, gen_random_uuid(), last_at, first_at, arrived_at, metrics, accepted, hours_applied, body
    from telemetry_batch cross join generate_series(1, 399)`.execute(database.db)
  const begin = async (file: string, method = 'GET') => {
    const headers = credentialHeaders(ada.session)
    const address = `${baseUrl}/v1/vessels/${boat.id}/telemetry.${file}`
    const asked = http.request(address, { headers, method, agent: false }).end()
    const [answer] = (await once(asked, 'response')) as [http.IncomingMessage]
    answer.on('error', () => {})
    return { status: answer.statusCode, headers: answer.headers, end: () => asked.destroy() }
  }
  for (const file of ['csv', 'ndjson']) assert.equal((await begin(file, 'HEAD')).status, 200)
  const downloads = await Promise.all(['csv', 'ndjson', 'csv', 'ndjson'].map((file) => begin(file)))
  const statuses = downloads.map(({ status }) => status)
  assert.deepEqual(statuses, [200, 200, 200, 200])
  const fifth = await begin('csv')
  assert.deepEqual([fifth.status, fifth.headers['content-disposition']], [429, undefined])
  assert.ok(Number(fifth.headers['retry-after']) >= 1)
  const others = await client.call(contract.exportTelemetryCsv, eve.session, { params: { id: boat.id } })
  assert.equal(others.status, 404, 'nobody else is held up')
  downloads[0]!.end()
  await until(async () => {
    const another = await begin('ndjson')
    downloads.push(another)
    return another.status === 200
  }, 'another download')
  for (const { end } of downloads) end()
})
