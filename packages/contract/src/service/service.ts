import { Type } from 'typebox'
import { route } from '../common/route.ts'
import { anyObject, named, oneOf } from '../common/schema.ts'

const service = { tag: 'service', auth: 'public', scope: null, resource: null, method: 'GET' } as const

const Health = named('Health', 'State of this process', {
  status: oneOf(['ok', 'unavailable'], 'Whether the process can serve requests'),
  version: Type.String({ description: 'Version of Binnacle', examples: ['0.1.0'] }),
  checks: Type.Record(Type.String(), oneOf(['ok', 'failing', 'per_process'], 'State of one part'), {
    description:
      'Each part that was checked. limits, only with REDIS_URL: ok, or per_process while Redis is unavailable and each process counts on its own, which is no reason for 503.',
    examples: [{ database: 'ok', disk: 'ok', limits: 'ok' }],
  }),
})

export const getLive = route({
  ...service,
  id: 'getLive',
  path: '/health/live',
  summary: 'Check that the process runs',
  description: 'Answers while the process runs. It checks nothing else.',
  answers: { 200: { description: 'It runs', schema: Type.Object({ status: oneOf(['ok'], 'Always ok') }) } },
  errors: [],
})

export const getReady = route({
  ...service,
  id: 'getReady',
  path: '/health/ready',
  summary: 'Check that requests can be served',
  description:
    'Checks the database, the disk and Redis. The answer is 503 while the database or the disk fails, and while the process stops.',
  answers: {
    200: { description: 'It is ready', schema: Health },
    503: {
      description: 'It is not ready',
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
  summary: 'Metrics for Prometheus',
  description:
    'Requests, readings, frames, statements and memory in the text format of Prometheus. Requests that come through a proxy (X-Forwarded-For, Forwarded or Via) get 404.',
  answers: { 200: { description: 'The metrics', content: 'text/plain' } },
  errors: ['not_found'],
})

export const getSecurityTxt = route({
  ...service,
  id: 'getSecurityTxt',
  path: '/.well-known/security.txt',
  summary: 'Where to report a vulnerability',
  description: 'The contact for vulnerabilities of this installation (RFC 9116), if the operator has set one.',
  answers: { 200: { description: 'The contact', content: 'text/plain' } },
  errors: ['not_found'],
})

export const getOpenApi = route({
  ...service,
  id: 'getOpenApi',
  path: '/openapi.json',
  summary: 'This document',
  description: 'This description of the interface, OpenAPI 3.1.',
  answers: {
    200: { description: 'The document', schema: anyObject('An OpenAPI 3.1 document') },
  },
  errors: [],
})
