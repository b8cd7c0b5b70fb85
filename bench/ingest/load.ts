import { connect } from 'node:net'
import { readingsOf } from '../shared/bodies.ts'
import { linesRequest, readAnswer, type StampedRequest, telemetryRequest } from '../shared/requests.ts'
import { percentile } from '../shared/statistics.ts'
import type { LoadJob, LoadResult } from './load-job.ts'

/**
 * The load generator, a process of its own: complete HTTP requests made beforehand, over plain keep-alive sockets without
 * pipelining, so that it takes as little of the machine as can be. Jobs come and results go as process messages.
 */

const SAMPLE_EVERY_MS = 1000

/** Sixty days ago, so that no reading is from the future. */
const firstTime = Math.floor(Date.now() / 1000) * 1000 - 60 * 86_400_000

/** A request of one onboard device that is new each time: its times move on, and so does its Idempotency-Key. */
class DeviceRequest {
  readonly #request: StampedRequest
  readonly #stepMs: number
  #time = firstTime

  constructor(job: LoadJob, device: number) {
    const { key, vessel } = job.devices[device]!
    const readings = readingsOf(device, job.readings, SAMPLE_EVERY_MS)
    this.#stepMs = readings.at(-1)!.at + SAMPLE_EVERY_MS
    this.#request =
      job.format === 'telemetry' ? telemetryRequest(job.port, key, readings) : linesRequest(job.port, vessel, readings)
  }

  next(): Buffer {
    const bytes = this.#request.at(this.#time)
    this.#time += this.#stepMs
    return bytes
  }
}

interface Tally {
  measureFrom: number
  measureTo: number
  latencies: number[]
  accepted: number
  failures: Record<string, number>
}

/** Sends one request after another on one connection until the time is over. */
function sendFor(port: number, requests: DeviceRequest[], tally: Tally): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn = 0
    let sentAt = 0
    let received = ''
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const send = () => {
      const request = requests[turn++ % requests.length]!.next()
      sentAt = performance.now()
      socket.write(request)
    }
    socket.once('connect', send).once('error', reject)
    socket.once('close', () => reject(new Error('the server closed a connection')))
    socket.setEncoding('latin1').on('data', (text) => {
      received += text
      const { status, complete } = readAnswer(received)
      if (!complete) return
      received = ''
      const now = performance.now()
      if (now >= tally.measureFrom && now < tally.measureTo) tally.latencies.push(now - sentAt)
      if (status === '202' || status === '204') tally.accepted++
      else tally.failures[status] = (tally.failures[status] ?? 0) + 1
      if (now < tally.measureTo) return send()
      resolve()
      socket.destroy()
    })
  })
}

const prepared = new Map<string, DeviceRequest[]>()

async function run(job: LoadJob): Promise<LoadResult> {
  const name = `${job.port} ${job.readings}`
  const requests = prepared.get(name) ?? job.devices.map((_, device) => new DeviceRequest(job, device))
  prepared.set(name, requests)
  const start = performance.now() + job.warmUpMs
  const tally: Tally = { measureFrom: start, measureTo: start + job.ms, latencies: [], accepted: 0, failures: {} }
  const cpu = process.cpuUsage()
  await Promise.all(
    Array.from({ length: job.connections }, (_, sender) => {
      const own = requests.filter((_, device) => device % job.connections === sender)
      return sendFor(job.port, own, tally)
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  return {
    requests: tally.latencies.length,
    seconds: job.ms / 1000,
    p50Ms: percentile(tally.latencies, 0.5),
    p99Ms: percentile(tally.latencies, 0.99),
    readingsStored: tally.accepted * job.readings,
    failures: tally.failures,
    generatorCpu: (user + system) / 1000 / (job.warmUpMs + job.ms),
  }
}

process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send!({ result }),
    (error: unknown) => process.send!({ error: String(error) }),
  )
})
// The orchestrator has ended.
process.on('disconnect', () => process.exit(0))
