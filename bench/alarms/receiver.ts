import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const QUIET_MS = 5_000

/** Takes webhooks, and remembers when each boat's alarms were told to have begun, as performance.now() counts. */
export async function startReceiver(resources: AsyncDisposableStack) {
  const began = new Map<string, number[]>()
  let lastAt = performance.now()
  const server = createServer(async (request, answer) => {
    lastAt = performance.now()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { type, data } = JSON.parse(Buffer.concat(chunks).toString())
    if (type === 'vessel.alarm.began') began.set(data.vessel.id, [...(began.get(data.vessel.id) ?? []), lastAt])
    answer.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  resources.defer(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** When the boat's owner was first told after a time; null: never. A message can be there before the answer that stored it. */
    firstAfter: (vesselId: string, at: number): number | null =>
      began.get(vesselId)?.find((told) => told > at - QUIET_MS) ?? null,
    async untilQuiet() {
      while (performance.now() - lastAt < QUIET_MS) await sleep(200)
    },
  }
}
