import type { TestContext } from 'node:test'
import { connectAsync } from 'mqtt'
import type { Broker } from './mosquitto.ts'

export const PORTAL = 'c0847dba509e'

export interface Message {
  topic: string
  payload: unknown
}

/** What dbus-flashmq does: the serial retained, all topics at a keepalive, and changes while it is kept alive. */
export async function startGx(
  t: TestContext,
  { port }: Broker,
  messages: Message[],
  user?: { name: string; password: string },
) {
  const client = await connectAsync({ port, username: user?.name, password: user?.password, reconnectPeriod: 20 })
  t.after(() => client.endAsync(true))
  const keepalives: string[] = []
  const told = { complete: false }
  const say = ({ topic, payload }: Message) =>
    client.publishAsync(topic, payload === null ? '' : JSON.stringify(payload))
  client.on('message', async (_, payload) => {
    keepalives.push(payload.toString())
    if (payload.length > 0) return
    for (const message of messages) await say(message)
    await say({ topic: `N/${PORTAL}/full_publish_completed`, payload: { value: 1 } })
    told.complete = true
  })
  const serial = JSON.stringify({ value: PORTAL })
  client.on('connect', () => void client.publish(`N/${PORTAL}/system/0/Serial`, serial, { retain: true }))
  await client.publishAsync(`N/${PORTAL}/system/0/Serial`, serial, { retain: true })
  await client.subscribeAsync(`R/${PORTAL}/keepalive`)
  return { keepalives, told, say }
}
