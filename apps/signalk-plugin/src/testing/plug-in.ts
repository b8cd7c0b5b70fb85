import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ServerAPI } from '@signalk/server-api'
import { until } from '../../../../scripts/until.ts'
import { binnacle, type PluginStatus } from '../plugin.ts'

/** As much of a Signal K server as the plugin uses. A real one is in signalk-server.audit.test.ts. */
export async function plugIn(t: TestContext, firstLookMs?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-plugin-'))
  t.after(async () => {
    await plugin.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const server = {
    folder,
    saved: undefined as object | undefined,
    diskIsFull: false,
    /** How long it takes to save. */
    savingMs: 0,
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
    savePluginOptions: (options: object, done: (error: Error | null) => void) => {
      if (server.diskIsFull) return done(new Error('ENOSPC'))
      setTimeout(() => {
        server.saved = options
        done(null)
      }, server.savingMs)
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
  const plugin = binnacle(app as unknown as ServerAPI, firstLookMs)
  type Handle = (request: object, response: object) => unknown
  const routes = new Map<string, Handle>()
  const add = (path: string, handle: Handle) => routes.set(path, handle)
  plugin.registerWithRouter?.({ get: add, post: add, all: add } as never)
  /** Runs the handler of a route; what it answers at once is there when this returns. */
  function call<Body>(path: string, request: object) {
    const answer = { code: 200, body: undefined as unknown as Body }
    const response = {
      status(code: number) {
        answer.code = code
        return response
      },
      json(body: Body) {
        answer.body = body
      },
    }
    const answered = Promise.resolve(routes.get(path)?.(request, response)).then(() => answer)
    return { answer, answered }
  }
  /** GET /plugins/signalk-binnacle/status */
  const status = () => call<PluginStatus>('/status', {}).answer
  const OURS = { host: 'boat:3000', origin: 'http://boat:3000' }
  const post = (path: string, body: unknown, headers: object = OURS) =>
    call<{ error?: string }>(path, { body, headers }).answered
  const running = () => until(() => status().body.device, 'it to run')
  const restart = (): void => {}
  return { server, plugin, status, post, running, start: (settings: object) => plugin.start(settings, restart) }
}
