import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { isoTime, lineParts, readingsOf, StampedText, telemetryParts } from './bodies.ts'
import type { LoadJob, LoadResult } from './load-job.ts'
import { percentile } from './statistics.ts'

/**
 * The load generator, a process of its own: complete HTTP requests made beforehand, over plain keep-alive sockets without
 * pipelining, so that it takes as little of the machine as can be. Jobs come and results go as process messages.
 */

const SAMPLE_EVERY_MS = 1000
const COUNTER_DIGITS = 16

/** Counts every request of this process: the times and the Idempotency-Key that are made of it never come twice. */
let sent = 0
/** Sixty days ago, so that no reading is from the future. */
const firstTime = Math.floor(Date.now() / 1000) * 1000 - 60 * 86_400_000

/** A request of one box that is new each time: its times move on, and so does its Idempotency-Key. */
class BoxRequest {
  readonly #text: StampedText
  readonly #stepMs: number
  readonly #counterAt: number
  #time = firstTime

  constructor(job: LoadJob, box: number) {
    const { key, vessel } = job.boxes[box]!
    const readings = readingsOf(box, job.readings, SAMPLE_EVERY_MS)
    this.#stepMs = readings.at(-1)!.at + SAMPLE_EVERY_MS
    const parts = job.format === 'telemetry' ? telemetryParts(readings) : lineParts(readings, vessel)
    const format = job.format === 'telemetry' ? isoTime : String
    const length = new StampedText(parts, format).bytes.length
    // Sixty-four digits, as the onboard programs send.
    const idempotencyKey = randomBytes(32).toString('hex')
    const lines =
      job.format === 'telemetry'
        ? [
            'POST /v1/telemetry HTTP/1.1',
            `Authorization: Bearer ${key}`,
            'Content-Type: application/json',
            `Idempotency-Key: ${idempotencyKey}`,
          ]
        : ['POST /write?db=bench&precision=ms HTTP/1.1', 'Content-Type: text/plain']
    const head = [...lines, `Host: 127.0.0.1:${job.port}`, `Content-Length: ${length}`, '', ''].join('\r\n')
    this.#text = new StampedText([head, ...parts], format)
    this.#counterAt = head.indexOf(idempotencyKey)
  }

  next(): Buffer {
    this.#text.stamp(this.#time)
    this.#time += this.#stepMs
    if (this.#counterAt > 0) {
      const counter = String(++sent).padStart(COUNTER_DIGITS, '0')
      this.#text.bytes.write(counter, this.#counterAt, 'latin1')
    }
    return this.#text.bytes
  }
}

/** Status and whether the whole answer has come. Only what these servers send: a Content-Length, or 204 without a body. */
function readAnswer(text: string): { status: string; complete: boolean } {
  const end = text.indexOf('\r\n\r\n')
  const status = text.slice(9, 12)
  if (end < 0) return { status, complete: false }
  const length = /\r\ncontent-length: (\d+)/i.exec(text)
  if (!length && status !== '204') throw new Error(`an answer without Content-Length:\n${text}`)
  return { status, complete: text.length >= end + 4 + Number(length?.[1] ?? 0) }
}

interface Tally {
  measureFrom: number
  measureTo: number
  latencies: number[]
  accepted: number
  failures: Record<string, number>
}

/** Sends one request after another on one connection until the time is over. */
function sendFor(port: number, requests: BoxRequest[], tally: Tally): Promise<void> {
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

const prepared = new Map<string, BoxRequest[]>()

async function run(job: LoadJob): Promise<LoadResult> {
  const name = `${job.port} ${job.readings}`
  const requests = prepared.get(name) ?? job.boxes.map((_, box) => new BoxRequest(job, box))
  prepared.set(name, requests)
  const start = performance.now() + job.warmUpMs
  const tally: Tally = { measureFrom: start, measureTo: start + job.ms, latencies: [], accepted: 0, failures: {} }
  const cpu = process.cpuUsage()
  await Promise.all(
    Array.from({ length: job.connections }, (_, sender) => {
      const own = requests.filter((_, box) => box % job.connections === sender)
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
