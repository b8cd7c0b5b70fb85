import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open } from '../testing/open.ts'
import { en } from '../texts/en.ts'

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
