import { networkProblem } from '../transport/problem.ts'

/** What came of asking the service; `sentence` is for the owner. */
export interface Finding {
  ok: boolean
  sentence: string
}

const ANSWER_WITHIN_MS = 10_000

/**
 * Asks the service whether it takes a connection key, by asking for open check-ins: it needs a good key, and changes nothing
 * but when the connection was last seen.
 */
export async function askService(url: string, key: string): Promise<Finding> {
  const at = `${url}/v1/cameras/pending`
  try {
    const asked = performance.now()
    const response = await fetch(at, {
      headers: { authorization: `Bearer ${key}` },
      // A marina's login page answers with a redirect: to follow it would send the key to a stranger.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const body = await bodyOf(response)
    return judge(response.status, body, Math.round(performance.now() - asked))
  } catch (error) {
    return { ok: false, sentence: `cannot be reached: ${fetchProblem(error)}` }
  }
}

function judge(status: number, body: Record<string, unknown> | undefined, ms: number): Finding {
  if (status === 200 && typeof body?.poll_after_ms === 'number')
    return { ok: true, sentence: `takes the key, and answered in ${ms} ms` }
  const wrong = (sentence: string) => ({ ok: false, sentence })
  if (status === 401 && body) return wrong('does not know this key: copy it again, or make a new one in the app')
  if (status === 403 && body) return wrong('knows the key, but the connection is switched off in the app')
  if (status >= 500 || status === 429) return wrong(`is in trouble (${status}); the gateway will go on trying`)
  return wrong(
    `answers ${status}, and not as Binnacle does: is the address right, or is this a login page of the network?`,
  )
}

async function bodyOf(response: Response): Promise<Record<string, unknown> | undefined> {
  try {
    return Object(await response.json())
  } catch {
    return undefined
  }
}

/** fetch says only "fetch failed"; what failed is in its cause. */
function fetchProblem(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in ten seconds'
  return error instanceof Error && error.cause instanceof Error ? networkProblem(error.cause) : String(error)
}
