import { CAMERA_VIEWS } from '@binnacle/contract'
import { DEFAULT_EVERY_MINUTES, DEFAULT_QUALITY, DEFAULT_WIDTH, DEPTH_REFERENCES } from '@binnacle/onboard'
import { DEFAULT_QUEUE } from './settings.ts'
import { CHOOSABLE } from './source-choice.ts'

/** What is known of this boat, so that the form can suggest it. */
export interface Known {
  keyStored: boolean
  cameraKeyStored: boolean
  engines: string[]
  switches: string[]
}

/** Signal K's form would show the description of a list twice, so its items have it. */
const paths = (title: string, path: string, examples: string[]) => ({
  type: 'array',
  title,
  items: { type: 'string', title: path, examples },
})

/** The form of the plugin, as JSON Schema. */
export function schema({ engines, switches }: Known): object {
  return {
    type: 'object',
    required: ['url'],
    properties: {
      url: {
        type: 'string',
        title: 'Service address',
        description: 'The address of your Binnacle service, such as https://binnacle.example.org',
      },
      key: {
        type: 'string',
        title: 'Connection key',
        description:
          'In the Binnacle app, add a Signal K connection to your boat and copy the key (ct_…). The server keeps it in a private file and does not show it again. To replace it, enter a new key.',
      },
      hourMeter: {
        type: 'string',
        title: "Engine that feeds the boat's hour meter",
        description:
          'Such as starboard. If empty, it is the port or only engine, and never a generator, a wing engine or an engine to starboard.',
        examples: engines,
      },
      depth: {
        type: 'string',
        title: 'Depth below',
        description: 'keel and surface need a server that knows them (belowKeel, belowSurface).',
        enum: DEPTH_REFERENCES,
        default: 'transducer',
      },
      sources: {
        type: 'array',
        title: 'Sources',
        items: {
          type: 'object',
          title:
            'Where several devices say the same: the one to use, best first. The page Binnacle under Webapps does it with one click. position_lat speaks for the position.',
          required: ['metric', 'source'],
          properties: {
            metric: { type: 'string', title: 'Value', enum: CHOOSABLE },
            instance: { type: 'string', title: 'Which one, such as house or 0; empty: all' },
            source: { type: 'string', title: 'Source, as the Data Browser shows it, such as n2k.115' },
          },
        },
      },
      bilgeWater: paths('Bilge water', 'Signal K path of a switch that is on when water is in the bilge', switches),
      bilgePumps: paths('Bilge pumps', 'Signal K path of a switch that is on while a bilge pump runs', switches),
      shorePower: paths(
        'Shore power (default paths unless you add one)',
        'Signal K path of a switch or voltage that shows whether shore power is connected',
        switches,
      ),
      alarms: {
        type: 'boolean',
        title: 'Sound the alarms of the app on board',
        description:
          'The open alarms of your boat become notifications (notifications.binnacle). The service is asked every 30 s: about 60 MB per month.',
        default: false,
      },
      cameras: { type: 'array', title: 'Cameras', maxItems: 4, items: CAMERA },
      advanced: ADVANCED,
    },
  }
}

const CAMERA = {
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    name: { type: 'string', title: 'Name', maxLength: 60 },
    kind: {
      type: 'string',
      title: 'Kind',
      oneOf: [
        { const: 'rtsp', title: 'Network camera with RTSP' },
        { const: 'http', title: 'Picture at a web address' },
        { const: 'onvif', title: 'Network camera with ONVIF' },
        { const: 'usb', title: 'USB camera' },
        { const: 'rpicam', title: 'Raspberry Pi camera' },
      ],
      default: 'rtsp',
    },
    address: {
      type: 'string',
      title: 'Address',
      description:
        'RTSP: rtsp://192.168.1.20/stream2. Web: http://192.168.1.20/snapshot.jpg. ONVIF: 192.168.1.20 or 192.168.1.20:8000. USB: /dev/video0. Raspberry Pi: its number, or empty.',
    },
    username: { type: 'string', title: 'User name' },
    password: { type: 'string', title: 'Password' },
    view: { type: 'string', title: 'View', enum: CAMERA_VIEWS },
    everyMinutes: {
      type: 'integer',
      title: 'Minutes between two pictures',
      description: '0: only when you request a picture in the app, or on motion.',
      minimum: 0,
      default: DEFAULT_EVERY_MINUTES,
    },
    width: { type: 'integer', title: 'Width in pixels', minimum: 160, maximum: 4096, default: DEFAULT_WIDTH },
    quality: { type: 'integer', title: 'Quality (JPEG)', minimum: 1, maximum: 100, default: DEFAULT_QUALITY },
  },
}

const megabytes = (title: string, description: string) => ({ type: 'number', title, description, minimum: 0 })

const ADVANCED = {
  type: 'object',
  title: 'Advanced',
  properties: {
    telemetryMegabytes: megabytes(
      'Data limit for readings, MB per month',
      'Empty: no limit. After the limit, the newest readings are sent once an hour and alarms at once; the others wait on board.',
    ),
    camerasMegabytes: megabytes(
      'Data limit for pictures, MB per month',
      'Empty: no limit. After the limit, only pictures that you request are sent, up to 10 % more.',
    ),
    leastSeconds: {
      type: 'integer',
      title: 'Minimum time between two readings of a metric, seconds',
      description: 'For expensive connections. 0: every 10 to 60 s, and only when the value has changed.',
      minimum: 0,
      default: 0,
    },
    queueDays: {
      type: 'integer',
      title: 'Days to keep readings while offline',
      minimum: 1,
      default: DEFAULT_QUEUE.days,
    },
    queueMegabytes: {
      type: 'integer',
      title: 'Disk space for these readings, MB',
      description: 'When it is full, the oldest readings are thinned out.',
      minimum: 1,
      default: DEFAULT_QUEUE.megabytes,
    },
    cameraKey: {
      type: 'string',
      title: 'Connection key for cameras',
      description: 'Only if the cameras have their own connection. Empty: the connection key above.',
    },
  },
}

/** How the form shows it. */
export function uiSchema({ keyStored, cameraKeyStored }: Known): object {
  const secret = (stored: boolean) => ({
    'ui:widget': 'password',
    'ui:placeholder': stored ? 'Saved. Type to replace.' : 'ct_…',
    'ui:options': { autocomplete: 'off' },
  })
  return {
    key: secret(keyStored),
    cameras: { items: { password: { 'ui:widget': 'password' } } },
    advanced: {
      cameraKey: secret(cameraKeyStored),
    },
  }
}
