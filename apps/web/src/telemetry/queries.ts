import type { Series } from '@binnacle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { orKept, widthName } from '../api/kept.ts'
import type { SeriesName } from './series.ts'

const MINUTE_MS = 60_000

/** The newest reading of every series that was measured lately. */
export const latestQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'telemetry', 'latest'],
    queryFn: ({ signal }): Promise<Series[]> =>
      api('GET /app/vessels/{id}/telemetry/latest', { params: { id }, signal }).then(({ series }) => series),
  })

interface RangeAsked {
  /** ms */
  from: number
  to: number
  /** How many points at most. */
  points: number
}

/** One series over time. */
export const fetchRange = (
  id: string,
  { metric, instance }: SeriesName,
  { from, to, points }: RangeAsked,
  signal?: AbortSignal,
) =>
  api('GET /app/vessels/{id}/telemetry/range', {
    params: { id },
    query: { metric, instance: instance ?? '', ...instants(from, to), points },
    signal,
  })

/**
 * One series over time. The browser keeps the last of each width, apart: with the other queries all would be written at each
 * change.
 */
export const rangeQuery = (id: string, name: SeriesName, range: RangeAsked) =>
  queryOptions({
    queryKey: ['vessel', id, 'telemetry', 'range', name.metric, name.instance, range.from, range.to, range.points],
    queryFn: ({ signal }) =>
      orKept(`range ${id} ${name.metric} ${name.instance} ${widthName(range.from, range.to)}`, () =>
        fetchRange(id, name, range, signal),
      ),
    gcTime: 5 * MINUTE_MS,
    meta: { persist: false },
  })

const SPARK_POINTS = 60
export const SPARK_MS = 60 * MINUTE_MS
const SPARK_STEP_MS = 5 * MINUTE_MS

/**
 * The last hour of a series, for a small line. Its key is of no topic, so that live events, which come every few seconds, do not
 * ask for it again: it moves on in steps of five minutes.
 */
export function sparkQuery(id: string, { metric, instance }: SeriesName, now: number) {
  const to = Math.ceil(now / SPARK_STEP_MS) * SPARK_STEP_MS
  const range = rangeQuery(id, { metric, instance }, { from: to - SPARK_MS - SPARK_STEP_MS, to, points: SPARK_POINTS })
  return queryOptions({ ...range, queryKey: ['spark', id, metric, instance, to] })
}

/** Faults and services in a range, ms. */
export const eventsQuery = (id: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['vessel', id, 'telemetry', 'events', from, to],
    queryFn: ({ signal }) =>
      orKept(`events ${id} ${widthName(from, to)}`, () =>
        api('GET /app/vessels/{id}/telemetry/events', { params: { id }, query: instants(from, to), signal }),
      ),
    gcTime: 5 * MINUTE_MS,
    meta: { persist: false },
  })

/** Where the boat went in a range, ms. */
export const trackQuery = (id: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['vessel', id, 'telemetry', 'track', from, to],
    queryFn: ({ signal }) =>
      orKept(`way ${id} ${widthName(from, to)}`, () =>
        api('GET /app/vessels/{id}/telemetry/track', { params: { id }, query: instants(from, to), signal }),
      ),
    gcTime: 5 * MINUTE_MS,
    meta: { persist: false },
  })

const instants = (from: number, to: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})
