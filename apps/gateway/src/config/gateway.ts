import { CAMERA_VIEWS, METRIC_NAMES, type Metric } from '@binnacle/contract'
import { checkKey, DEPTH_REFERENCES } from '@binnacle/onboard'
import {
  byTag,
  checked,
  defaulted,
  flag,
  group,
  list,
  number,
  object,
  oneOf,
  optional,
  type Rule,
  record,
  required,
  secret,
  text,
  whole,
} from './checker.ts'
import { CAN_LINK, contact, LINK, linkOf, linkProblem, url } from './places.ts'
import type { Link } from './settings.ts'

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Where a number needs some end. */
const MOST = 1_000_000
/** Longer labels are not taken for a camera, nor looked well at for anything else. */
const name = text('a name of at most 60 characters', (written) => (written.length <= 60 ? written : undefined))
const folder = text('the path of a folder')
const path = text('the path of a file')
const key = secret('a valid connection key (ct_...); copy it again from the app', (written) => {
  try {
    return checkKey(written, 'key')
  } catch {
    return undefined
  }
})

const MIN_TOKEN = 16
export const OWN_TOKEN = `a secret of at least ${MIN_TOKEN} letters, digits, - or _`
export const isOwnToken = (text: string): boolean => /^[\w-]+$/.test(text) && text.length >= MIN_TOKEN
const ownToken = secret(OWN_TOKEN, (written) => (isOwnToken(written) ? written : undefined))

/** Where the gateway listens, and the token that it asks for. */
const listener = checked(
  object({
    port: required(whole(1, 65_535)),
    host: defaulted(text('an address of this machine'), '127.0.0.1'),
    token: optional(ownToken),
    tokenFile: optional(path),
  }),
  (settings, wrong, has) => {
    if (!has('token') && !has('tokenFile')) wrong('token is missing; invent one of at least 16 letters and digits')
    return settings
  },
)

const ACTISENSE_BAUD = 115_200
const NMEA_0183_BAUD = 4_800

const switches = { bilgeWater: defaulted(list(contact), []), bilgePumps: defaulted(list(contact), []) }

const nmea2000 = checked(
  object({ type: required(oneOf(['nmea2000'])), name: optional(name), ...switches, ...CAN_LINK }),
  ({ can, tcp, udp, serial, baud, file, speed, ...settings }, wrong, has) => {
    const problem = linkProblem(has, ['can', 'tcp', 'udp', 'serial', 'file'])
    if (problem) wrong(problem)
    const link = linkOf({ can, tcp, udp, serial, baud, file, speed }, ACTISENSE_BAUD)
    // Without a link there is a problem.
    return { ...settings, link: link as Link }
  },
)

const nmea0183 = checked(
  object({
    type: required(oneOf(['nmea0183'])),
    name: optional(name),
    requireChecksum: optional(flag),
    mxpgnOrder: optional(oneOf(['last-first', 'as-on-the-bus'])),
    ...switches,
    ...LINK,
  }),
  ({ tcp, udp, serial, baud, file, speed, ...settings }, wrong, has) => {
    const problem = linkProblem(has, ['tcp', 'udp', 'serial', 'file'])
    if (problem) wrong(problem)
    const link = linkOf({ tcp, udp, serial, baud, file, speed }, NMEA_0183_BAUD)
    // Without a link there is a problem.
    return { ...settings, link: link as Link }
  },
)

const skPath = text('a Signal K path, such as electrical.switches.bilge.state', (written) =>
  /^[\w-]+(\.[\w-]+)+$/.test(written) ? written : undefined,
)

const signalk = object({
  type: required(oneOf(['signalk'])),
  name: optional(name),
  url: required(url('http', 'https', 'ws', 'wss')),
  token: optional(secret('a token')),
  tokenFile: optional(path),
  anyCertificate: optional(flag),
  bilgeWater: defaulted(list(skPath), []),
  bilgePumps: defaulted(list(skPath), []),
  shorePower: defaulted(list(skPath), []),
})

const MQTT_PORT = 1_883
const MQTT_TLS_PORT = 8_883
const digitalInput = whole(0, 99)

