import {
  depthBelow,
  gpsTime,
  inTurn,
  NOTIFICATIONS,
  type Offered,
  type OnboardDevice,
  type OnboardStatus,
  openOnboardDevice,
  signalkMapper,
  signalkPaths,
  steadyNow,
  watchForUpdate,
} from '@binnacle/onboard'
import type { Context, Delta, Path, ServerAPI } from '@signalk/server-api'
import { readKeys, splitKeys, storeKeys } from './keys.ts'
import { notifier } from './notifier.ts'
import type { Keys } from './settings.ts'
import { onboardSettings, prioritiesOf, problemOf, type Settings } from './settings.ts'
import { type ListedSource, type SourceChoice, withChoice } from './source-choice.ts'
import { VERSION } from './version.ts'

/** A fault must be seen twice, a second apart. */
const FAULTS_EVERY_MS = 1_000
const STATUS_EVERY_MS = 5_000
/** A value that the server remembered from longer ago says nothing of the boat now. */
const CACHED_MS = 60_000

/** The plugin at work, from one start to the next stop. */
export interface Feed {
  status(): OnboardStatus
  /** What to do about a newer plugin that the service has; null while it has none. */
  update(): string | null
  /** What the owner has listed. */
  sources(): ListedSource[]
  /** Saves it in the settings, and uses it from now on. Rejects where it cannot be saved: nothing has changed then. */
  chooseSource(choice: SourceChoice): Promise<void>
  /** False where no hours of this engine are remembered. */
  forgetHours(instance: string | null): Promise<boolean>
  /** False when there is no camera of this name. */
  motion(camera: string): boolean
  /** Resolves when all is on disk. */
  stop(): Promise<void>
}

/** The settings do not allow a start; the message tells the owner what to do. */
export class NotReadyError extends Error {}

/** Starts to feed the service with what this server hears. Throws NotReadyError. */
export async function startFeed(app: ServerAPI, saved: Settings, firstLookMs?: number): Promise<Feed> {
  const folder = app.getDataDirPath()
  const { settings, keys } = await withKeysMoved(app, saved, folder)
  let sources = settings.sources ?? []
  // Each choice saves the whole list, so that one waits for another.
  const saving = inTurn()
  const problem = problemOf(settings, keys)
  if (problem) throw new NotReadyError(problem)
  const log = { debug: app.debug, info: app.debug, warn: app.error, error: app.error }
  const own = onboardSettings(settings, keys, folder, log)
  // Of which the server has sounded an alarm itself.
  const heard = new Set<string>()
  const sounding = settings.alarms ? notifier(app) : undefined
  const device = await openOnboardDevice({
    ...own,
    onAlarms: sounding && ((alarms) => sounding.show(alarms, heard)),
  })
  for (const instance of device.standingFaults(NOTIFICATIONS)) heard.add(instance)
  const unsubscribe = subscribe(app, device, settings, heard)
  const hideStatus = showStatus(app, device)
  const watched = { service: own.url, program: 'signalk-binnacle', own: VERSION, log, text: updateText } as const
  const update = watchForUpdate(watched, firstLookMs)
  return {
    status: () => device.status(),
    update: () => {
      const newer = update.newer()
      return newer && updateText(newer)
    },
    sources: () => sources,
    chooseSource: (choice) =>
      saving(async () => {
        const changed = withChoice(sources, choice)
        await saveSettings(app, { ...settings, sources: changed })
        sources = changed
        device.useSources(prioritiesOf(changed))
      }),
    forgetHours: (instance) => device.forgetHours(instance ?? undefined),
    motion: (camera) => device.motion(camera),
    stop: async () => {
      unsubscribe()
      hideStatus()
      update.close()
      await device.close()
      sounding?.clear()
    },
  }
}

const updateText = ({ version, url }: Offered): string =>
  `Your Binnacle has version ${version} of this plugin. In the folder of the server’s settings, mostly ~/.signalk, run: npm install ${url} – then restart the server.`

async function withKeysMoved(
  app: ServerAPI,
  saved: Settings,
  folder: string,
): Promise<{ settings: Settings; keys: Keys }> {
  const { entered, settings } = splitKeys(saved)
  if (Object.keys(entered).length === 0) return { settings, keys: readKeys(folder) }
  const keys = await storeKeys(folder, entered)
  await saveSettings(app, settings)
  return { settings, keys }
}

const saveSettings = (app: ServerAPI, settings: Settings): Promise<void> =>
  new Promise((resolve, reject) => app.savePluginOptions(settings, (error) => (error ? reject(error) : resolve())))

/** Puts what the server hears into the onboard device until the returned function is called. */
function subscribe(app: ServerAPI, device: OnboardDevice, settings: Settings, heard: Set<string>): () => void {
  const withhold = device.withhold.bind(device)
  const mapper = signalkMapper({ ...settings, withhold }, device.standingFaults(NOTIFICATIONS))
  const below = depthBelow(settings.depth ?? 'transducer', withhold)
  const unsubscribes: (() => void)[] = []
  // What the server remembers, it says before subscribe() returns. Later values are live, whatever their time says: a
  // device's clock may be wrong by years.
  let since: number | undefined = Date.now() - CACHED_MS
  const hear = (delta: Delta) => {
    for (const observation of mapper.map(delta, steadyNow(), since)) {
      const wanted = below(observation)
      if (wanted) device.observe(wanted)
    }
    const time = since === undefined ? gpsTime(delta) : undefined
    if (time !== undefined) device.setGpsTime(time)
  }
  app.subscriptionmanager.subscribe(
    {
      context: 'vessels.self' as Context,
      // No minPeriod: the server would keep one value for all sources of a path, and short edges of a switch would be lost.
      subscribe: signalkPaths(settings).map((path) => ({ path: path as Path, policy: 'instant' })),
    },
    unsubscribes,
    (error) => app.error(String(error)),
    (delta) => {
      // An error that got out would end the server's own delivery to everybody.
      try {
        hear(delta)
      } catch (error) {
        app.error(`Could not process a value: ${error}`)
      }
    },
  )
  since = undefined
  const faults = setInterval(() => {
    for (const observation of mapper.faults(steadyNow())) {
      heard.add(observation.instance ?? '')
      device.observe(observation)
    }
  }, FAULTS_EVERY_MS)
  return () => {
    clearInterval(faults)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/** Keeps the plugin's line on the dashboard true until the returned function is called. */
function showStatus(app: ServerAPI, device: OnboardDevice): () => void {
  let shown = ''
  const show = () => {
    const { connection, queue } = device.status()
    const text =
      queue.waiting > 0 ? `${connection.sentence} ${queue.waiting} readings are waiting on disk.` : connection.sentence
    if (text === shown) return
    shown = text
    if (connection.state === 'refused') app.setPluginError(text)
    else app.setPluginStatus(text)
  }
  show()
  const timer = setInterval(show, STATUS_EVERY_MS)
  return () => clearInterval(timer)
}
