import { type BrowserContext, expect } from '@playwright/test'
import { de } from '../apps/web/src/texts/de.ts'
import { en } from '../apps/web/src/texts/en.ts'
import { OWNER } from './own-boat.ts'
import { startEmpty, type TestService } from './service.ts'
import { signIn } from './signed-in.ts'

/** The languages of the app, and its texts in them. */
export const LANGUAGES = [
  ['en-GB', en],
  ['de-DE', de],
] as const

/**
 * For test.skip in a describe of a language: what does not depend on both together is tried in German on a phone and in English on a
 * desktop.
 */
export const atOtherSize =
  (locale: (typeof LANGUAGES)[number][0]) =>
  ({ isMobile }: { isMobile: boolean }) =>
    isMobile !== (locale === 'de-DE')

/** A service with the account of OWNER. */
export async function startOwned(settings: Record<string, string>): Promise<TestService> {
  const service = await startEmpty(settings)
  await signUp(service.url, OWNER)
  return service
}

export async function signUp(url: string, account: typeof OWNER): Promise<void> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

/** A boat of its own at these hours, and a page of this browser, in which OWNER is signed in. */
export async function aboard(context: BrowserContext, url: string, name = 'Aurora', engine_hours: number | null = 412) {
  await signIn(context, { url, ...OWNER })
  const post = async (path: string, data: object, headers: Record<string, string> = { origin: url }) => {
    const answer = await context.request.post(url + path, { data, headers })
    expect(answer.ok(), `${path} ${answer.status()} ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const { vessel } = await post('/app/vessels', { name, vessel_type: 'sailboat', engine_hours })
  const id: string = vessel.id
  const page = await context.newPage()
  return {
    id,
    post,
    page,
    open: (path: string) => page.goto(`${url}/boats/${id}${path}`),
    read: async (path: string) => (await context.request.get(`${url}/v1/vessels/${id}${path}`)).json(),
    /** Connects a device, and gives what sends its readings. */
    connect: async () => {
      const { ingest_key } = await post(`/v1/vessels/${id}/connections`, { provider: 'generic-http' })
      return (readings: object[]) => post('/v1/telemetry', { readings }, { authorization: `Bearer ${ingest_key}` })
    },
  }
}
