import { urlToHttpOptions } from 'node:url'
import type { MqttClient } from 'mqtt'
import { answeredWithin } from '../http/answered-within.ts'
import { Slots } from '../limits/slots.ts'

/** Of each step with the broker. */
const TIMEOUT_MS = 10_000
/** Messages on their way at once. One after the other would wait for a packet of TCP each, which is 40 ms with Mosquitto. */
const AT_ONCE = 100

interface BrokerOptions {
  clientId: string
  /** Topic of the status: `online` while the connection stands, and `offline` from the broker when it is lost. */
  status: string
  /** A message of somebody else on a subscribed topic: retained now, or before. */
  hear(topic: string, message: string): void
  signal: AbortSignal
}

interface Connection {
  client: MqttClient
  /** As many messages as the broker takes at once. */
  atOnce: number
}

/** The library is loaded when it is needed: it takes memory. */
async function connect(url: string, options: object, signal: AbortSignal): Promise<Connection> {
  const { connect } = await import('mqtt')
  const { promise, resolve, reject } = Promise.withResolvers<Connection>()
  const client = connect({ ...settingsOf(url), connectTimeout: TIMEOUT_MS, reconnectPeriod: 0, ...options })
  const end = () => client.end(true)
  signal.addEventListener('abort', end)
  client.on('connect', ({ properties }) =>
    resolve({ client, atOnce: Math.min(AT_ONCE, properties?.receiveMaximum ?? AT_ONCE) }),
  )
  client.on('error', reject)
  client.on('close', () => {
    signal.removeEventListener('abort', end)
    reject(new Error('the broker does not answer, or has closed the connection'))
    // Whatever waits for an answer fails.
    end()
  })
  return promise
}

/** Not as text: the library would read it with `url.parse`, which Node warns of, and which ends a password at a colon. */
function settingsOf(text: string) {
  const url = new URL(text)
  const { hostname, port } = urlToHttpOptions(url)
  const secure = url.protocol === 'mqtts:'
  return {
    protocol: secure ? 'mqtts' : 'mqtt',
    host: hostname!,
    port: Number(port ?? (secure ? 8883 : 1883)),
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    // The broker says why it refuses a message, and sends us none of our own.
    protocolVersion: 5,
  } as const
}

/** Signs in at the broker, and publishes nothing. Throws with what it says. */
export async function tryBroker(url: string): Promise<void> {
  const { client } = await connect(url, {}, AbortSignal.timeout(2 * TIMEOUT_MS))
  client.end(true)
}

/** A connection to the operator's broker. Once it is lost, another one is to be opened. */
export class Broker {
  readonly #client: MqttClient
  readonly #slots: Slots

  private constructor({ client, atOnce }: Connection) {
    this.#client = client
    this.#slots = new Slots(atOnce)
  }

  static async open(url: string, { clientId, status, hear, signal }: BrokerOptions): Promise<Broker> {
    const will = { topic: status, payload: Buffer.from('offline'), qos: 1, retain: true }
    const connection = await connect(url, { clientId, will }, signal)
    const broker = new Broker(connection)
    connection.client.on('message', (topic, payload, { retain }) => {
      const message = payload.toString()
      if (topic !== status) {
        if (retain) hear(topic, message)
        // Of a process that published before this one.
      } else if (message === 'offline') broker.publish(status, 'online').catch(() => {})
    })
    try {
      await broker.subscribe([status])
      await broker.publish(status, 'online')
    } catch (error) {
      broker.close()
      throw error
    }
    return broker
  }

  get connected(): boolean {
    return this.#client.connected
  }

  /** Retained; returns when the broker has accepted it. */
  async publish(topic: string, message: string): Promise<void> {
    await this.#slots.run(1, () =>
      answeredWithin(this.#client.publishAsync(topic, message, { qos: 1, retain: true }), TIMEOUT_MS),
    )
  }

  async subscribe(topics: string[]): Promise<void> {
    await answeredWithin(this.#client.subscribeAsync(topics, { qos: 0, nl: true, rap: true }), TIMEOUT_MS)
  }

  close(): void {
    this.#client.end(true)
  }
}
