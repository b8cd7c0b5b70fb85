import type { IncomingHttpHeaders } from 'node:http'
import type { Plugin, ServerAPI } from '@signalk/server-api'
import { type Feed, NotReadyError, startFeed } from './feed.ts'
import { readKeys } from './keys.ts'
import { isSameOrigin } from './same-origin.ts'
import { type Known, schema, uiSchema } from './schema.ts'
import type { Settings } from './settings.ts'
import { isTextOrNull, readSourceChoice } from './source-choice.ts'

/** What the plugin's page gets from GET /plugins/signalk-binnacle/status. */
export interface PluginStatus {
  /** Why it does not run, as a sentence for the owner; null while it runs. */
  problem: string | null
  /** null while it does not run. */
  device: ReturnType<Feed['status']> | null
  /** What to do about a newer plugin that the service has; null while it has none. */
  update: string | null
  /** The owner's list of sources, as in the settings. */
  sources: ReturnType<Feed['sources']>
}

/** What is used of the Express router that the server gives. With its security on, only an administrator gets here. */
interface Router {
  get(path: string, handle: Handler): void
  post(path: string, handle: Handler): void
  all(path: string, handle: Handler): void
}
type Handler = (request: Request, response: Response) => unknown
interface Request {
  params: Record<string, string>
  headers: IncomingHttpHeaders
  /** JSON. */
  body?: unknown
}
interface Response {
  status(code: number): Response
  json(body: unknown): void
}

interface Answer {
  status: number
  [field: string]: unknown
}

/** The plugin as Signal K server knows it. `firstLookMs`: after how long it asks the service for a newer one. */
export function binnacle(app: ServerAPI, firstLookMs?: number): Plugin {
  const notDone = (error: Error): Answer => {
    app.error(`Could not be saved: ${error.message}`)
    return { status: 500, error: 'not_saved' }
  }

  // The work in hand; stop() waits for a start that is under way.
  let started: Promise<Feed | undefined> | undefined
  let feed: Feed | undefined
  let problem: string | null = null

  async function start(settings: Settings): Promise<Feed | undefined> {
    try {
      problem = null
      feed = await startFeed(app, settings, firstLookMs)
      return feed
    } catch (error) {
      problem =
        error instanceof NotReadyError
          ? error.message
          : `The plugin could not start: ${error instanceof Error ? error.message : error}`
      app.setPluginError(problem)
      return undefined
    }
  }

  return {
    id: 'signalk-binnacle',
    name: 'Binnacle',
    description: "Sends your boat's data and camera stills to Binnacle, with nothing lost offline",
    schema: () => schema(known(app)),
    uiSchema: () => uiSchema(known(app)),
    start(settings) {
      started = start(settings)
    },
    async stop() {
      const running = await started
      started = undefined
      feed = undefined
      await running?.stop()
    },
    registerWithRouter(pluginRouter) {
      const router = pluginRouter as unknown as Router
      router.get('/status', (_request, response) => {
        if (!started) return response.status(404).json({ error: 'plugin_off' })
        const status: PluginStatus = {
          problem,
          device: feed?.status() ?? null,
          update: feed?.update() ?? null,
          sources: feed?.sources() ?? [],
        }
        response.json(status)
      })
      const change = (path: string, handle: (feed: Feed, body: unknown) => Promise<Answer>) =>
        router.post(path, async ({ headers, body }, response) => {
          if (!isSameOrigin(headers)) return response.status(403).json({ error: 'cross_site_request' })
          if (!feed) return response.status(404).json({ error: 'plugin_off' })
          const { status, ...answer } = await handle(feed, body).catch(notDone)
          response.status(status).json(answer)
        })
      change('/sources', async (feed, body) => {
        const choice = readSourceChoice(body)
        if (!choice) return { status: 400, error: 'invalid_request' }
        await feed.chooseSource(choice)
        return { status: 200, sources: feed.sources() }
      })
      change('/hours/forget', async (feed, body) => {
        const { instance } = Object(body)
        if (!isTextOrNull(instance)) return { status: 400, error: 'invalid_request' }
        return (await feed.forgetHours(instance))
          ? { status: 200, forgotten: true }
          : { status: 404, error: 'not_found' }
      })
      // Cameras call addresses with any method.
      router.all('/motion/:camera', (request, response) => {
        if (!feed) return response.status(404).json({ error: 'plugin_off' })
        if (!feed.motion(request.params.camera ?? '')) return response.status(404).json({ error: 'not_found' })
        response.status(202).json({ accepted: true })
      })
    },
  }
}

function known(app: ServerAPI): Known {
  const { key, cameraKey } = readKeys(app.getDataDirPath())
  const engines = app.getSelfPath('propulsion')
  return {
    keyStored: key !== undefined,
    cameraKeyStored: cameraKey !== undefined,
    engines: typeof engines === 'object' && engines !== null ? Object.keys(engines).sort() : [],
    switches: app.streambundle
      .getAvailablePaths()
      .filter((path) => /^electrical\.switches\..+\.state$/.test(path))
      .sort(),
  }
}
