import type { Metric } from '@binnacle/contract'
import type {
  AdmissionOptions,
  CameraSettings,
  DepthReference,
  Log,
  OnboardSettings,
  SignalKOptions,
  SourcePriorities,
} from '@binnacle/onboard'
import { checkKey, KeyError, THINNING } from '@binnacle/onboard'

/** Connection keys (ct_...). */
export interface Keys {
  key?: string
  /** For the cameras, where they have a connection of their own. */
  cameraKey?: string
}

/** What the owner enters in Signal K's form, as the server saves it. Keys are moved to files of their own; see keys.ts. */
export interface Settings extends SignalKOptions {
  url?: string
  key?: string
  hourMeter?: string
  /** What the depth is sent below; transducer without it. */
  depth?: DepthReference
  /** Which source counts, best first. */
  sources?: {
    metric: Metric
    /** Only this tank, battery or engine; all without it. */
    instance?: string
    source: string
  }[]
  /** Tell the boat the alarms of the service, as notifications. */
  alarms?: boolean
  cameras?: Camera[]
  advanced?: {
    cameraKey?: string
    leastSeconds?: number
    telemetryMegabytes?: number
    camerasMegabytes?: number
    queueMegabytes?: number
    queueDays?: number
  }
}

/** A camera in the form: one shape for all kinds, so that the form stays plain. */
export interface Camera {
  name: string
  kind: CameraSettings['kind']
  address?: string
  username?: string
  password?: string
  view?: CameraSettings['view']
  everyMinutes?: number
  width?: number
  quality?: number
}

export const DEFAULT_QUEUE = { megabytes: 500, days: 90 }

/** What is missing or wrong in the settings, as a sentence for the owner; undefined when the plugin can start. */
export function problemOf({ url }: Settings, { key, cameraKey }: Keys): string | undefined {
  if (!url?.trim()) return 'Enter the address of your Binnacle service.'
  if (!/^https?:\/\//.test(url.trim()) || !URL.canParse(url.trim()))
    return 'The service address must begin with https:// (or http://), such as https://binnacle.example.org.'
  if (!key) return 'Enter the connection key. To get one, add a Signal K connection to your boat in the Binnacle app.'
  try {
    checkKey(key, 'Connection key')
    if (cameraKey) checkKey(cameraKey, 'Connection key for cameras')
  } catch (error) {
    if (error instanceof KeyError) return error.message
    throw error
  }
  return undefined
}

/** The settings as the shared onboard part takes them. `folder` holds the queue. */
export function onboardSettings(
  { url = '', hourMeter, sources = [], cameras = [], advanced = {} }: Settings,
  { key = '', cameraKey }: Keys,
  folder: string,
  log: Log,
): OnboardSettings {
  return {
    url: url.trim().replace(/\/+$/, ''),
    key,
    cameraKey,
    folder,
    queue: {
      maxMegabytes: advanced.queueMegabytes ?? DEFAULT_QUEUE.megabytes,
      maxDays: advanced.queueDays ?? DEFAULT_QUEUE.days,
    },
    budgets: { telemetryMegabytes: advanced.telemetryMegabytes, camerasMegabytes: advanced.camerasMegabytes },
    admission: {
      hourMeter: hourMeter?.trim() || undefined,
      sources: prioritiesOf(sources),
      thin: thinned(advanced.leastSeconds),
    },
    cameras: cameras.map(cameraSettings),
    log,
  }
}

/** The owner's list as the shared onboard part takes it. */
export function prioritiesOf(sources: NonNullable<Settings['sources']>): SourcePriorities {
  const seriesOf = ({ metric, instance }: (typeof sources)[number]) =>
    instance?.trim() ? `${metric}/${instance.trim()}` : metric
  const listed = (of: string) => sources.filter((one) => seriesOf(one) === of).map(({ source }) => source.trim())
  return Object.fromEntries(
    [...new Set(sources.map(seriesOf))].map((series) => [series, listed(series).filter(Boolean)]),
  )
}

/** Every metric at most every so many seconds; what is told once when it changes stays so. */
function thinned(leastSeconds = 0): AdmissionOptions['thin'] {
  const slower = Object.entries(THINNING).filter(
    ([, { intervalMs }]) => intervalMs > 0 && intervalMs < leastSeconds * 1000,
  )
  return Object.fromEntries(slower.map(([metric]) => [metric as Metric, { intervalMs: leastSeconds * 1000 }]))
}

function cameraSettings({ kind, address = '', username, password, ...common }: Camera): CameraSettings {
  const at = address.trim()
  switch (kind) {
    case 'rtsp':
    case 'http':
      return { ...common, kind, url: at, username, password }
    case 'onvif': {
      const { hostname, port } = new URL(at.includes('://') ? at : `http://${at}`)
      return { ...common, kind, host: hostname, port: port ? Number(port) : undefined, username, password }
    }
    case 'usb':
      return { ...common, kind, device: at || undefined }
    case 'rpicam':
      return { ...common, kind, camera: at ? Number(at) : undefined }
  }
}
