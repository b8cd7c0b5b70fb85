import type { BrowserContext } from '@playwright/test'

interface Account {
  url: string
  email: string
  password: string
}

/** Signs the browser in without a page; gives the ids of the account's boats, in the order in which they were added. */
export async function signIn(context: BrowserContext, { url, email, password }: Account): Promise<string[]> {
  const headers = { origin: url }
  const signedIn = await context.request.post(`${url}/api/auth/sign-in/email`, { data: { email, password }, headers })
  if (!signedIn.ok()) throw new Error(`sign in: ${signedIn.status()}`)
  const { vessels } = (await (await context.request.get(`${url}/v1/vessels`)).json()) as { vessels: { id: string }[] }
  return vessels.map(({ id }) => id)
}
