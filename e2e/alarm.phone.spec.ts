import { type BrowserContext, expect, test } from '@playwright/test'
import { OWNER } from './own-boat.ts'
import { startEmpty, type TestService } from './service.ts'

/** The coolant gets too hot: its owner sees it on the boat's page, acknowledges it in one tab, and the other tab knows. */

const COOLANT = 'Coolant temperature above 98\u00a0°C (port)'

let service: TestService
let context: BrowserContext

test.beforeAll(async ({ browser }, { project }) => {
  service = await startEmpty()
  context = await browser.newContext({ ...project.use, baseURL: service.url })
})

test.afterAll(async () => {
  await context?.close()
  await service?.stop()
})

test('coolant above 98 °C is seen on the overview, acknowledged, and no longer asked for in the other tab', async () => {
  const post = async (path: string, data: object, headers: Record<string, string> = { origin: service.url }) => {
    const answer = await context.request.post(path, { data, headers })
    expect(answer.ok(), `${path} ${answer.status()} ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  await post('/api/auth/sign-up/email', OWNER)
  const { vessel } = await post('/app/vessels', { name: 'Aurora', vessel_type: 'sailboat' })
  const { ingest_key } = await post(`/v1/vessels/${vessel.id}/connections`, { provider: 'generic-http' })
  const boat = `/boats/${vessel.id}`
  const [page, other] = [await context.newPage(), await context.newPage()]
  await page.goto(boat)
  await other.goto(`${boat}/alarms`)
  await expect(other.getByText('No alarm is open')).toBeVisible()

  // It held for longer than the ten seconds of the rule.
  const readings = [20, 0].map((secondsAgo) => ({
    ...{ metric: 'engine_coolant_temp', value: 101, unit: 'C', instance: 'port' },
    recorded_at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
  }))
  await post('/v1/telemetry', { readings }, { authorization: `Bearer ${ingest_key}` })

  await expect(other.getByRole('heading', { name: COOLANT })).toBeVisible()
  const acknowledge = `Acknowledge: ${COOLANT}`
  await expect(other.getByRole('button', { name: acknowledge })).toBeVisible()
  await page.getByRole('link', { name: COOLANT }).click()
  await page.getByRole('button', { name: acknowledge }).click()
  await expect(page.getByText(`Acknowledged by ${OWNER.name}`)).toBeVisible()
  await expect(other.getByText(`Acknowledged by ${OWNER.name}`)).toBeVisible()
  await expect(other.getByRole('button', { name: acknowledge })).toHaveCount(0)
})
