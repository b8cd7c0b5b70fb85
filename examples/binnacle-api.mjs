import { setTimeout } from 'node:timers/promises'

/** Where Binnacle is, and an access key with the scope read:vessel. */
const url = process.env.BINNACLE_URL?.replace(/\/$/, '')
const key = process.env.BINNACLE_KEY

const TRIES = 5

/** Gets a path such as /v1/vessels as JSON. Waits and tries again when Binnacle is busy or restarts. */
export async function get(path) {
  if (!url || !key) throw new Error('Set BINNACLE_URL and BINNACLE_KEY (an access key with the scope read:vessel).')
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } }).catch((error) => {
      if (tries === TRIES) throw new Error(`${url} cannot be reached: ${error.cause?.message ?? error.message}`)
      return null
    })
    if (answer?.ok) return answer.json()
    const mayPass = !answer || answer.status === 429 || answer.status === 503
    if (!mayPass || tries === TRIES) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
    await answer?.body?.cancel()
    await setTimeout(1000 * Number(answer?.headers.get('retry-after') ?? tries))
  }
}
