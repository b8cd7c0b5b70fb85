import type { TestContext } from 'node:test'
import { connectAsync, type MqttClient } from 'mqtt'

/** As Home Assistant: what is retained at the broker, and how often each topic was published. */
export async function listenAtBroker(
  t: TestContext,
  { port }: { port: number },
  user?: { name: string; password: string },
) {
  const client: MqttClient = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: user?.name,
    password: user?.password,
    reconnectPeriod: 100,
  })
  t.after(() => client.endAsync(true))
  const topics = new Map<string, string>()
  const counts = new Map<string, number>()
  client.on('message', (topic, payload) => {
    counts.set(topic, (counts.get(topic) ?? 0) + 1)
    if (payload.length > 0) topics.set(topic, payload.toString())
    else topics.delete(topic)
  })
  await client.subscribeAsync('#')
  return { client, topics, counts }
}
