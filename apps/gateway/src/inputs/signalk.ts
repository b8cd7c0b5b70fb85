import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { gpsTime, NOTIFICATIONS, type Observation, signalkMapper, signalkPaths, steadyNow } from '@binnacle/onboard'
import type { WebSocket as Socket } from 'ws'
import type { SignalkSettings } from '../config/settings.ts'
import { networkProblem } from '../transport/problem.ts'
import { type Attempt, onceLoaded } from '../transport/reconnect.ts'
import { connectionInput } from './connection.ts'
import type { Sink, StartInput } from './input.ts'

const CONNECT_TIMEOUT_MS = 10_000
const PING_MS = 20_000
/** A server answers a ping at once, even on a boat where nothing speaks. */
const SILENT_MS = 60_000
/** A fault must be seen twice, a second apart. */
const FAULTS_MS = 1_000
/** A subscription begins with what the server remembers; a value from longer ago says nothing of the boat now. */
const CACHED_MS = 60_000
/**
 * For so long after subscribing at least, and until the ping behind the subscription is answered, however busy the server or this
 * machine is. Later values are live, whatever their time says: a device's clock may be wrong by years.
 */
const REPLAY_MS = 2_000
const MAX_DELTA_BYTES = 4 * 1024 * 1024

const NO_TOKEN = 'requires a token; create one in Signal K under Security, Devices and add it to this input'

/** Hears a Signal K server's stream. */
export const startSignalk: StartInput<SignalkSettings> = (settings, sink, log) =>
  connectionInput(settings.name, log, SILENT_MS, (messageReceived) =>
    onceLoaded(
      () => import('ws'),
      ({ WebSocket }) => stream(WebSocket, settings, sink, messageReceived),
    ),
  )

/**
 * One connection: hello, subscription, deltas; `messageReceived` is for each delta. Source: Signal K specification, "Streaming
 * API".
 */
const stream =
  (WebSocket: typeof Socket, settings: SignalkSettings, sink: Sink, messageReceived: () => void): Attempt =>
  (events) => {
    const { token, anyCertificate } = settings
    const base = new URL(settings.url.replace(/^http/, 'ws'))
    const place = base.host
    const access: Access = {
      // In a header and not in the address, which ends up in logs.
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      rejectUnauthorized: !anyCertificate,
    }
    const mapper = signalkMapper({ ...settings, withhold: sink.withhold }, sink.standingFaults?.(NOTIFICATIONS))
    const timers: NodeJS.Timeout[] = []
    let replay: { since: number; until: number } | undefined
    let isAnswered = false
    const socket = new WebSocket(new URL('/signalk/v1/stream?subscribe=none', base), {
      ...access,
      maxPayload: MAX_DELTA_BYTES,
      perMessageDeflate: false,
    })

    const observe = (observations: Observation[]) => {
      for (const observation of observations) sink.observe(observation)
    }

    const closing = new AbortController()
    const slow = setTimeout(() => events.down(`${place} does not answer`), CONNECT_TIMEOUT_MS)
    // A server lets strangers connect, and then tells them nothing.
    const mayRead = token === undefined ? isAllowed(base, { ...access, signal: closing.signal }) : Promise.resolve(true)

    const greeted = async (hello: Hello) => {
      if (!(await mayRead)) return events.down(`${place} ${NO_TOKEN}`)
      if (socket.readyState === WebSocket.OPEN) begin(hello)
    }
    const begin = ({ name, version, timestamp }: Hello) => {
      clearTimeout(slow)
      events.up(`connected to ${place}, ${name} ${version}`)
      const now = steadyNow()
      replay = { since: Date.parse(String(timestamp)) - CACHED_MS, until: now + REPLAY_MS }
      // No minPeriod: the server would keep one value for all sources of a path, and short edges of a switch would be lost.
      const subscribe = signalkPaths(settings).map((path) => ({ path, policy: 'instant' }))
      socket.send(JSON.stringify({ context: 'vessels.self', subscribe }))
      socket.ping()
      timers.push(
        setInterval(() => observe(mapper.faults(steadyNow())), FAULTS_MS),
        setInterval(() => socket.ping(), PING_MS),
      )
    }

    const heard = (delta: unknown) => {
      messageReceived()
      const now = steadyNow()
      const isReplay = replay !== undefined && (!isAnswered || now < replay.until)
      observe(mapper.map(delta, now, isReplay ? replay?.since : undefined))
      const time = isReplay ? undefined : gpsTime(delta)
      if (time !== undefined) sink.time(time)
    }

    socket
      .on('pong', (bytes: Buffer) => {
        isAnswered = true
        events.data(bytes)
      })
      .on('message', (bytes: Buffer) => {
        const message = parsed(bytes)
        if (isHello(message)) void greeted(message)
        else events.data(bytes)
        if (isDelta(message)) heard(message)
      })
      .on('unexpected-response', (_, { statusCode }) => events.down(`${place} ${refusal(statusCode, token)}`))
      .on('error', (error) => events.down(`${place}: ${networkProblem(error)}`))
      .on('close', () => events.down(`${place} closed the connection`))

    return {
      close: async () => {
        closing.abort()
        clearTimeout(slow)
        for (const timer of timers) clearInterval(timer)
        socket.terminate()
      },
    }
  }

interface Access {
  headers: Record<string, string>
  rejectUnauthorized: boolean
}

interface Hello {
  name?: unknown
  version?: unknown
  /** The server's clock. */
  timestamp?: unknown
}

function isHello(message: object | undefined): message is Hello {
  return message !== undefined && 'roles' in message
}

function isDelta(message: object | undefined): boolean {
  return message !== undefined && 'updates' in message
}

function parsed(bytes: Buffer): object | undefined {
  try {
    const message: unknown = JSON.parse(bytes.toString())
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}

function refusal(status: number | undefined, token: string | undefined): string {
  if (status !== 401 && status !== 403) return `answers ${status}: is this a Signal K server?`
  return token === undefined ? NO_TOKEN : 'refuses the token: it has expired, or was taken back'
}

/** Whether the server lets this reader see the boat; true where that cannot be asked. */
function isAllowed(base: URL, access: Access & { signal: AbortSignal }): Promise<boolean> {
  const url = new URL('/signalk/v1/api/vessels/self/mmsi', base.href.replace(/^ws/, 'http'))
  const get = url.protocol === 'https:' ? getHttps : getHttp
  return new Promise((resolve) => {
    get(url, access, (response) => {
      response.resume()
      resolve(response.statusCode !== 401 && response.statusCode !== 403)
    }).on('error', () => resolve(true))
  })
}
