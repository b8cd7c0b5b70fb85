import type { Plugin, ServerAPI } from '@signalk/server-api'
import { type Feed, NotReadyError, startFeed } from './feed.ts'
import { readKeys } from './keys.ts'
import { type Known, schema, uiSchema } from './schema.ts'
import type { Settings } from './settings.ts'

/** What the plugin's page gets from GET /plugins/signalk-binnacle/status. */
export interface PluginStatus {
  /** Why it does not run, as a sentence for the owner; null while it runs. */
  problem: string | null
  /** null while it does not run. */
  device: ReturnType<Feed['status']> | null
}

/** What is used of the Express router that the server gives. */
interface Router {
  get(path: string, handle: (request: Request, response: Response) => void): void
  all(path: string, handle: (request: Request, response: Response) => void): void
}
interface Request {
  params: Record<string, string>
}
interface Response {
  status(code: number): Response
  json(body: unknown): void
}

/** The plugin as Signal K server knows it. */
export function binnacle(app: ServerAPI): Plugin {
  // The work in hand; stop() waits for a start that is under way.
  let started: Promise<Feed | undefined> | undefined
  let feed: Feed | undefined
  let problem: string | null = null

  async function start(settings: Settings): Promise<Feed | undefined> {
    try {
      problem = null
      feed = await startFeed(app, settings)
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
        const status: PluginStatus = { problem, device: feed?.status() ?? null }
        response.json(status)
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
