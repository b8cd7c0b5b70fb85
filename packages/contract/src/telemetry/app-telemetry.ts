import { type Static, Type } from 'typebox'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
import { dateTime, idParam, integer, named, nullable, optional, text, uuid } from '../common/schema.ts'
import { metric } from './metric.ts'

const app = { tag: 'app', auth: 'session', scope: null, resource: 'vessel', method: 'GET', errors: [] } as const
/** The same for programs. */
const ofOwner = { ...app, tag: 'telemetry', auth: 'owner', scope: 'read:vessel' } as const

const instance = text(LIMITS.readingText.instance, 'Which engine, tank or battery', 'port')
const range = {
  from: dateTime('Start of the range', '2026-05-14T00:00:00.000Z'),
  to: dateTime('End of the range, after its start', '2026-05-15T00:00:00.000Z'),
}

/** Columns of equal length. */
const columns = <T extends number[][]>(names: string, count: T['length'], example: T) =>
  Type.Unsafe<T>({
    type: 'array',
    minItems: count,
    maxItems: count,
    items: { type: 'array', maxItems: LIMITS.pointsPerRead.max, items: { type: 'number' } },
    description: `${names}: ${count} arrays of one length`,
    examples: [example],
  })

/** A metric of one engine, tank or battery, with its newest reading. */
export const Series = named('Series', 'The newest reading of a series', {
  metric,
  instance: nullable(instance),
  unit: nullable(text(LIMITS.readingText.unit, 'The unit as it was sent', 'rpm')),
  value: nullable(Type.Number({ description: "The measurement, in the metric's unit", examples: [1450] })),
  text_value: nullable(
    text(LIMITS.readingText.text_value, 'Text of a fault_code; none means that the fault has ended', 'SPN 110 FMI 0'),
  ),
  recorded_at: dateTime('When it was measured; the time of arrival if the device sent a later one'),
  arrived_at: dateTime('When it arrived'),
})
export type Series = Static<typeof Series>

const latest = {
  summary: 'The newest reading of each series',
  description: `The newest reading of every series that was measured in the last ${LIMITS.latestDays} days, by metric and instance; of ${LIMITS.seriesPerVessel} series at most. Of readings with the same time it is the one that arrived last; of those in one request, the greatest.`,
  params: idParam('vessel'),
  answers: { 200: { description: 'The readings', schema: Type.Object({ series: Type.Array(Series) }) } },
} as const

export const readLatest = route({
  ...{ ...app, ...latest },
  id: 'readLatest',
  path: '/app/vessels/{id}/telemetry/latest',
})

export const readVesselLatest = route({
  ...{ ...ofOwner, ...latest },
  id: 'readVesselLatest',
  path: '/v1/vessels/{id}/telemetry/latest',
})

/** A metric of one engine, tank or battery, with what there is of it. */
export const StoredSeries = named('StoredSeries', 'What there is of a series', {
  metric,
  instance: nullable(instance),
  unit: nullable(text(LIMITS.readingText.unit, 'The unit of its newest reading, as it was sent', 'rpm')),
  first: dateTime(
    'Start of the five minutes in which its first reading was measured, also of one that retention has deleted',
  ),
  last: dateTime('When its newest reading was measured; the time of arrival if the device sent a later one'),
  count: nullable(
    integer(
      0,
      Number.MAX_SAFE_INTEGER,
      'Number of its readings with a value, with those that retention has deleted; null for fault_code',
      1_204_331,
    ),
  ),
})
export type StoredSeries = Static<typeof StoredSeries>

export const listSeries = route({
  ...ofOwner,
  id: 'listSeries',
  path: '/v1/vessels/{id}/telemetry/series',
  summary: 'The series of a vessel',
  description: `Every series that the boat has ever sent, by metric and instance, with its first and newest reading and their number; ${LIMITS.seriesPerVessel} at most.`,
  params: idParam('vessel'),
  answers: { 200: { description: 'The series', schema: Type.Object({ series: Type.Array(StoredSeries) }) } },
})

