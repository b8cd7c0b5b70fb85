import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readTelemetry } from '@binnacle/contract'
import { type OnboardDevice, openOnboardDevice, steadyNow } from '@binnacle/onboard'
import { SILENT } from '../../../packages/onboard/src/testing/log.ts'
import { until } from '../../../scripts/until.ts'
import { makeBoat } from '../../server/src/testing/accounts/boat.ts'
import { startService } from '../../server/src/testing/service.ts'

const MINUTE = 60_000

/** Passes everything to the service, and loses every second answer to a batch after the service has stored it. */
async function losingAnswers(t: TestContext, service: string) {
  const lost: string[] = []
  const passed: string[] = []
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
    const { authorization = '', 'idempotency-key': key } = request.headers
    const headers = {
      authorization,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': String(key) }),
    }
    const answer = await fetch(service + request.url, { method: request.method, headers, body })
    const text = await answer.text()
    if (answer.status === 202 && lost.length <= passed.length) {
      lost.push(String(key))
      response.destroy()
    } else {
      if (answer.status === 202) passed.push(String(key))
      response.writeHead(answer.status, { date: answer.headers.get('date') ?? '' }).end(text)
    }
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  t.after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, lost, passed }
}

test('a backlog over lost answers and a restart is stored exactly once, each reading at its time', async (t) => {
  const service = await startService({ TELEMETRY_GAP_MS: '1' })
  const owner = await service.owner()
  const boat = await makeBoat(service.client, owner)
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-exactly-once-'))
  const proxy = await losingAnswers(t, service.baseUrl)
  let device: OnboardDevice | undefined
  t.after(async () => {
    await device?.close()
    await rm(folder, { recursive: true })
  })
  const open = (url: string) =>
    openOnboardDevice({
      url,
      key: boat.device.key,
      folder,
      queue: { maxMegabytes: 10, maxDays: 30 },
      budgets: {},
      admission: {},
      cameras: [],
      gapMs: 1,
      log: SILENT,
    })

  const offline = await open('http://127.0.0.1:1')
  const [steady, now] = [steadyNow(), Date.now()]
  const depths = Array.from({ length: 450 }, (_, i) => ({ value: 10 + i, minutesAgo: 450 - i }))
  for (const { value, minutesAgo } of depths)
    offline.observe({ metric: 'depth', value, at: steady - minutesAgo * MINUTE, source: 'sounder', rank: 0 })
  await offline.close()

  device = await open(proxy.url)
  const sending = device
  await until(() => sending.status().queue.waiting === 0 && proxy.passed.length >= 3, 'the end of the queue')

  const { readings } = await service.client.ok(readTelemetry, owner.key, {
    params: { id: boat.id },
    query: { limit: '500' },
  })
  const stored = readings.map((r: { value: number; recorded_at: string }) => [r.value, Date.parse(r.recorded_at) - now])
  stored.sort(([a]: number[], [b]: number[]) => a! - b!)
  assert.deepEqual(
    stored.map(([value]: number[]) => value),
    depths.map(({ value }) => value),
  )
  for (const [i, [, at]] of stored.entries())
    assert.ok(Math.abs(at + depths[i]!.minutesAgo * MINUTE) < 1_000, `${at} ms from now`)
  assert.deepEqual(
    [proxy.lost.length, proxy.lost],
    [3, proxy.passed],
    'each batch was lost once, and sent again as it was',
  )
})
