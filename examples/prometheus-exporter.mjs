// The newest values of all boats for Prometheus:
//
//   BINNACLE_URL=https://boat.example.org BINNACLE_KEY=bnk_… PORT=9877 node examples/prometheus-exporter.mjs
//
// It asks Binnacle when Prometheus asks for http://127.0.0.1:9877/metrics. Values older than 15 minutes are left out, so that a boat
// that is offline has gaps. HOST is where it listens.
import { createServer } from 'node:http'
import { get } from './binnacle-api.mjs'

const OLDEST_MS = 15 * 60_000

const quoted = (text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`

const labelsOf = (labels) =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}=${quoted(value ?? '')}`)
    .join(',')}}`

async function metrics() {
  const { vessels } = await get('/v1/vessels')
  const values = []
  const times = []
  for (const vessel of vessels) {
    const { series } = await get(`/v1/vessels/${vessel.id}/telemetry/latest`)
    for (const { metric, instance, unit, value, recorded_at } of series) {
      const at = Date.parse(recorded_at)
      if (value === null || Date.now() - at > OLDEST_MS) continue
      const labels = { vessel: vessel.name, vessel_id: vessel.id, metric, instance }
      values.push(`binnacle_reading${labelsOf({ ...labels, unit })} ${value}`)
      times.push(`binnacle_reading_time_seconds${labelsOf(labels)} ${at / 1000}`)
    }
  }
  return [
    '# HELP binnacle_reading The newest value of a series.',
    '# TYPE binnacle_reading gauge',
    ...values,
    '# HELP binnacle_reading_time_seconds When it was measured, seconds since 1970.',
    '# TYPE binnacle_reading_time_seconds gauge',
    ...times,
    '',
  ].join('\n')
}

const server = createServer(async (request, response) => {
  if (request.url !== '/metrics') return response.writeHead(404).end()
  try {
    const text = await metrics()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  } catch (error) {
    console.error(error.message)
    response.writeHead(502).end()
  }
})
server.listen(Number(process.env.PORT ?? 9877), process.env.HOST ?? '127.0.0.1', () =>
  console.log(`http://${process.env.HOST ?? '127.0.0.1'}:${server.address().port}/metrics`),
)
process.once('SIGTERM', () => server.close())
