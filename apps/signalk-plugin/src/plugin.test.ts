import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { keyOf } from '@binnacle/contract'
import type { ServerAPI } from '@signalk/server-api'
import { until } from '../../../scripts/until.ts'
import { binnacle, type PluginStatus } from './plugin.ts'

const SETTINGS = { url: 'http://127.0.0.1:9', key: keyOf('ct_', 1n, crc32) }

/** As much of a Signal K server as the plugin uses. A real one is in signalk-server.audit.test.ts. */
async function plugIn(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-plugin-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const server = {
    saved: undefined as object | undefined,
    said: [] as string[],
    /** What it replays to a new subscription. */
    remembered: [] as object[],
    subscriptions: new Set<(delta: object) => void>(),
    deliver: (delta: object) => {
      for (const subscription of server.subscriptions) subscription(delta)
    },
  }
  const app = {
    getDataDirPath: () => folder,
    savePluginOptions: (options: object, done: (error: null) => void) => {
      server.saved = options
      done(null)
    },
    setPluginStatus: (text: string) => server.said.push(text),
    setPluginError: (text: string) => server.said.push(`Error: ${text}`),
    debug() {},
    error: (text: string) => server.said.push(text),
    getSelfPath: () => undefined,
    streambundle: { getAvailablePaths: () => [] },
    subscriptionmanager: {
      subscribe(_: object, unsubscribes: (() => void)[], _error: unknown, callback: (delta: object) => void) {
        server.subscriptions.add(callback)
        unsubscribes.push(() => server.subscriptions.delete(callback))
        for (const delta of server.remembered) callback(delta)
      },
    },
  }
  const plugin = binnacle(app as unknown as ServerAPI)
  const routes = new Map<string, (request: object, response: object) => void>()
  const add = (path: string, handle: (request: object, response: object) => void) => routes.set(path, handle)
  plugin.registerWithRouter?.({ get: add, all: add } as never)
  /** GET /plugins/signalk-binnacle/status */
  function status(): { code: number; body: PluginStatus } {
    const answer = { code: 200, body: undefined as unknown as PluginStatus }
    const response = {
      status(code: number) {
        answer.code = code
        return response
      },
      json(body: PluginStatus) {
        answer.body = body
      },
    }
    routes.get('/status')?.({}, response)
    return answer
  }
  const running = () => until(() => status().body.device, 'it to run')
  const restart = (): void => {}
  return { server, plugin, status, running, start: (settings: object) => plugin.start(settings, restart) }
}

const depth = (value: number, timestamp: string) => ({
  updates: [{ $source: 'n2k.35', timestamp, values: [{ path: 'environment.depth.belowTransducer', value }] }],
})

describe('the plugin', () => {
  test('started and stopped again and again, it leaves nothing behind', async (t) => {
    const { server, plugin, status, running, start } = await plugIn(t)
    start(SETTINGS)
    await plugin.stop()
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    for (let i = 0; i < 5; i++) {
      start(SETTINGS)
      await running()
      assert.equal(server.subscriptions.size, 1)
      await plugin.stop()
      assert.equal(server.subscriptions.size, 0)
      assert.equal(status().code, 404)
    }
    await plugin.stop()
    assert.equal(timers(), before)
  })

  test('says what is missing, and where its status is asked for', async (t) => {
    const { server, plugin, status, start } = await plugIn(t)
    assert.equal(status().code, 404)
    start({})
    await until(() => status().body.problem, 'it to say so')
    assert.equal(server.said.at(-1), `Error: ${status().body.problem}`)
    assert.match(status().body.problem ?? '', /Enter the address/)
    await plugin.stop()
  })

  test('takes the key out of the saved settings and keeps it for the next start', async (t) => {
    const { server, plugin, running, start } = await plugIn(t)
    start(SETTINGS)
    await running()
    await plugin.stop()
    assert.deepEqual(server.saved, { url: SETTINGS.url })
    start(server.saved ?? {})
    await running()
    await plugin.stop()
  })

  test('does not count what the server remembered from long ago, but counts live values of a device with a wrong clock', async (t) => {
    const { server, plugin, status, running, start } = await plugIn(t)
    server.remembered = [depth(5, '2016-02-28T19:57:02Z')]
    start(SETTINGS)
    await running()
    assert.equal(status().body.device?.queue.waiting, 0)
    server.deliver(depth(6, '2016-02-28T19:57:02Z'))
    await until(() => status().body.device?.queue.waiting === 1, 'it to wait')
    await plugin.stop()
  })

  test('an error in it does not reach the server', async (t) => {
    const { server, plugin, running, start } = await plugIn(t)
    start(SETTINGS)
    await running()
    const trap = {
      get updates(): never {
        throw new Error('trapped')
      },
    }
    server.deliver(trap)
    assert.match(server.said.at(-1) ?? '', /trapped/)
    await plugin.stop()
  })
})
