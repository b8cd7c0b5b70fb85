import { type Static, Type } from 'typebox'
import { IDEMPOTENCY_KEY, idempotencyKey } from '../common/idempotency.ts'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
import {
  dateTime,
  idParam,
  limit,
  named,
  nullable,
  oneOf,
  optional,
  optionalOrNull,
  text,
  uuid,
} from '../common/schema.ts'
import { seconds } from '../common/words.ts'
import { preferHourMeter } from './hour-meter-headers.ts'
import { metric } from './metric.ts'

const value = Type.Number({ description: "The measurement, in the metric's unit", examples: [413.1] })
const textValue = text(LIMITS.readingText.text_value, 'Text of a fault_code', 'SPN 110 FMI 0')
const unit = text(LIMITS.readingText.unit, 'The unit as it was sent', 'h')
const instance = text(LIMITS.readingText.instance, 'Which engine, tank or battery', 'port')
const recordedAt = dateTime('When it was measured', '2026-05-14T09:30:00Z')

const time = '2026-05-14T09:30:00Z'
const READINGS = [
  { metric: 'engine_hours', value: 413.1, unit: 'h', instance: 'port', recorded_at: time },
  { metric: 'engine_rpm', value: 1450, unit: 'rpm', instance: 'port', recorded_at: time },
  { metric: 'fault_code', text_value: 'SPN 110 FMI 0', instance: 'port', recorded_at: time },
]

/** A reading as it is read back: every field is present, numbers and times have the digits that were sent. */
export const Reading = named(
  'Reading',
  'One measurement',
  {
    metric,
    value: nullable(value),
    text_value: nullable(textValue),
    unit: nullable(unit),
    instance: nullable(instance),
    recorded_at: recordedAt,
  },
  { examples: [{ value: null, text_value: null, unit: null, instance: null, ...READINGS[0] }] },
)
export type Reading = Static<typeof Reading>

/** A reading as an onboard device sends it: one of value and text_value. */
export const NewReading = named('NewReading', 'One measurement. One of value and text_value is required', {
  metric,
  value: optional(nullable(value)),
  text_value: optional(nullable(textValue)),
  unit: optional(nullable(unit)),
  instance: optional(nullable(instance)),
  recorded_at: optionalOrNull(
    dateTime('When it was measured; defaults to the time of arrival', '2026-05-14T09:30:00Z'),
  ),
})
export type NewReading = Static<typeof NewReading>

export const Rejection = named('Rejection', 'A reading that was not stored', {
  metric: text(LIMITS.echoedMetricLength, 'The metric as it was sent, shortened', 'engine_rmp'),
  reason: text(200, 'Why it was not stored', 'unknown metric'),
})
export type Rejection = Static<typeof Rejection>

export const TelemetryReceipt = named('TelemetryReceipt', 'What happened to a batch', {
  accepted: Type.Integer({ minimum: 0, description: 'How many readings were stored', examples: [3] }),
  rejected: Type.Array(Rejection, {
    description: 'Readings that were not stored, each with the reason',
    examples: [[]],
  }),
  engine_hours_applied: Type.Boolean({ description: 'Whether the hour meter moved', examples: [true] }),
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
  description: ({ telemetryGapMs }) =>
    `Stores the readings for the vessel of the connection. A reading that is not valid is listed in rejected; the rest is stored. A batch is identified by its Idempotency-Key or, if every reading has a recorded_at, by its content: a retry gets the first answer, and the batch is stored once. ${telemetryGapMs === 0 ? 'Requests may follow each other at once.' : `A connection may send one request every ${seconds(telemetryGapMs)}; an earlier one is 429 too_frequent.`}`,
  headers: Type.Object({
    [IDEMPOTENCY_KEY]: idempotencyKey(
      `A name for the batch. A retry with the same name is stored once. It is kept for at least ${LIMITS.telemetryKeepDays.min} days`,
      '01K9Z3QK7M-000417',
    ),
    prefer: optional(
      Type.String({
        description:
          'RFC 7240. `hour-meter`: the answer tells the hour meter in Hour-Meter. `hour-meter=412`: 412 whole hours are the highest that the service has taken from this device for the meter. If the meter is lower, the owner has corrected it since: readings of this batch are stored and do not move it',
        examples: [preferHourMeter(412)],
      }),
    ),
  }),
  body: Type.Object({
    readings: Type.Array(NewReading, {
      minItems: 1,
      maxItems: LIMITS.readingsPerRequest,
      description: 'The readings, in any order',
      examples: [READINGS],
    }),
  }),
  bodyBytes: LIMITS.telemetryBytes,
  queryCheckedBy: 'handler',
  bodyCheckedBy: 'handler',
  answers: { 202: { description: 'What happened to the batch', schema: TelemetryReceipt } },
  errors: [
    'ingest_disabled',
    'connection_disabled',
    'body_too_large',
    'too_many_readings',
    'too_frequent',
    'idempotency_key_reused',
  ],
})

