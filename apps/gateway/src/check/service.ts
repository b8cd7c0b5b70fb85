import { isOfOtherBoat } from '@binnacle/onboard'
import { fetchProblem } from '../transport/problem.ts'

/** What came of asking the service; `sentence` is for the owner. */
export interface Finding {
  ok: boolean
  sentence: string
}

const REQUEST_TIMEOUT_MS = 10_000
const OTHER_BOAT: Finding = {
  ok: false,
  sentence:
    'accepts the key, but it belongs to another boat than the data here. Enter a key of that boat, or remove that data with `binnacle-gateway forget boat`: what waits is lost',
}

/**
 * Asks the service whether it takes a connection key, by asking for open check-ins: it needs a good key, and changes nothing
 * but when the connection was last seen. `kept`: what the data folder says of its boat.
 */
export async function askService(url: string, key: string, kept?: unknown): Promise<Finding> {
  const at = `${url}/v1/cameras/pending`
  try {
    const asked = performance.now()
    const response = await fetch(at, {
      headers: { authorization: `Bearer ${key}` },
      // A marina's login page answers with a redirect: to follow it would send the key to a stranger.
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const body = await bodyOf(response)
    if (response.status === 200 && isOfOtherBoat(kept, response)) return OTHER_BOAT
    return judge(response.status, body, Math.round(performance.now() - asked))
  } catch (error) {
    return { ok: false, sentence: `cannot be reached: ${fetchProblem(error)}` }
  }
}

function judge(status: number, body: Record<string, unknown> | undefined, ms: number): Finding {
  if (status === 200 && typeof body?.poll_after_ms === 'number')
    return { ok: true, sentence: `accepts the key (answered in ${ms} ms)` }
  const wrong = (sentence: string) => ({ ok: false, sentence })
  if (status === 401 && body) return wrong('does not know this key; copy it again, or create a new one in the app')
  if (status === 403 && body)
    return wrong('accepts the key, but the connection is turned off in the app; turn it on there')
  if (status >= 500 || status === 429) return wrong(`has a problem (${status}); the gateway keeps trying`)
  return wrong(`is not Binnacle (status ${status}). Check the address, and whether the network wants a login`)
}

async function bodyOf(response: Response): Promise<Record<string, unknown> | undefined> {
  try {
    return Object(await response.json())
  } catch {
    return undefined
  }
}
