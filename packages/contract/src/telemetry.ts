import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { METRIC_NAMES } from './metrics.ts'
import { route } from './route.ts'
import { dateTime, idParam, limit, named, nullable, oneOf, optional, text, uuid } from './schema.ts'

const metric = oneOf(METRIC_NAMES, 'What was measured; each metric has one unit')
const value = Type.Number({ description: "The measurement, in the metric's unit", examples: [1450] })
const textValue = text(120, 'Text of a fault_code', 'SPN 110 FMI 0')
const unit = text(16, 'Unit as the box names it', 'rpm')
const instance = text(40, 'Which engine, tank or battery', 'port')
const recordedAt = dateTime('When it was measured', '2026-05-14T09:30:00Z')

/** A reading as it is read back: every field present, numbers and times with the digits that the box sent. */
export const Reading = named('Reading', 'One normalized measurement', {
  metric,
  value: nullable(value),
  text_value: nullable(textValue),
  unit: nullable(unit),
  instance: nullable(instance),
  recorded_at: recordedAt,
})
export type Reading = Static<typeof Reading>

/** A reading as a box sends it: one of value and text_value. */
export const NewReading = named('NewReading', 'One normalized measurement; one of value and text_value is required', {
  metric,
  value: optional(nullable(value)),
  text_value: optional(nullable(textValue)),
  unit: optional(nullable(unit)),
  instance: optional(nullable(instance)),
  recorded_at: optional(dateTime('When it was measured; its arrival unless given', '2026-05-14T09:30:00Z')),
})
export type NewReading = Static<typeof NewReading>

export const Rejection = named('Rejection', 'A reading that was not stored', {
  metric: text(LIMITS.echoedMetricLength, 'The metric as it was sent, shortened', 'engine_rmp'),
  reason: text(200, 'Why it was not stored', 'unknown metric'),
})
export type Rejection = Static<typeof Rejection>

export const TelemetryReceipt = named('TelemetryReceipt', 'What became of a batch', {
  accepted: Type.Integer({ minimum: 0, description: 'How many readings are stored', examples: [20] }),
  rejected: Type.Array(Rejection, { description: 'The readings that are not, each with the reason' }),
  engine_hours_applied: Type.Boolean({ description: 'Whether the hour meter moved', examples: [false] }),
})
export type TelemetryReceipt = Static<typeof TelemetryReceipt>

export const postTelemetry = route({
  id: 'postTelemetry',
  tag: 'telemetry',
  auth: 'ingest',
  scope: null,
  resource: null,
  method: 'POST',
  path: '/v1/telemetry',
  summary: 'Send readings',
  description:
    'Stores the readings for the vessel of the connection. A reading that does not fit is listed in rejected and the rest is stored. The batch is known by its Idempotency-Key, or, where every reading has a recorded_at, by its content: sent again it gets the first answer and is stored once. At most one request in five seconds for a connection.',
  headers: Type.Object({
    'idempotency-key': optional(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.idempotencyKeyLength,
        pattern: '^[\\x21-\\x7e]+$',
        description: 'Names the batch, so that it can be sent again safely; remembered for at least 35 days',
        examples: ['01K9Z3QK7M-000417'],
      }),
    ),
  }),
  body: Type.Object({
    readings: Type.Array(NewReading, {
      minItems: 1,
      maxItems: LIMITS.readingsPerRequest,
      description: 'The readings, in any order of time',
    }),
  }),
  bodyBytes: LIMITS.telemetryBytes,
  bodyCheckedBy: 'handler',
  answers: { 202: { description: 'What became of the batch', schema: TelemetryReceipt } },
  errors: [
    'ingest_disabled',
    'connection_disabled',
    'body_too_large',
    'too_many_readings',
    'too_frequent',
    'idempotency_key_reused',
  ],
})

export const readTelemetry = route({
  id: 'readTelemetry',
  tag: 'telemetry',
  auth: 'owner',
  scope: 'read:vessel',
  resource: 'vessel',
  method: 'GET',
  path: '/v1/vessels/{id}/telemetry',
  summary: 'The newest readings',
  description:
    'The newest readings of the vessel, newest first, of one metric or of all. A reading stamped later than it arrived sorts by its arrival.',
  params: idParam('vessel'),
  query: Type.Object({
    metric: optional(
      Type.String({ description: 'Only this metric; an unknown one gives an empty list', examples: ['engine_rpm'] }),
    ),
    ...limit(LIMITS.readingsPerRead).properties,
  }),
  answers: { 200: { description: 'The readings', schema: Type.Object({ readings: Type.Array(Reading) }) } },
  errors: [],
})

export const BrandRequest = named('BrandRequest', 'Interest in a system that cannot be reached yet', {
  id: uuid("The request's id"),
  system_name: text(80, 'The system', 'Yanmar VC20', 2),
  boat_make: nullable(text(60, 'Builder of the boat', 'Hallberg-Rassy')),
  vessel_id: nullable(uuid('The vessel it is for')),
  note: nullable(text(500, 'Free text', 'NMEA 2000 gateway is fitted')),
  created_at: dateTime('When it was registered'),
})
export type BrandRequest = Static<typeof BrandRequest>

export const requestBrand = route({
  id: 'requestBrand',
  tag: 'telemetry',
  auth: 'owner',
  scope: 'write:log',
  resource: null,
  method: 'POST',
  path: '/v1/telemetry/brand-requests',
  summary: 'Register interest in a system',
  description: 'Tells the operator of a system that cannot be reached yet.',
  body: named('NewBrandRequest', 'Interest in a system', {
    system_name: BrandRequest.properties.system_name,
    boat_make: optional(text(60, 'Builder of the boat', 'Hallberg-Rassy')),
    vessel_id: optional(uuid('The vessel it is for')),
    note: optional(text(500, 'Free text', 'NMEA 2000 gateway is fitted')),
  }),
  answers: { 201: { description: 'The request', schema: Type.Object({ brand_request: BrandRequest }) } },
  errors: ['not_found'],
})
