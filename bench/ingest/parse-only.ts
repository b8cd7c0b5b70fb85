import Fastify from 'fastify'

/**
 * What the same framework can do at best: it receives a telemetry body, parses it with its own parser, answers with the
 * same JSON as the service, and stores nothing.
 */
const app = Fastify()

app.post<{ Body: { readings: unknown[] } }>('/v1/telemetry', async (request, reply) => {
  reply.code(202)
  return { accepted: request.body.readings.length, rejected: [], engine_hours_applied: false }
})

console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
