import { type BrowserContext, expect } from '@playwright/test'

export const OWNER = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }

/** A new account's boat with a device that has sent once; gives its id. */
export async function makeBoat(context: BrowserContext, url: string): Promise<string> {
  const post = async (path: string, data: object, headers: Record<string, string> = { origin: url }) => {
    const answer = await context.request.post(url + path, { data, headers })
    expect(answer.ok(), `${path} ${answer.status()} ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  await post('/api/auth/sign-up/email', OWNER)
  const { vessel } = await post('/app/vessels', { name: 'Aurora', vessel_type: 'sailboat' })
  const { ingest_key } = await post(`/v1/vessels/${vessel.id}/connections`, { provider: 'generic-http' })
  const readings = [12.6, 12.7].map((value) => ({ metric: 'battery_voltage', value, unit: 'V' }))
  await post('/v1/telemetry', { readings }, { authorization: `Bearer ${ingest_key}` })
  return vessel.id
}
