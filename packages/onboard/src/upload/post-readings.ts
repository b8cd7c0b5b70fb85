import { STATUS_CODES } from 'node:http'
import { HOUR_METER, readHourMeter, VESSEL_ID } from '@binnacle/contract'
import { type Answer, dateOf, isUnconnected, jsonOf, request } from './request.ts'
import { mayRetry } from './retry.ts'

/** Where readings go: the service's base address and a connection key (ct_...). */
export interface Target {
  url: string
  key: string
  /** A Prefer header to send with them. */
  prefer?: string
}

/** The answer to an accepted batch. Source: vessel-data-api.md, POST /v1/telemetry. */
export interface Accepted {
  accepted: number
  rejected: { metric: string; reason: string }[]
  engine_hours_applied: boolean
}

/** What became of one try to post a batch; `why` is for people, and in the service's own words where it said any. */
export type Outcome =
  /** `meter`: the vessel's whole hours, null where it has none; undefined where the service does not tell. */
  | { kind: 'accepted'; receipt: Accepted; meter: number | null | undefined }
  /** 400, 413, 422: these readings are not taken, however often they are sent. */
  | { kind: 'refused'; status: number; why: string }
  /** 401, 403, 404: nothing is taken until a person does something. */
  | { kind: 'stopped'; status: number; why: string }
  /** No answer, trouble that passes, or an answer that is not the service's. */
  | { kind: 'later'; why: string; retryAfter: string | null }

/** An attempt, and what else it showed. */
export interface Try {
  outcome: Outcome
  /** The service's clock, ms since 1970 in whole seconds; null where no answer had it reliably. */
  date: number | null
  /** What it cost in bytes, both ways, with an estimate for headers and TLS. */
  bytes: number
}

/** A TLS handshake for each batch would cost more than the batch: 400 MB a month. */
const EXCHANGE = { timeoutMs: 30_000, maxBytes: 256 * 1024, keepAlive: true }
const OVERHEAD_BYTES = 1_000

/** Posts a batch of at most 200 readings once. `body` and `idempotencyKey` must be the same for each try of a batch. */
export async function postReadings(
  body: string,
  idempotencyKey: string,
  { url, key, prefer }: Target,
  signal?: AbortSignal,
): Promise<Try> {
  const address = new URL(`${url.replace(/\/+$/, '')}/v1/telemetry`)
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
    ...(prefer !== undefined && { prefer }),
  }
  try {
    const answer = await request(address, { method: 'POST', headers, body, signal, ...EXCHANGE })
    const bytes = OVERHEAD_BYTES + Buffer.byteLength(body) + answer.body.length
    const said = jsonOf(answer)
    const isService = typeof said.error === 'string' || accepted(answer.status, said) !== undefined
    return { outcome: outcomeOf(answer, said), date: trusted(answer, address, isService), bytes }
  } catch (error) {
    const outcome = { kind: 'later', why: reasonOf(error), retryAfter: null } as const
    return { outcome, date: null, bytes: isUnconnected(error) ? 0 : OVERHEAD_BYTES + Buffer.byteLength(body) }
  }
}

/**
 * Asks the service what it says to a key, by asking for open check-ins: it needs a good key, and changes nothing but when the
 * connection was last seen. `vessel`: the key's, where the service tells.
 */
export async function askVessel(
  { url, key }: Target,
  signal?: AbortSignal,
): Promise<Pick<Try, 'date' | 'bytes'> & { outcome: Outcome | { kind: 'accepted' }; vessel?: string }> {
  const address = new URL(`${url.replace(/\/+$/, '')}/v1/cameras/pending`)
  try {
    const answer = await request(address, { headers: { authorization: `Bearer ${key}` }, signal, ...EXCHANGE })
    const said = jsonOf(answer)
    const isTaken = answer.status === 200 && typeof said.poll_after_ms === 'number'
    return {
      outcome: isTaken ? { kind: 'accepted' } : outcomeOf(answer, said),
      vessel: isTaken ? answer.headersDistinct[VESSEL_ID]?.[0] : undefined,
      date: trusted(answer, address, isTaken || typeof said.error === 'string'),
      bytes: OVERHEAD_BYTES + answer.body.length,
    }
  } catch (error) {
    const outcome = { kind: 'later', why: reasonOf(error), retryAfter: null } as const
    return { outcome, date: null, bytes: isUnconnected(error) ? 0 : OVERHEAD_BYTES }
  }
}

/** Asks the service for nothing but its clock. */
export async function askTime(
  url: string,
  signal?: AbortSignal,
): Promise<Pick<Try, 'date' | 'bytes'> & { why: string }> {
  const address = new URL(`${url.replace(/\/+$/, '')}/health/live`)
  try {
    const answer = await request(address, { signal, ...EXCHANGE })
    const said = jsonOf(answer)
    const date = trusted(answer, address, said.status === 'ok' || typeof said.error === 'string')
    return { date, bytes: OVERHEAD_BYTES, why: `${answer.status}: this is not Binnacle` }
  } catch (error) {
    return { date: null, bytes: isUnconnected(error) ? 0 : OVERHEAD_BYTES, why: reasonOf(error) }
  }
}

/**
 * A status alone is not the service's word: a marina's login page answers 200 and 302, a firewall 403. Only 413 is taken from
 * anybody, since whoever is in between will not let a body of that size through the next time either.
 */
function outcomeOf({ status, headers, headersDistinct }: Answer, said: Record<string, unknown>): Outcome {
  const receipt = accepted(status, said)
  if (receipt) return { kind: 'accepted', receipt, meter: readHourMeter(headersDistinct[HOUR_METER]?.[0]) }
  const error = typeof said.error === 'string' ? said.error : undefined
  const why = `${status} ${error ?? STATUS_CODES[status] ?? ''}`.trim()
  if (mayRetry(status)) return { kind: 'later', why, retryAfter: headers['retry-after'] ?? null }
  if (status === 413 || (error && (status === 400 || status === 422))) return { kind: 'refused', status, why }
  if (error && status >= 400) return { kind: 'stopped', status, why }
  return { kind: 'later', why: `${why}: this is not Binnacle`, retryAfter: null }
}

function accepted(status: number, said: Record<string, unknown>): Accepted | undefined {
  if (status < 200 || status > 299 || typeof said.accepted !== 'number') return undefined
  return {
    accepted: said.accepted,
    rejected: Array.isArray(said.rejected) ? said.rejected : [],
    engine_hours_applied: said.engine_hours_applied === true,
  }
}

/** TLS vouches for whoever answers; without it a login page may have any clock, so only the service's own answer counts. */
const trusted = (answer: Answer, { protocol }: URL, isService: boolean): number | null =>
  protocol === 'https:' || isService ? dateOf(answer) : null

function reasonOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  // Without a battery the clock starts in the past, and no certificate holds; nothing here can set it.
  if (code === 'CERT_NOT_YET_VALID' || code === 'CERT_HAS_EXPIRED')
    return `the certificate is not valid on ${new Date().toISOString().slice(0, 10)}, the date of the system clock (${code}); check the clock`
  // OpenSSL says it in two lines of its own sources.
  if (code === 'EPROTO') return 'the server does not use TLS; use http:// instead of https://'
  return error instanceof Error ? error.message || code || error.name : String(error)
}
