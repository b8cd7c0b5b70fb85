import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { percentile } from '../shared/statistics.ts'
import { appSender, cameraSenders, deviceSender, keySender, liveRequest, type Sender } from './clients.ts'
import type { FleetJob, FleetResult, FromGenerator, Kind, KindResult } from './job.ts'
import { NO_ANSWER, OpenLoopConnection } from './open-loop.ts'
import { planOf } from './plan.ts'

/**
 * The load generator of bench:fleet, a process of its own: a job comes as a process message, and what came of it goes back as
 * some.
 */

const tell = (message: FromGenerator) => process.send!(message)

interface Line {
  connection: OpenLoopConnection
  sender: Sender
  client: number
  answeredAt: number
}

interface Times {
  fromDue: number[]
  fromSending: number[]
}

class Tally {
  readonly times = new Map<Kind, Times>()
  readonly acknowledged: number[]
  readonly uncertain: number[]
  readonly failures: Record<string, number> = {}
  readonly late: number[] = []
  readings = 0
  frames = 0

  constructor(clients: number) {
    this.acknowledged = Array.from({ length: clients }, () => 0)
    this.uncertain = Array.from({ length: clients }, () => 0)
  }

  note({ sender, client }: Line, status: string, isMeasured: boolean, fromDue: number, fromSending: number): void {
    const { kind, readings } = sender
    if (status !== '200' && status !== '202') {
      const name = `${kind}: ${status}`
      this.failures[name] = (this.failures[name] ?? 0) + 1
      if (readings > 0 && (status === NO_ANSWER || status === '503')) this.uncertain[client]!++
      return
    }
    if (readings > 0) this.acknowledged[client]!++
    if (kind === 'frame') this.frames++
    if (!isMeasured) return
    this.readings += readings
    const times = this.times.get(kind) ?? { fromDue: [], fromSending: [] }
    this.times.set(kind, times)
    times.fromDue.push(fromDue)
    times.fromSending.push(fromSending)
  }
}

const figuresOf = ({ fromDue, fromSending }: Times): KindResult => ({
  requests: fromDue.length,
  p50Ms: percentile(fromDue, 0.5),
  p99Ms: percentile(fromDue, 0.99),
  maxMs: percentile(fromDue, 1),
  sentP99Ms: percentile(fromSending, 0.99),
})

/** Of the warm-up, in which the boats join; in what is left of it the service comes to rest. */
const JOIN_SHARE = 2 / 3

const READY_AT_ONCE = 100
const ANSWERED_WITHIN_MS = 60_000

async function run(job: FleetJob): Promise<FleetResult> {
  const fail = (error: Error) => {
    tell({ stage: 'failed', error: error.message })
    process.exit(1)
  }
  const lines: Line[] = []
  const streams = { open: 0, changes: 0 }
  const image = await picture()
  for (let first = 0; first < job.clients.length; first += READY_AT_ONCE) {
    const some = job.clients.slice(first, first + READY_AT_ONCE)
    lines.push(...(await Promise.all(some.map((_, i) => linesOf(job, first + i, image, streams, fail)))).flat())
  }
  tell({ stage: 'connected' })

  const tally = new Tally(job.clients.length)
  const end = job.warmUpMs + job.ms
  const plan = planOf(
    lines.map(({ sender }) => sender.pace),
    end,
    job.warmUpMs * JOIN_SHARE,
    job.seed,
  )
  const start = performance.now()
  const startTime = Date.now()
  setTimeout(tell, job.warmUpMs, { stage: 'begins' })
  await inTime(plan.at, start, (i, late) => {
    const at = plan.at[i]!
    const line = lines[plan.of[i]!]!
    const isMeasured = at >= job.warmUpMs
    if (isMeasured) tally.late.push(late)
    const dueAt = start + at
    line.connection.send({
      dueAt,
      make: () => line.sender.make(startTime + Math.floor(at)),
      notBefore: () => line.answeredAt + line.sender.gapMs,
      answered(answer) {
        line.answeredAt = answer.at
        tally.note(line, answer.status, isMeasured, answer.at - dueAt, answer.at - answer.sentAt)
      },
    })
  })
  await sleep(start + end - performance.now())
  tell({ stage: 'ends' })
  await untilIdle(lines)
  for (const { connection } of lines) connection.close()
  return resultOf(tally, streams)
}

