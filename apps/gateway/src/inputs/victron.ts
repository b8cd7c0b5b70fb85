import { type Observation, steadyNow, VENUS_TOPICS, venusReader } from '@binnacle/onboard'
import type { connect as Connect } from 'mqtt'
import type { VictronSettings } from '../config/settings.ts'
import { networkProblem } from '../transport/problem.ts'
import { type Attempt, onceLoaded } from '../transport/reconnect.ts'
import { connectionInput } from './connection.ts'
import type { Sink, StartInput } from './input.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** A GX stops publishing 60 s after the last keepalive. Source: dbus-flashmq, README, "Keep-alive". */
const KEEPALIVE_MS = 30_000
const COMPLETE = 'full_publish_completed'
/** Older ones do not say that. Everything takes them a second or two. */
const COMPLETE_WITHIN_MS = 5_000
/** Once everything has been said, what changes is said by itself; until then a keepalive may have been lost. */
const NO_REPUBLISH = '{"keepalive-options":["suppress-republish"]}'
/** Within SOURCE_SILENT_MS, so that a battery whose charge does not change is not taken for silent. */
const REPEAT_MS = 20_000
/** A GX that is kept alive sends a heartbeat every 3 s. */
const SILENT_MS = 60_000

// Codes of MQTT 3.1.1 and of MQTT 5.
const REFUSED = new Set<unknown>([4, 5, 134, 135])

/** Hears a Victron GX device (Venus OS) through its MQTT broker, or through another that its messages are forwarded to. */
export const startVictron: StartInput<VictronSettings> = (settings, sink, log) =>
  connectionInput(settings.name, log, SILENT_MS, (messageReceived) =>
    onceLoaded(
      () => import('mqtt'),
      ({ connect }) => gx(connect, settings, sink, messageReceived),
    ),
  )

/** One connection to the broker: finds the portal id, subscribes, and keeps the GX publishing. `messageReceived` is for each value. */
const gx =
  (connect: typeof Connect, settings: VictronSettings, sink: Sink, messageReceived: () => void): Attempt =>
  (events) => {
    const { host, port, tls, username, password, anyCertificate, bilgeWater, bilgePumps } = settings
    const place = `${host}:${port}`
    const reader = venusReader({ bilgeWater, bilgePumps, withhold: sink.withhold })
    const timers: NodeJS.Timeout[] = []
    let portal = settings.portal
    let complete = false
    const client = connect({
      protocol: tls ? 'mqtts' : 'mqtt',
      host,
      port,
      username,
      password,
      rejectUnauthorized: !anyCertificate,
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectPeriod: 0,
    })

    const observe = (observations: Observation[]) => {
      for (const observation of observations) sink.observe(observation)
    }
    const subscribe = (topics: string[]) =>
      client.subscribe(topics, (error) => error && events.down(`${place} does not allow this user to read its topics`))
    const keepAlive = () => client.publish(`R/${portal}/keepalive`, complete ? NO_REPUBLISH : '')
    let namesWait: NodeJS.Timeout | undefined
    const allSaid = () => {
      reader.complete()
      observe(reader.repeat(steadyNow()))
    }
    const keepSpeaking = () => {
      events.up(`connected to ${place}, portal id ${portal}`)
      subscribe([...VENUS_TOPICS, 'heartbeat', COMPLETE].map((topic) => `N/${portal}/${topic}`))
      keepAlive()
      timers.push(
        setInterval(keepAlive, KEEPALIVE_MS),
        setInterval(() => observe(reader.repeat(steadyNow())), REPEAT_MS),
      )
    }

    client
      .on('connect', () => {
        if (portal !== undefined) return keepSpeaking()
        events.up(`connected to ${place}; waiting for the GX device to send its portal id`)
        // Retained, unlike all else: it comes without a keepalive.
        subscribe(['N/+/system/0/Serial'])
      })
      .on('message', (topic, payload) => {
        events.data(payload)
        if (portal === undefined) {
          portal = topic.split('/')[1]
          keepSpeaking()
        }
        if (topic === `N/${portal}/${COMPLETE}` && !complete) {
          complete = true
          allSaid()
        }
        const observations = reader.take(topic, payload.toString(), steadyNow())
        if (!observations) return
        namesWait ??= setTimeout(allSaid, COMPLETE_WITHIN_MS)
        messageReceived()
        observe(observations)
      })
      .on('error', (error) => events.down(`${place}: ${problem(error)}`))
      .on('close', () => events.down(`${place} closed the connection`))

    return {
      close: async () => {
        for (const timer of timers) clearInterval(timer)
        clearTimeout(namesWait)
        await client.endAsync(true)
      },
    }
  }

function problem(error: Error & { code?: unknown }): string {
  return REFUSED.has(error.code) ? 'rejected the user name or password' : networkProblem(error)
}
