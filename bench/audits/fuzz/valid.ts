import { INSTALLATION_RULE_KIND_NAMES, ROUTES, type Route } from '@binnacle/contract'
import type { TSchema } from 'typebox'
import type { Dice } from './dice.ts'
import type { Draft } from './draft.ts'
import type { World } from './world.ts'

/** Hashing a password, or packing everything, costs a hundred times what another request does. */
const COSTLY = new Set([
  'signUp',
  'signIn',
  'changePassword',
  'enableTotp',
  'disableTotp',
  'makeBackupCodes',
  'exportData',
  'confirmSession',
])
/** They take away what other requests need. */
const DESTRUCTIVE = new Set([
  'deleteVessel',
  'deleteConnection',
  'deleteCamera',
  'rotateConnectionKey',
  'changeConnection',
  'signOut',
  'revokeOtherSessions',
  'deleteAccessKey',
  'deleteAccessKeys',
  'deleteSession',
  'deletePasskey',
  'changeAccount',
  'changeSettings',
  'suspendAccount',
  'completeInspection',
])

export const MAX_WEIGHT = 200

/** They take away an account. */
const LAST = new Set(['deleteAccount', 'removeAccount'])

/** How often a route is asked, beside the others. */
export const weight = ({ id }: Route) => (LAST.has(id) ? 1 : COSTLY.has(id) ? 5 : DESTRUCTIVE.has(id) ? 20 : MAX_WEIGHT)
const LOTS = ROUTES.flatMap((route) => Array<Route>(weight(route)).fill(route))

/** What the contract leaves open and only the service's state knows: pictures, ids, passwords. */
interface Supplies {
  world: World
  /** Base64; the first is a JPEG. */
  pictures: readonly string[]
}

/** A request that the contract allows, of a caller who may make it, about things that are there. */
export function validDraft(dice: Dice, supplies: Supplies, route = dice.pick<Route>(LOTS)): Draft {
  const { world } = supplies
  const json = route.body ? JSON.stringify(bodyOf(dice, route, route.body, supplies)) : null
  const headers: [string, string][] = [
    ...credentials(dice, route, world),
    ['X-Forwarded-For', `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`],
  ]
  if (json !== null) headers.push(['Content-Type', 'application/json'])
  for (const [name, schema] of optionalFields(dice, route.headers))
    headers.push([name, `fuzz-${dice.below(100)}-${String(makeValue(dice, schema, name, supplies)).slice(0, 9)}`])
  const query = optionalFields(dice, route.query).map(([name, schema]): [string, string] => [
    name,
    encodeURIComponent(String(makeValue(dice, schema, name, supplies))),
  ])
  const linked = route.id === 'getFrameImage'
  const [path = '', search = ''] = linked ? world.frameLink.split('?') : [pathOf(dice, route, supplies)]
  const signed = search.split('&').map((pair) => pair.split('=') as [string, string])
  return {
    route,
    method: route.method,
    path,
    query: linked ? signed : query,
    headers,
    json,
    bytes: null,
    rawLines: [],
    framing: 'length',
    done: [],
  }
}

/** Undefined ones are not sent. */
const DEPTH_RULE = { kind: 'below', metric: 'depth', lat: undefined, lon: undefined }

/** Some routes ask for what the schema cannot say. */
function bodyOf(dice: Dice, { id }: Route, schema: TSchema, supplies: Supplies): unknown {
  const { world, pictures } = supplies
  const { account, event } = world
  if (id === 'removeAccount') return { email: account.email }
  if (id === 'confirmSignInNotices') return { last: event }
  const body = makeValue(dice, schema, 'body', supplies)
  // By chance alone a rule has what its kind needs, and nothing else, in one of a hundred.
  if (id === 'createAlarmRule' && dice.oneIn(2)) return { ...Object(body), ...DEPTH_RULE, limit: dice.below(50) }
  // By chance alone a picture is whole, and of the type that is said, in one of six.
  return id === 'postFrame' && dice.oneIn(2) ? { ...Object(body), image_base64: pictures[0], mime: 'image/jpeg' } : body
}

/** What a browser brings to a public route. */
const COOKIES: Record<string, (world: World) => string> = {
  signOut: ({ spare }) => spare.cookie,
  verifyTotp: ({ codeCookie }) => codeCookie,
  verifyBackupCode: ({ codeCookie }) => codeCookie,
  finishOidc: ({ begun }) => begun.cookie,
}

function credentials(dice: Dice, { auth, id }: Route, world: World): [string, string][] {
  const { owner, deviceKey } = world
  const session: [string, string] = ['Cookie', COOKIES[id]?.(world) ?? owner.session.cookie]
  const bearer = (key: string): [string, string] => ['Authorization', `Bearer ${key}`]
  switch (auth) {
    case 'public':
      return id in COOKIES ? [session] : []
    case 'owner':
      return [dice.oneIn(2) ? bearer(owner.key.key) : session]
    case 'device':
    case 'ingest':
      return [bearer(deviceKey)]
    default:
      return [session]
  }
}

