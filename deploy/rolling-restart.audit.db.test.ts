import assert from 'node:assert/strict'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Boat } from '../apps/server/src/testing/accounts/boats.ts'
import { testServerUrl } from '../apps/server/src/testing/database.ts'
import { until } from '../scripts/until.ts'
import { caddy, haproxy } from './testing/proxies.ts'
import { startTwoProcesses } from './testing/two-processes.ts'

const CLIENTS = 8
/** Seconds: the proxies find out within one or two, here, where all are busy, within these. */
const DRAIN = '10'

/** Requests that must have been answered between two steps, so that each of them happens under load. */
const BETWEEN = 50

/** Most of the time some request is under way. Without it they have the whole processor, and the restarts wait for it. */
const PAUSE_MS = 10

/**
 * Telemetry over one connection as long as it lasts, as an onboard device sends it; every answer that is no 202, and every broken
 * connection, is a fault.
 */
class Sender {
  readonly faults: string[] = []
  acknowledged = 0
  #sending = true
  readonly #agent = new https.Agent({ keepAlive: true, maxSockets: 1 })
  readonly done: Promise<void>

  constructor(url: string, boat: Boat) {
    this.done = this.#run(url, boat).finally(() => this.#agent.destroy())
  }

  stop(): void {
    this.#sending = false
  }

  async #run(url: string, boat: Boat): Promise<void> {
    for (let value = 0; this.#sending; value++) {
      await this.#post(url, boat, value).then(
        ({ status, body }) => {
          if (status === 202) this.acknowledged++
          else this.faults.push(`${status} ${body}`)
        },
        (error: Error) => this.faults.push(String(error)),
      )
      await wait(PAUSE_MS)
    }
  }

  #post(url: string, { deviceKey }: Boat, value: number) {
    const headers = { authorization: `Bearer ${deviceKey}`, 'content-type': 'application/json' }
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      const request = https.request(`${url}/v1/telemetry`, { method: 'POST', headers, agent: this.#agent }, (answer) =>
        text(answer).then((body) => resolve({ status: answer.statusCode!, body }), reject),
      )
      request.once('error', reject)
      request.end(JSON.stringify({ readings: [{ metric: 'depth', value }] }))
    })
  }
}

for (const kind of [haproxy, caddy])
  test(`${kind.name}: both processes are restarted under load, and no request of a client fails`, {
    skip: testServerUrl ? kind.missing : 'needs PostgreSQL',
  }, async () => {
    const stack = await startTwoProcesses(kind, { TELEMETRY_GAP_MS: '0', DRAIN_SECONDS: DRAIN }, CLIENTS)
    const senders = stack.place.boats.map((boat) => new Sender(stack.url, boat))
    const faults = () => senders.flatMap((sender) => sender.faults)
    const acknowledged = () => senders.reduce((sum, sender) => sum + sender.acknowledged, 0)
    const goOn = async () => {
      const goal = acknowledged() + BETWEEN
      await until(() => acknowledged() >= goal || faults().length > 0, 'further answers')
    }
    try {
      await goOn()
      for (const which of [0, 1] as const) {
        assert.deepEqual(await stack.restart(which), { code: 0, signal: null })
        // Until the proxy has found it again the other may not go.
        await until(() => serves(stack.direct[which]), 'a request through the proxy')
        await goOn()
      }
    } finally {
      for (const sender of senders) sender.stop()
      await Promise.all(senders.map((sender) => sender.done))
    }
    assert.deepEqual(faults(), [])
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from reading`.execute(
      stack.place.test.database.db,
    )
    assert.equal(rows[0]?.count, acknowledged())
  })

/** Whether telemetry has come through the proxy to this process since it was started. */
async function serves(direct: string): Promise<boolean> {
  const figures = await (await fetch(`${direct}/metrics`)).text()
  return /_count\{route="postTelemetry",status="202"\} [1-9]/.test(figures)
}
