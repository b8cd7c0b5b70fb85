// A control: a service that acknowledges batches whatever became of them (NODE_OPTIONS=--import=...).
import { TelemetryWriter } from '../../../../apps/server/src/telemetry/ingest/writer.ts'

const { store } = TelemetryWriter.prototype
TelemetryWriter.prototype.store = function (arrival) {
  const { accepted, rejected } = arrival.batch
  return store
    .call(this, arrival)
    .catch(() => ({ outcome: 'accepted', accepted, rejected, hours_applied: false, wait_ms: null }))
}
