import { gzipSync } from 'node:zlib'
import type { Dice } from './dice.ts'
import { type Draft, FRAMINGS, withField } from './draft.ts'
import {
  BROKEN_LINES,
  METHODS,
  NASTY_HEADERS,
  NASTY_NUMBERS,
  NASTY_SEGMENTS,
  NASTY_TEXTS,
  NASTY_VALUES,
} from './nasty.ts'
import type { World } from './world.ts'

type Change = Partial<Omit<Draft, 'route' | 'done'>>
/** What it changes; null where the draft has nothing of the kind. */
type Mutation = (dice: Dice, draft: Draft, strangers: World) => Change | null

/** Every way that a request is spoilt, by name. */
const MUTATIONS: Record<string, Mutation> = {
  value: (dice, { json }) => (json === null ? null : { json: replaceToken(dice, json, anyValue(dice)) }),
  number: (dice, { json }) => (json === null ? null : { json: replaceNumber(dice, json) }),
  text: (dice, { json }) =>
    json === null ? null : { json: replaceToken(dice, json, JSON.stringify(dice.pick(NASTY_TEXTS))) },
  'foreign id': (_dice, draft, strangers) => foreign(draft, strangers),
  'missing id': (dice, { path }) => ({ path: path.replace(UUID, () => dice.uuid()) }),
  'another id': (dice, { path }, strangers) => ({
    path: path.replace(UUID, () => dice.pick(Object.values(strangers.ids))),
  }),
  'further field': (dice, { json }) =>
    json?.endsWith('}') ? { json: withField(json, `${dice.pick(FIELDS)}:${anyValue(dice)}`) } : null,
  'field misspelt': (dice, { json, route: { auth, body } }) => {
    const known = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
    const names = known.filter((name) => name.length > 4 && json?.includes(`"${name}":`))
    if (names.length === 0 || auth === 'device' || auth === 'ingest') return null
    const name = dice.pick(names)
    return { json: json!.replace(`"${name}":`, `"${dice.pick([`${name}s`, name.toUpperCase(), `_${name}`])}":`) }
  },
  'field away': (dice, { json }) => {
    const fields = json === null ? [] : [...json.matchAll(/"\w+":("[^"\\]*"|[\d.-]+|true|false|null),?/g)]
    return fields.length === 0 ? null : { json: json!.replace(dice.pick(fields)[0], '').replace(/,([}\]])/, '$1') }
  },
  'twice the field': (dice, { json }) => {
    const fields = json === null ? [] : [...json.matchAll(/"\w+":("[^"\\]*"|[\d.-]+|true|false|null)/g)]
    if (fields.length === 0) return null
    const [field] = dice.pick(fields)
    return { json: json!.replace(field, () => `${field},${field.split(':')[0]}:${anyValue(dice)}`) }
  },
  'whole body': (dice, { json }) => (json === null ? null : { json: anyValue(dice) }),
  'body where none belongs': (dice, { json, headers }) =>
    json === null ? { json: anyValue(dice), headers: [...headers, ['Content-Type', 'application/json']] } : null,
  'no body': () => ({ json: null }),
  truncated: (dice, { json }) => (json ? { json: json.slice(0, dice.below(json.length)) } : null),
  'bytes flipped': (dice, { json }) => (json ? { bytes: flip(dice, Buffer.from(json)) } : null),
  'another encoding': (dice, { json }) =>
    json === null
      ? null
      : { bytes: dice.pick([Buffer.from(json, 'utf16le'), Buffer.from(json, 'latin1'), Buffer.from(`\ufeff${json}`)]) },
  compressed: (dice, { json, headers }) =>
    json === null
      ? null
      : { bytes: gzipSync(json), headers: dice.oneIn(2) ? [...headers, ['Content-Encoding', 'gzip']] : headers },
  'white space': (dice, { json }) => (json === null ? null : { json: ' \n\t'.repeat(dice.between(1, 100_000)) + json }),
  'query value': (dice, { query }) =>
    query.length === 0 ? null : { query: query.map(([name, value]) => [name, dice.oneIn(2) ? value : anyInUrl(dice)]) },
  'query twice': (dice, { query }) =>
    query.length === 0 ? null : { query: [...query, [dice.pick(query)[0], anyInUrl(dice)]] },
  'query unknown': (dice, { query }) => ({ query: [...query, [anyInUrl(dice), anyInUrl(dice)]] }),
  'query of the route': (dice, { route, query }) => {
    const names = Object.keys(route.query?.properties ?? {})
    return names.length === 0 ? null : { query: [...query, [dice.pick(names), anyInUrl(dice)]] }
  },
  segment: (dice, { path }) => {
    const segments = path.split('/')
    const at = dice.between(1, segments.length - 1)
    return { path: segments.map((segment, i) => (i === at ? dice.pick(NASTY_SEGMENTS) : segment)).join('/') }
  },
  'path form': (dice, { path }) => ({
    path: dice.pick([
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      path.replace(/.$/, (c) => `%${c.charCodeAt(0).toString(16)}`),
      `http://evil.example${path}`,
      `${path}#x`,
      path.slice(1),
      `${path}/..`,
      `/./${path}`,
      '*',
    ]),
  }),
  method: (dice) => ({ method: dice.pick(METHODS) }),
  header: (dice, { headers }) => {
    const [name, value] = dice.pick(NASTY_HEADERS)
    const others = headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase() || dice.oneIn(4))
    return { headers: [...others, [name, value]] }
  },
  'header away': (dice, { headers }) => ({ headers: headers.filter(() => !dice.oneIn(2)) }),
  'header line': (dice, { rawLines }) => ({ rawLines: [...rawLines, dice.pick(BROKEN_LINES)] }),
  'key damaged': (dice, { headers }) => ({
    headers: headers.map(([name, value]) =>
      name === 'Authorization' || name === 'Cookie'
        ? [
            name,
            flip(dice, Buffer.from(value))
              .toString('latin1')
              .replace(/[\r\n\0]/g, ''),
          ]
        : [name, value],
    ),
  }),
  'key of another kind': (dice, { headers }, strangers) => ({
    headers: [
      ...headers.filter(([name]) => name !== 'Authorization' && name !== 'Cookie'),
      // Never the stranger's own keys: what those open is theirs.
      ['Authorization', `Bearer ${dice.pick([strangers.shareToken, strangers.ids.access_key, strangers.ids.session])}`],
    ],
  }),
  framing: (dice) => ({ framing: dice.pick(FRAMINGS) }),
}

const NAMES = Object.keys(MUTATIONS)
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** A quarter stays as it is; the others are spoilt in one to three ways. `strangers`: whose ids are tried. */
export function mutate(dice: Dice, valid: Draft, strangers: World): Draft {
  let draft = valid
  const ways = dice.oneIn(4) ? 0 : dice.oneIn(3) ? dice.between(2, 3) : 1
  for (let i = 0; i < ways; i++) {
    const name = dice.pick(NAMES)
    const change = MUTATIONS[name]!(dice, draft, strangers)
    if (change) draft = { ...draft, ...change, done: [...draft.done, name] }
  }
  return draft
}

const FIELDS = [
  '"__proto__"',
  '"constructor"',
  '"id"',
  '"vessel_id"',
  '"owner_id"',
  '"operator"',
  '"plan"',
  '""',
  '"\\u0000"',
  '"toString"',
  '"password"',
]

const anyValue = (dice: Dice): string =>
  dice.pick([
    () => dice.pick(NASTY_VALUES),
    () => dice.pick(NASTY_NUMBERS),
    () => JSON.stringify(dice.pick(NASTY_TEXTS)),
  ])()

const anyInUrl = (dice: Dice): string =>
  dice.pick([
    () => encodeURIComponent(dice.pick(NASTY_TEXTS).toWellFormed()).slice(0, 3_000),
    () => dice.pick(NASTY_NUMBERS),
    () => dice.pick(NASTY_SEGMENTS),
  ])()

/** One of the values in the text, whatever it is, becomes another. */
function replaceToken(dice: Dice, json: string, value: string): string {
  const tokens = [...json.matchAll(/(?<=[:[,])("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+|true|false|null)(?=[,}\]])/g)]
  if (tokens.length === 0) return value
  const { index, 0: token } = dice.pick(tokens)
  return json.slice(0, index) + value + json.slice(index + token.length)
}

function replaceNumber(dice: Dice, json: string): string {
  const numbers = [...json.matchAll(/(?<=:)-?[\d.]+(?=[,}])/g)]
  if (numbers.length === 0) return replaceToken(dice, json, dice.pick(NASTY_NUMBERS))
  const { index, 0: number } = dice.pick(numbers)
  return json.slice(0, index) + dice.pick(NASTY_NUMBERS) + json.slice(index + number.length)
}

/** The stranger's thing of the same kind, in path and body. */
function foreign({ route, path, json }: Draft, { ids }: World): Change {
  const id = route.resource ? ids[route.resource] : ids.vessel
  const swap = (text: string, field: string, other: string) =>
    text.replace(new RegExp(`("${field}":")[^"]*`), `$1${other}`)
  return {
    path: path.replace(UUID, id),
    json: json && swap(swap(swap(json, 'task_id', ids.task), 'camera_id', ids.camera), 'vessel_id', ids.vessel),
  }
}

function flip(dice: Dice, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let n = dice.between(1, 4); n > 0 && copy.length > 0; n--) copy[dice.below(copy.length)] = dice.below(256)
  return copy
}