const history = {
  metric: optional(
    Type.String({ description: 'Only this metric; an unknown one returns nothing', examples: ['engine_rpm'] }),
  ),
  from: optional(dateTime('Readings measured at this time or later', '2026-05-14T00:00:00Z')),
  to: optional(dateTime('Readings measured before this time', '2026-05-15T00:00:00Z')),
}
const cursor = (description: string) =>
  text(
    120,
    description,
    '1778751000000_1778751000412_0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11_7d1f2c1a-02c5-4b7e-8f35-3f0a1c9e4b27_3',
  )

const ofOwner = { tag: 'telemetry', auth: 'owner', scope: 'read:vessel', resource: 'vessel', method: 'GET' } as const

export const readTelemetry = route({
  ...ofOwner,
  id: 'readTelemetry',
  path: '/v1/vessels/{id}/telemetry',
  summary: 'Readings, newest first or page by page',
  description: `The newest readings of the vessel, newest first: of one metric, or of all. A reading with a time in the future sorts by its arrival. Returns ${LIMITS.readingsPerRead.default} readings unless \`limit\` says otherwise, at most ${LIMITS.readingsPerRead.max}.\n\nWith \`from\`, \`to\`, \`order\` or \`cursor\`, it is a page of the history, and \`next\` is the \`cursor\` of the page behind it: repeat the other parameters with it, until \`next\` is null. No reading comes twice, and none is left out that was stored before the first page was read, whatever arrives meanwhile. A reading that retention has deleted is not in the history.`,
  params: idParam('vessel'),
  query: Type.Object({
    ...history,
    order: optional(oneOf(['desc', 'asc'], 'desc: newest first, also if absent; asc: oldest first')),
    cursor: optional(cursor('`next` of the page before')),
    ...limit(LIMITS.readingsPerRead).properties,
  }),
  answers: {
    200: {
      description: 'The readings',
      schema: Type.Object({
        readings: Type.Array(Reading),
        next: optional(
          nullable(
            cursor('`cursor` of the next page; null on the last. Absent without `from`, `to`, `order` and `cursor`'),
          ),
        ),
      }),
    },
  },
  errors: [],
})

const DOWNLOADS = `An account may have ${LIMITS.downloadsAtOnce} downloads of readings at once, in each process of the service.`

const whole = {
  ...ofOwner,
  params: idParam('vessel'),
  query: Type.Object(history),
  errors: [],
} as const

export const exportTelemetryCsv = route({
  ...whole,
  id: 'exportTelemetryCsv',
  path: '/v1/vessels/{id}/telemetry.csv',
  summary: 'Readings as CSV',
  description: `All readings, or those of a metric and a range, oldest first, as CSV (RFC 4180, UTF-8), as long as it takes: one line each with the time, metric, instance, value, unit, text_value and time of arrival, with the digits that were sent. Text that a spreadsheet would read as a formula starts with an apostrophe. ${DOWNLOADS}`,
  answers: { 200: { description: 'The table', content: 'text/csv' } },
})

export const exportTelemetryNdjson = route({
  ...whole,
  id: 'exportTelemetryNdjson',
  path: '/v1/vessels/{id}/telemetry.ndjson',
  summary: 'Readings as JSON lines',
  description: `All readings, or those of a metric and a range, oldest first, as long as it takes: one line each with a Reading as JSON. ${DOWNLOADS}`,
  answers: { 200: { description: 'The readings', content: 'application/x-ndjson' } },
})

export const BrandRequest = named('BrandRequest', 'A request for a system that is not supported yet', {
  id: uuid("The request's id", 'brand_request'),
  system_name: Type.String({
    ...{ minLength: 2, maxLength: 80, pattern: '\\S' },
    ...{ description: 'The system', examples: ['Yanmar VC20'] },
  }),
  boat_make: nullable(text(60, 'Builder of the boat', 'Hallberg-Rassy')),
  vessel_id: nullable(uuid('The vessel it is for', 'vessel')),
  note: nullable(text(500, 'Free text', 'NMEA 2000 gateway is fitted')),
  created_at: dateTime('When it was requested'),
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
  summary: 'Request support for a system',
  description: 'Tells the operator that you want a system which the catalogue does not have yet.',
  body: named('NewBrandRequest', 'A request for a system', {
    system_name: BrandRequest.properties.system_name,
    boat_make: optionalOrNull(text(60, 'Builder of the boat', 'Hallberg-Rassy')),
    vessel_id: optionalOrNull(uuid('The vessel it is for', 'vessel')),
    note: optionalOrNull(text(500, 'Free text', 'NMEA 2000 gateway is fitted')),
  }),
  answers: { 201: { description: 'The request', schema: Type.Object({ brand_request: BrandRequest }) } },
  errors: ['not_found'],
})
