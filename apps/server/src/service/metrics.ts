import type { Route } from '@binnacle/contract'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Limits } from '../limits/limits.ts'

/** The service's figures for Prometheus. A registry of its own for each app, since tests run several in a process. */
export class Metrics {
  readonly registry = new Registry()

  readonly requests = new Histogram({
    name: 'binnacle_http_request_duration_seconds',
    help: 'Time from a request to its answer, by route',
    labelNames: ['route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  })

  readonly readings = new Counter({
    name: 'binnacle_readings_stored_total',
    help: 'Readings that were stored',
    registers: [this.registry],
  })

  readonly rejectedReadings = new Counter({
    name: 'binnacle_readings_rejected_total',
    help: 'Readings of accepted batches that were not stored',
    registers: [this.registry],
  })

  readonly statementRequests = new Histogram({
    name: 'binnacle_ingest_statement_requests',
    help: 'Telemetry requests that shared a statement',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers: [this.registry],
  })

  readonly pendingHours = new Gauge({
    name: 'binnacle_rollup_backlog_hours',
    help: 'Hours of vessels whose readings wait to be summed up for charts',
    registers: [this.registry],
  })

  readonly rolledUpDays = new Counter({
    name: 'binnacle_rollup_days_total',
    help: 'Days of vessels whose readings were summed up, or summed up again',
    registers: [this.registry],
  })

  readonly judged = new Histogram({
    name: 'binnacle_alarms_judge_duration_seconds',
    help: 'Time to judge new readings by the alarm rules, of up to 64 vessels together',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  })

  readonly deletedReadings = new Counter({
    name: 'binnacle_readings_deleted_total',
    help: 'Old readings that were deleted; charts keep their rollups',
    registers: [this.registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'binnacle_' })
  }

  /** A figure that is looked up when somebody asks for the figures; it keeps its last value where that fails. */
  show(name: `binnacle_${string}`, help: string, value: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        try {
          this.set(await value())
        } catch {
          // One figure that cannot be had must not take the others with it.
        }
      },
    })
  }

  /** Says whether limits are counted in Redis; there is nothing to say without one. */
  sayRedis(limits: Limits): void {
    if (limits.counting() === null) return
    const help =
      '1: limits are counted in Redis for all processes; 0: Redis is unavailable, and each process counts on its own'
    this.show('binnacle_redis_up', help, () => (limits.counting() === 'shared' ? 1 : 0))
  }

  /**
   * Times every request under its route's id; what has no route is counted together. A stream lasts as long as somebody looks,
   * and is not.
   */
  watch(app: FastifyInstance): void {
    // Looking a label's series up by its text costs more than all else here, and there are few.
    const series = new Map<string, Histogram.Internal<'route' | 'status'>>()
    app.addHook('onResponse', (request, reply, done) => {
      const { route } = request.routeOptions.config as { route?: Route }
      if (route?.answers[200]?.content === 'text/event-stream') return done()
      const status = String(reply.statusCode)
      const name = `${route?.id ?? 'other'} ${status}`
      let timed = series.get(name)
      if (!timed) {
        timed = this.requests.labels(route?.id ?? 'other', status)
        series.set(name, timed)
      }
      timed.observe(reply.elapsedTime / 1000)
      done()
    })
  }
}
