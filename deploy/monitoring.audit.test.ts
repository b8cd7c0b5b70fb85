import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { makeBoat } from '../apps/server/src/testing/accounts/boat.ts'
import { postPicture } from '../apps/server/src/testing/picture.ts'
import { startService } from '../apps/server/src/testing/service.ts'
import { lacks } from '../scripts/programs.ts'
import { startTemporaryRedis } from '../scripts/redis.ts'
import { until } from '../scripts/until.ts'

const read = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')
const ALERTS = read('prometheus', 'alerts.yml')
const DASHBOARD = read('grafana', 'binnacle.json')
const skip = lacks('promtool')

const redis = lacks('redis-server') ? null : await startTemporaryRedis()
after(() => redis?.stop())
const backups = mkdtempSync(join(tmpdir(), 'binnacle-backups-'))
after(() => rmSync(backups, { recursive: true }))
const service = await startService({ BACKUP_DIR: backups, ...(redis && { REDIS_URL: redis.url }) })
const figures = async () => (await service.client.raw('GET', '/metrics')).text

/** The figures that a text speaks of, without those that are there. */
const notShown = (text: string, shown: string): string[] => {
  const names = new Set(shown.match(/^binnacle_\w+/gm))
  return [...new Set(text.match(/\bbinnacle_\w+/g))].filter((name) => !names.has(name))
}

test('what the alerts and the dashboard speak of is what /metrics shows', { skip: lacks('redis-server') }, async () => {
  const owner = await service.owner()
  const boat = await makeBoat(service.client, owner)
  const body = { readings: [{ metric: 'depth', value: 3 }] }
  await service.client.ok(contract.postTelemetry, boat.device, { body })
  await postPicture(service.client, boat.device)
  const shown = await figures()
  for (const text of [ALERTS, DASHBOARD]) assert.deepEqual(notShown(text, shown), [])
  assert.deepEqual(notShown('rate(binnacle_boats_total[5m])', shown), ['binnacle_boats_total'], 'control')

  const routes = new Set<string>(contract.ROUTES.map(({ id }) => id))
  for (const text of [ALERTS, DASHBOARD])
    for (const [, route = ''] of text.matchAll(/route=\\?"(\w+)\\?"/g)) assert.ok(routes.has(route), route)
})

test('the figures tell what they should: resources of this process, above zero', async () => {
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(shown)?.[1])
  let shown = ''
  // Now and then the service has something to do by itself.
  await until(async () => {
    shown = await figures()
    return value('binnacle_database_waiting') === 0 && value('binnacle_ingest_waiting_requests') === 0
  }, 'a moment in which nothing waits')
  assert.ok(value('binnacle_disk_free_bytes') > 1e6)
  assert.ok(value('binnacle_database_connections_open') >= 1)
  assert.ok(value('binnacle_readings_stored_total') >= 1)
})

test('whatever is asked for, there are no more series: paths and ids are in none', async () => {
  const seriesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('binnacle_http')).length
  const ask = async (from: number) => {
    for (let i = from; i < from + 20; i++) {
      await service.client.raw('GET', `/v1/vessels/00000000-0000-4000-8000-${String(i).padStart(12, '0')}`)
      await service.client.raw('GET', `/v1/nothing-${i}`)
      await service.client.raw('PUT', `/page-${i}`)
    }
    return seriesOf(await figures())
  }
  await ask(0)
  assert.equal(await ask(20), await ask(40))
})

test('promtool: the alerts are right, fire where they should and are silent where all is well', { skip }, () => {
  const run = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: join(import.meta.dirname, 'prometheus'), encoding: 'utf8' })
  assert.match(run('check', 'rules', 'alerts.yml'), /SUCCESS/)
  assert.match(run('test', 'rules', 'alerts.test.yml'), /SUCCESS/)
  const tried = new Set(
    [...read('prometheus', 'alerts.test.yml').matchAll(/alertname="(\w+)"/g)].map(([, name]) => name),
  )
  const all = [...ALERTS.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  assert.deepEqual([...tried].sort(), all.sort())
})
