/** How a request of a demo box ended. */
export type Sent<T> = { ok: true; body: T } | { ok: false; waitMs: number }

const ANSWER_WITHIN_MS = 15_000
/** After an error, and after "not you": its owner may switch a connection on again. */
const AGAIN_MS = 5_000
const REFUSED_AGAIN_MS = 60_000

/** One request with a connection key. Never throws but when `stop` has been called: says how long to wait instead. */
export async function send<T>(url: string, key: string, body: object | null, stop: AbortSignal): Promise<Sent<T>> {
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.any([stop, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    const answer = (await response.json()) as T
    if (response.ok) return { ok: true, body: answer }
    const retry = Number(response.headers.get('retry-after')) * 1000
    return { ok: false, waitMs: retry || (response.status < 500 ? REFUSED_AGAIN_MS : AGAIN_MS) }
  } catch {
    stop.throwIfAborted()
    return { ok: false, waitMs: AGAIN_MS }
  }
}
