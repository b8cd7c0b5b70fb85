import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOAT } from '../testing/boat.ts'
import { network } from '../testing/browser.ts'
import { open } from '../testing/open.ts'
import { en } from '../texts/en.ts'

const { ApiProblem, apiOnce } = await import('./client.ts')
const { common, developer } = en

test('a request that is never answered ends after a minute: the page says so, and asks again', async (t) => {
  const limits: AbortController[] = []
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    assert.equal(ms, 60_000)
    limits.push(new AbortController())
    return limits.at(-1)!.signal
  })
  const answers = { 'GET /app/fleet': { vessels: [] } }
  const page = await open('/developer', { ...answers, 'GET /app/access-keys': () => new Promise(() => {}) })
  await page.findByRole('heading', { level: 1 })
  await page.until(() => assert.ok(limits.length > 0))
  for (const limit of limits) limit.abort()
  await page.findByText(common.problem.offlinePage)
  page.service.answer({ 'GET /app/access-keys': { access_keys: [] } })
  await page.user.click(page.getByRole('button', { name: common.retry }))
  await page.findByText(developer.keys.none)
})

test('a page that is no answer of the service is as good as none: a harbor network that asks for its own sign-in', async () => {
  const page = await open('/developer', { 'GET /app/fleet': { vessels: [] } })
  await page.findByText(developer.keys.none)
  page.service.answersWith('<title>Harbor WiFi</title>')
  await page.goTo('/account/activity')
  await page.findByText(common.problem.offlinePage)
})

test('a change whose answer breaks off keeps its key: asked again, the service knows it as the same', async () => {
  const keys: (string | null)[] = []
  let whole = false
  network.fetch = (async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    return new Response(whole ? '{}' : '{"service_l', { status: 201 })
  }) as typeof fetch
  const body = { title: 'Engine oil' }
  const log = () => apiOnce('POST /v1/vessels/{id}/service-log', { params: { id: BOAT.id }, body })
  await assert.rejects(log, (error) => error instanceof ApiProblem && error.code === 'offline')
  whole = true
  await log()
  await log()
  assert.equal(keys[0], keys[1])
  assert.notEqual(keys[1], keys[2])
})
