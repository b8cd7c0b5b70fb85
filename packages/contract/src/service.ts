import { Type } from 'typebox'
import { route } from './route.ts'
import { named, oneOf } from './schema.ts'

const service = { tag: 'service', auth: 'public', scope: null, resource: null, method: 'GET' } as const

const Health = named('Health', 'State of this process', {
  status: oneOf(['ok', 'unavailable'], 'Whether requests can be served'),
  checks: Type.Record(Type.String(), oneOf(['ok', 'failing', 'per_process'], 'State of one part'), {
    description:
      'Each part that was looked at. limits, with REDIS_URL alone: ok, or per_process while Redis is away and each process counts by itself, which is no reason for 503.',
    examples: [{ database: 'ok', disk: 'ok', limits: 'ok' }],
  }),
})

export const getLive = route({
  ...service,
  id: 'getLive',
  path: '/health/live',
  summary: 'Is the process alive',
  description: 'Answers as long as the process runs; looks at nothing else.',
  answers: { 200: { description: 'It runs', schema: Type.Object({ status: oneOf(['ok'], 'Always ok') }) } },
  errors: [],
})

export const getReady = route({
  ...service,
  id: 'getReady',
  path: '/health/ready',
  summary: 'Can it serve requests',
  description:
    'Looks at the database, at the disk, and whether Redis counts the limits. 503 while the database or the disk fails and while the process stops.',
  answers: {
    200: { description: 'It can', schema: Health },
    503: {
      description: 'It cannot',
      schema: Type.Object({
        error: Type.String({ description: 'unavailable', examples: ['unavailable'] }),
        ...Health.properties,
      }),
    },
  },
  errors: [],
})

export const getMetrics = route({
  ...service,
  id: 'getMetrics',
  path: '/metrics',
  summary: 'Figures for Prometheus',
  description:
    'Requests, readings, frames, statements and memory in the text format of Prometheus. For those who reach the process itself: what a proxy hands on (X-Forwarded-For, Forwarded or Via) is not found.',
  answers: { 200: { description: 'The figures', content: 'text/plain' } },
  errors: ['not_found'],
})

export const getOpenApi = route({
  ...service,
  id: 'getOpenApi',
  path: '/openapi.json',
  summary: 'This document',
  description: 'The interface description, OpenAPI 3.1, made from the same declarations that the service validates by.',
  answers: {
    200: { description: 'The document', schema: Type.Object({}, { description: 'An OpenAPI 3.1 document' }) },
  },
  errors: [],
})