function pathOf(dice: Dice, { path, resource, auth }: Route, { world }: Supplies): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    if (name === 'token') return world.shareToken
    if (name === 'slug') return `fuzz-${dice.below(20)}`
    if (name === 'kind') return dice.pick(INSTALLATION_RULE_KIND_NAMES)
    if (auth === 'operator') return world.account.id
    return resource ? world.ids[resource] : world.ids.vessel
  })
}

function optionalFields(dice: Dice, schema: TSchema | undefined): [string, TSchema][] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).filter(([name]) => required.includes(name) || dice.oneIn(2))
}

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: TSchema[]
  examples?: unknown[]
  properties?: Record<string, TSchema>
  items?: TSchema
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  multipleOf?: number
}

/** A value that fits the schema, with what is known of the field's name. */
function makeValue(dice: Dice, schema: TSchema, name: string, supplies: Supplies): unknown {
  const s = schema as Schema
  const known = knownValue(dice, name, s, supplies)
  if (known !== undefined) return known
  if (s.enum) return dice.pick(s.enum)
  if (s.anyOf) return makeValue(dice, dice.pick(s.anyOf), name, supplies)
  const type = Array.isArray(s.type) ? dice.pick(s.type) : s.type
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return dice.oneIn(2)
    case 'integer':
    case 'number':
      return numberOf(dice, s, type === 'integer')
    case 'array':
      return Array.from(
        { length: dice.between(s.minItems ?? 0, Math.min(s.maxItems ?? 5, dice.oneIn(20) ? 300 : 5)) },
        () => makeValue(dice, s.items!, name, supplies),
      )
    case 'string':
      return textOf(dice, s)
    default:
      return Object.fromEntries(
        optionalFields(dice, schema).map(([field, inner]) => [field, makeValue(dice, inner, field, supplies)]),
      )
  }
}

const METRICS = ['battery_voltage', 'engine_hours', 'depth', 'fault_code', 'position', 'bilge_pump_cycles', 'made_up']

function knownValue(dice: Dice, name: string, { enum: listed }: Schema, { world, pictures }: Supplies): unknown {
  switch (name) {
    case 'image_base64':
      return dice.pick(pictures)
    case 'task_id':
      return world.ids.task
    case 'vessel_id':
      return world.ids.vessel
    case 'camera_id':
      return world.ids.camera
    case 'provider':
      return dice.pick(['signalk', 'nmea2000-gateway', 'victron-venus', 'generic-http', 'onboard_camera', 'none'])
    case 'metric':
      return listed ? undefined : dice.pick(METRICS)
    case 'email':
      return dice.oneIn(2) ? world.owner.email : `fuzz-${dice.below(1e9)}@example.org`
    case 'password':
    case 'currentPassword':
    case 'newPassword':
      return dice.oneIn(2) ? world.owner.password : 'another password'
    case 'url':
      return dice.pick([`http://localhost:8080/v/${world.shareToken}`, 'https://evil.example/v/x', '//'])
    case 'format':
      return 'json'
    case 'maxwidth':
    case 'maxheight':
      return '420'
    case 'state':
      return world.begun.state
    case 'time_zone':
      return dice.pick(['Europe/Berlin', 'UTC', 'Mars/Olympus'])
    default:
      return undefined
  }
}

function numberOf(dice: Dice, { minimum = -1e6, maximum = 1e9, multipleOf = 0.01 }: Schema, whole: boolean): number {
  if (dice.oneIn(5)) return dice.oneIn(2) ? minimum : maximum
  const value = Math.min(maximum, Math.max(minimum, minimum + dice.below(Math.min(maximum - minimum, 10_000))))
  return whole ? Math.trunc(value) : Number((Math.trunc(value) + dice.below(100) * multipleOf).toFixed(2))
}

const WORDS = ['Oil', 'Impeller', 'Größe', '船', '😀', 'a', 'Log\nbook', '  x  ', '=1+1', '<b>']

function textOf(dice: Dice, { format, pattern, examples, minLength = 0, maxLength = 200 }: Schema): string {
  if (format === 'uuid') return dice.uuid()
  if (format === 'date-time')
    return new Date(Date.parse('2026-01-01T00:00:00Z') + dice.between(-1e6, 1e6) * 60_000).toISOString()
  if (examples && ((pattern && pattern !== '\\S') || dice.oneIn(3))) return String(examples[0])
  const full = dice.oneIn(10) ? '😀'.repeat(Math.min(maxLength, 20_000)) : dice.pick(WORDS)
  return [...full.padEnd(minLength, 'x')].slice(0, maxLength).join('')
}