function resultOf(tally: Tally, { open, changes }: { open: number; changes: number }): FleetResult {
  const all: Times = {
    fromDue: [...tally.times.values()].flatMap(({ fromDue }) => fromDue),
    fromSending: [...tally.times.values()].flatMap(({ fromSending }) => fromSending),
  }
  return {
    kinds: Object.fromEntries([...tally.times].map(([kind, times]) => [kind, figuresOf(times)])),
    all: figuresOf(all),
    readings: tally.readings,
    acknowledged: tally.acknowledged,
    uncertain: tally.uncertain,
    frames: tally.frames,
    failures: tally.failures,
    streams: open,
    changes,
    lateP99Ms: percentile(tally.late, 0.99),
  }
}

/** The connections of one client: one each of its onboard device, its camera and its owner, and a stream of events. */
async function linesOf(
  { ports, clients }: FleetJob,
  client: number,
  image: Buffer,
  streams: { open: number; changes: number },
  fail: (error: Error) => void,
): Promise<Line[]> {
  const port = ports[client % ports.length]!
  const of = clients[client]!
  const onOne = (...senders: Sender[]): Line[] => {
    const connection = new OpenLoopConnection(port)
    return senders.map((sender) => ({ connection, sender, client, answeredAt: Number.NEGATIVE_INFINITY }))
  }
  const lines = onOne(deviceSender(port, of, client))
  if (of.hasCamera) lines.push(...onOne(...cameraSenders(port, of, image)))
  if (of.ownerKey) lines.push(...onOne(keySender(port, of)))
  if (of.cookie) {
    lines.push(...onOne(appSender(port, of)))
    await lookOn(port, liveRequest(port, of), streams, fail)
  }
  return lines
}

/** Opens a stream of events and counts what it tells. */
async function lookOn(
  port: number,
  request: Buffer,
  streams: { open: number; changes: number },
  fail: (error: Error) => void,
): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' })
  const stands = Promise.withResolvers<void>()
  socket.once('error', fail).once('close', () => fail(new Error('the server ended a stream of events')))
  socket.on('data', (bytes) => {
    const text = bytes.toString('latin1')
    if (text.includes('event: hello')) stands.resolve()
    if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) fail(new Error(`a stream of events: ${text}`))
    streams.changes += text.split('event: changed').length - 1
  })
  socket.write(request)
  await stands.promise
  streams.open++
}

/** Calls `act` for each time when it has come, with how late it is; the times are in order. */
function inTime(at: Float64Array, start: number, act: (i: number, late: number) => void): Promise<void> {
  return new Promise((resolve) => {
    let i = 0
    const turn = () => {
      for (; i < at.length; i++) {
        const late = performance.now() - start - at[i]!
        if (late < 0) break
        act(i, late)
      }
      if (i === at.length) resolve()
      else setTimeout(turn, Math.max(1, at[i]! - (performance.now() - start)))
    }
    turn()
  })
}

/** A device that fell behind, since it waits for its gap after each answer, sends what it still has to. */
function untilIdle(lines: Line[]): Promise<void> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const look = () => {
      const waiting = lines.filter(({ connection }) => !connection.isIdle).length
      const answeredAt = Math.max(began, ...lines.map((line) => line.answeredAt))
      if (waiting === 0) resolve()
      else if (performance.now() - answeredAt > ANSWERED_WITHIN_MS)
        reject(new Error(`${waiting} connections wait for an answer, and none came for a minute`))
      else setTimeout(look, 50)
    }
    look()
  })
}

/** A picture of 1280 x 720 pixels with something in it: about 90 KB. */
async function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const create = { width: 1280, height: 720, channels: 3, background: 'black', noise } as const
  return sharp({ create }).jpeg({ quality: 45 }).toBuffer()
}

process.on('message', (job: FleetJob) => {
  run(job).then(
    (result) => tell({ stage: 'done', result }),
    (error: unknown) => tell({ stage: 'failed', error: String(error) }),
  )
})
// The orchestrator has ended.
process.on('disconnect', () => process.exit(0))