const victron = checked(
  object({
    type: required(oneOf(['victron'])),
    name: optional(name),
    host: defaulted(
      text('the name or address of the GX device, such as venus.local', (written) =>
        /^[\w.:-]+$/.test(written) ? written : undefined,
      ),
      'venus.local',
    ),
    port: optional(whole(1, 65_535)),
    tls: defaulted(flag, false),
    anyCertificate: optional(flag),
    username: optional(text()),
    password: optional(secret('a password')),
    passwordFile: optional(path),
    portal: optional(text('the VRM portal id', (written) => (/^\w+$/.test(written) ? written : undefined))),
    bilgeWater: defaulted(list(digitalInput), []),
    bilgePumps: defaulted(list(digitalInput), []),
  }),
  (settings) => ({ ...settings, port: settings.port ?? (settings.tls ? MQTT_TLS_PORT : MQTT_PORT) }),
)

const input = byTag('type', { nmea2000, nmea0183, signalk, victron })

const camera = {
  name: required(name),
  view: optional(oneOf(CAMERA_VIEWS)),
  everyMinutes: optional(number(0, 10_080)),
  width: optional(whole(64, 8_192)),
  quality: optional(whole(1, 100)),
}
const login = { username: optional(text()), password: optional(secret('a password')) }
/** May carry a user and a password, as cameras' addresses do, and so is never shown. */
const cameraUrl = (...protocols: string[]): Rule<string> =>
  secret(`an address that begins with ${protocols.map((p) => `${p}://`).join(' or ')}`, (written) =>
    URL.canParse(written) && protocols.includes(new URL(written).protocol.slice(0, -1)) ? written : undefined,
  )

const cameras = byTag('kind', {
  rtsp: object({ kind: required(oneOf(['rtsp'])), ...camera, ...login, url: required(cameraUrl('rtsp', 'rtsps')) }),
  http: object({ kind: required(oneOf(['http'])), ...camera, ...login, url: required(cameraUrl('http', 'https')) }),
  onvif: object({
    kind: required(oneOf(['onvif'])),
    ...camera,
    ...login,
    host: required(text('the name or address of the camera')),
    port: optional(whole(1, 65_535)),
  }),
  usb: object({ kind: required(oneOf(['usb'])), ...camera, device: optional(text('a device, such as /dev/video0')) }),
  rpicam: object({
    kind: required(oneOf(['rpicam'])),
    ...camera,
    camera: optional(whole(0, 9)),
    height: optional(whole(64, 8_192)),
  }),
})

/**
 * A longitude goes with its latitude; faults of all sources are told, each once it changes. Settings for these two would do
 * nothing.
 */
const ADJUSTABLE = METRIC_NAMES.filter((metric) => metric !== 'position_lon' && metric !== 'fault_code')
const isAdjustable = (name: string): name is Metric => ADJUSTABLE.some((metric) => metric === name)
/** "depth", or "battery_voltage/house" for one instance. */
const isSeries = (name: string) => isAdjustable(name.split('/', 1)[0] ?? '')

const thinning = object({
  /** Seconds between two readings. */
  every: optional(number(0, 86_400, 'seconds')),
  /** Least difference, in the metric's unit; in metres for position_lat. */
  change: optional(number(0, MOST)),
})

/** A gateway's settings as its file has them; paths and secrets are not looked at yet. */
export const gatewayFile = object({
  service: required(url('https', 'http')),
  key: optional(key),
  keyFile: optional(path),
  cameraKey: optional(key),
  cameraKeyFile: optional(path),
  dataFolder: optional(folder),
  inputs: defaulted(list(input), []),
  hourMeter: optional(text('the instance of an engine, such as port')),
  depth: defaulted(oneOf(DEPTH_REFERENCES), 'transducer'),
  sources: defaulted(
    record<Metric | `${Metric}/${string}`, string[]>(
      isSeries,
      ADJUSTABLE,
      list(text('a source name, as the check command prints it')),
    ),
    {},
  ),
  thin: defaulted(record<Metric, { every?: number; change?: number }>(isAdjustable, ADJUSTABLE, thinning), {}),
  queue: group({ maxMegabytes: defaulted(number(1, MOST), 500), maxDays: defaulted(number(1, 3_650), 90) }),
  budgets: group({
    telemetryMegabytes: optional(number(0, MOST)),
    camerasMegabytes: optional(number(0, MOST)),
  }),
  cameras: defaulted(list(cameras), []),
  motionHook: optional(listener),
  statusPage: optional(listener),
  alarms: optional(object({ command: optional(text('the path of a program')) })),
  log: defaulted(oneOf(LOG_LEVELS), 'info'),
})