export const TelemetryRange = named('TelemetryRange', 'A series over time, in buckets of equal width', {
  metric,
  instance: nullable(instance),
  from: dateTime(
    'Start of the first bucket, at or before the start that was asked for; before it for a series that is sent rarely, to have the point before',
  ),
  to: dateTime('End of the last bucket, at or after the end that was asked for'),
  bucket_ms: integer(1000, Number.MAX_SAFE_INTEGER, 'Width of a bucket, ms', 300_000),
  gap_ms: integer(
    1000,
    Number.MAX_SAFE_INTEGER,
    'Between two points further apart than this, ms, is a gap. It is three usual steps of the series, and at least 35 minutes and a bucket, whatever the range',
    2_100_000,
  ),
  points: columns<[at: number[], min: number[], max: number[], mean: number[], last: number[]]>(
    'Start of the bucket (ms since 1970), minimum, maximum, mean (seven digits) and last value of its readings; of several last ones with the same time the greatest. A bucket without readings is absent',
    5,
    [[1_778_716_800_000], [12.6], [13.4], [13.1], [13.2]],
  ),
})
export type TelemetryRange = Static<typeof TelemetryRange>

const buckets = {
  summary: 'A series over time',
  description: `One series in buckets. The range decides their width, so that there are at most ${LIMITS.pointsPerRead.max} points. For ranges above twelve hours a bucket is five minutes or longer.`,
  params: idParam('vessel'),
  query: Type.Object({
    metric,
    instance: optional(
      text(
        LIMITS.readingText.instance,
        'Which engine, tank or battery; absent or empty: the readings that name none',
        'port',
      ),
    ),
    ...range,
    points: optional(
      integer(1, LIMITS.pointsPerRead.max, 'Maximum number of points', LIMITS.pointsPerRead.default, {
        default: LIMITS.pointsPerRead.default,
      }),
    ),
  }),
  answers: { 200: { description: 'The points', schema: TelemetryRange } },
} as const

export const readRange = route({
  ...{ ...app, ...buckets },
  id: 'readRange',
  path: '/app/vessels/{id}/telemetry/range',
})

export const readVesselRange = route({
  ...{ ...ofOwner, ...buckets },
  id: 'readVesselRange',
  path: '/v1/vessels/{id}/telemetry/range',
})

export const FaultInterval = named('FaultInterval', 'A fault, from its start to its end', {
  instance: nullable(instance),
  text: text(120, 'The fault', 'SPN 110 FMI 0'),
  from: dateTime('When it started'),
  to: nullable(dateTime('When it ended, or another fault replaced it; null if it was active at the end of the range')),
})
export type FaultInterval = Static<typeof FaultInterval>

const ServiceMark = named('ServiceMark', 'A service of the logbook', {
  id: uuid("The entry's id", 'service_log'),
  title: text(120, 'What was done', 'Engine oil and filter'),
  done_at: dateTime('When it was done'),
})

export const readEvents = route({
  ...app,
  id: 'readEvents',
  path: '/app/vessels/{id}/telemetry/events',
  summary: 'Faults and services over time',
  description: `Marks for a chart: the faults that were active in the range and the services done in it, by time; the newest ${LIMITS.eventsPerRead} of each.`,
  params: idParam('vessel'),
  query: Type.Object(range),
  answers: {
    200: {
      description: 'The events',
      schema: Type.Object({ faults: Type.Array(FaultInterval), services: Type.Array(ServiceMark) }),
    },
  },
})

export const readTrack = route({
  ...app,
  id: 'readTrack',
  path: '/app/vessels/{id}/telemetry/track',
  summary: 'The track of the boat',
  description: `The boat's positions in order of time, without impossible ones, simplified to at most ${LIMITS.pointsPerRead.max}. The distance is that of all positions, the last of each five minutes: it does not depend on how many are shown, and the days of a year add up to the year. Movement within 0.05 nautical miles around a place where the boat rests does not count, nor does the leg across a gap.`,
  params: idParam('vessel'),
  query: Type.Object(range),
  answers: {
    200: {
      description: 'The track',
      schema: Type.Object({
        points: columns<[at: number[], lat: number[], lon: number[]]>(
          'Time (ms since 1970), latitude and longitude (degrees, north and east positive)',
          3,
          [[1_778_716_800_000], [59.43721], [24.75365]],
        ),
        distance_nm: Type.Number({
          minimum: 0,
          description: 'Distance over ground, nautical miles, without gaps',
          examples: [479.7],
        }),
        gaps: columns<[from: number[], to: number[]]>(
          `Start and end (ms since 1970) of times without positions after which the boat was at another place: longer than three hours and than usual, or too fast for a boat; the furthest ${LIMITS.gapsPerTrack}, by time. Both are times of points when they are in the range`,
          2,
          [[1_778_716_800_000], [1_778_738_400_000]],
        ),
      }),
    },
  },
})
