import type { IncomingMessage } from 'node:http'
import * as contract from '@binnacle/contract'
import { findDevice, noteDeviceError, refuseStopped } from '../connections/sql.ts'
import type { Database } from '../db/database.ts'
import { ApiError, retryAfter } from '../http/errors.ts'
import { readBody, requireJson } from '../http/route/body.ts'
import type { Handle } from '../http/route/register.ts'
import { validatorsOf } from '../http/route/validate.ts'
import type { Metrics } from '../service/metrics.ts'
import { storedSettings } from '../service/settings.ts'
import type { Config } from '../settings/config.ts'
import { readBatch } from './ingest/batch.ts'
import { storeAndTell } from './ingest/hour-meter-answer.ts'
import type { Arrival, Outcome } from './ingest/ingest-sql.ts'
import type { TelemetryWriter } from './ingest/writer.ts'

/** How long an onboard device is asked to wait while ingestion is switched off. */
const INGEST_RETRY_MS = 60_000

/**
 * `stored`: called when a batch is stored, with the ms since the connection's batch before, whichever process stored that; null:
 * there was none.
 */
export function telemetryRoutes(
  handle: Handle,
  database: Database,
  config: Config,
  metrics: Metrics,
  writer: TelemetryWriter,
  stored: (arrival: Arrival, sinceLastMs: number | null) => void,
): void {
  const { db } = database
  const gapMs = config.telemetryGapMs
  metrics.show('binnacle_ingest_waiting_requests', 'Telemetry requests that wait for a statement', () => writer.waiting)

  /** Refuses the body, once it is certain that the onboard device may send: else 401, 503 or 403, as for any other request. */
  async function refuse(keyHash: Buffer, error: unknown): Promise<never> {
    const device = await findDevice(db, keyHash)
    if (!device) throw new ApiError('invalid_connection_key')
    const { ingest_enabled = config.ingestEnabled } = await storedSettings(db)
    if (!ingest_enabled) throw disabled()
    refuseStopped(device)
    if (error instanceof ApiError) await noteDeviceError(db, keyHash, error.message.slice(0, 200))
    throw error
  }

  async function store(arrival: Arrival): Promise<Outcome> {
    const outcome = await writer.store(arrival)
    if (outcome.outcome === 'accepted') {
      stored(arrival, outcome.wait_ms === null ? null : gapMs - outcome.wait_ms)
      metrics.readings.inc(arrival.batch.accepted)
      metrics.rejectedReadings.inc(arrival.batch.rejected.length)
    }
    return outcome
  }

  handle(contract.postTelemetry, async ({ caller, request, reply, now }) => {
    const { keyHash } = caller
    const batch = await receive(request.raw, now).catch((error) => refuse(keyHash, error))
    const asked = contract.readPreference(request.headers.prefer as string | undefined)
    const { outcome, meter } = asked
      ? await storeAndTell(db, { keyHash, batch }, asked, store)
      : { outcome: await store({ keyHash, batch }) }
    const answer = receipt(outcome, gapMs)
    if (meter !== undefined) reply.header(contract.HOUR_METER, contract.hourMeterHeader(meter))
    return answer
  })
}

const check = validatorsOf(contract.postTelemetry)

async function receive(request: IncomingMessage, now: Date) {
  check.query(request.url!)
  requireJson(request.headers)
  check.headers(request.headers)
  const body = await readBody(request, contract.LIMITS.telemetryBytes)
  return readBatch(body, request.headers['idempotency-key'] as string | undefined, now)
}

const disabled = () => new ApiError('ingest_disabled', undefined, retryAfter(INGEST_RETRY_MS))

/** The answer to an onboard device: what is stored, now or before, or why not. */
function receipt(
  { outcome, accepted, rejected, hours_applied, wait_ms }: Outcome,
  gapMs: number,
): contract.TelemetryReceipt {
  if (outcome === 'accepted' || outcome === 'repeat')
    return { accepted: accepted ?? 0, rejected: rejected ?? [], engine_hours_applied: hours_applied }
  if (outcome === 'ingest_disabled') throw disabled()
  // Of two requests at once the later may be stored first, or by a process whose clock is ahead: the wait is still the gap at most.
  if (outcome === 'too_frequent')
    throw new ApiError('too_frequent', undefined, retryAfter(Math.min(wait_ms ?? 0, gapMs)))
  throw new ApiError(outcome)
}
