import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml'

/** What is wrong with a file of settings, one line for each place: file, line, column, what, and what may be there. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** What could be read of a T: what is wrong is missing. */
export type Found<T> = T extends readonly (infer U)[]
  ? (Found<U> | undefined)[]
  : T extends object
    ? { [K in keyof T]?: Found<T[K]> }
    : T

/**
 * Reads a node as a T. Undefined where it is wrong, which the file has then been told, and so is each part of it that is wrong: the
 * rest is read all the same, for what else is wrong.
 */
export type Rule<T> = (node: Node | null, file: SettingsFile) => T | undefined

/** A setting of an object: its rule, and what it is where the file does not have it; absent it is required. */
export interface Field<T> {
  rule: Rule<T>
  otherwise?: { value: T }
}

export const required = <T>(rule: Rule<T>): Field<T> => ({ rule })
export const optional = <T>(rule: Rule<T>): Field<T | undefined> => ({ rule, otherwise: { value: undefined } })
export const defaulted = <T>(rule: Rule<T>, value: T): Field<T> => ({ rule, otherwise: { value } })

type Fields = Record<string, Field<unknown>>
type Values<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never }

/** Reads a text of YAML, of which JSON is a part. Throws a ConfigError that has all that is wrong with it, in its order. */
export function checkSettings<T>(text: string, name: string, rule: Rule<T>): T {
  const { found, problems } = findSettings(text, name, rule)
  if (problems.length > 0) throw new ConfigError(problems)
  return found as T
}

interface FoundSettings<T> {
  /** A T where there are no problems. */
  found?: Found<T>
  problems: string[]
  /** Whether the file has a setting, be it wrong. */
  has(name: string): boolean
}

/** As checkSettings, for more checks. */
export function findSettings<T>(text: string, name: string, rule: Rule<T>): FoundSettings<T> {
  const file = new SettingsFile(text, name)
  const found = file.broken ? undefined : (rule(file.root, file) as Found<T> | undefined)
  return { found, problems: file.problems(), has: (name) => settingOf(file.resolve(file.root), name) !== undefined }
}

/** A file of settings that is being checked: knows where each node stands, and collects what is wrong. */
class SettingsFile {
  readonly #name: string
  readonly #lines = new LineCounter()
  readonly #document: Document.Parsed
  readonly #problems: { offset: number; message: string }[] = []

  constructor(text: string, name: string) {
    this.#name = name
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false })
    for (const { pos, message } of this.#document.errors) this.#problems.push({ offset: pos[0], message })
  }

  get root(): Node | null {
    return this.#document.contents
  }

  /** Whether it is no YAML at all; with a name that stands twice it can be read. */
  get broken(): boolean {
    return this.#document.errors.some(({ code }) => code !== 'DUPLICATE_KEY')
  }

  /** Notes that something is wrong at a node; for a rule to return. */
  wrong(node: Node | null, message: string): undefined {
    this.#problems.push({ offset: node?.range?.[0] ?? 0, message })
    return undefined
  }

  /** What an alias (*name) stands for, or the node itself. */
  resolve(node: Node | null): Node | null {
    return isAlias(node) ? (node.resolve(this.#document) ?? null) : node
  }

  /** Such as "gateway.yaml:4:3: what is wrong", in the order of the file. */
  problems(): string[] {
    return this.#problems
      .toSorted((a, b) => a.offset - b.offset)
      .map(({ offset, message }) => {
        const { line, col } = this.#lines.linePos(offset)
        return `${this.#name}:${line}:${col}: ${message}`
      })
  }
}

/** A text; with `read`, one that it makes something of, or that is wrong. It is taken as it is written: 1.10 is no 1.1. */
export function text(may?: string): Rule<string>
export function text<T>(may: string, read: (text: string) => T | undefined): Rule<T>
export function text(may = 'a text', read: (text: string) => unknown = (written) => written): Rule<unknown> {
  return (node, file) => given(node, file, read) ?? file.wrong(node, `must be ${may}${isSaid(node)}`)
}

/** As text, and what is wrong is not shown: messages end in logs. */
export const secret =
  (may: string, read: (text: string) => string | undefined = (written) => written): Rule<string> =>
  (node, file) =>
    given(node, file, read) ?? file.wrong(node, `must be ${may}`)

function given<T>(node: Node | null, file: SettingsFile, read: (text: string) => T | undefined): T | undefined {
  const scalar = file.resolve(node)
  if (!isScalar(scalar) || scalar.value === null) return undefined
  const written = typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value))
  return written === '' ? undefined : read(written)
}

export const oneOf = <const T extends string>(words: readonly T[]): Rule<T> => {
  const read = (word: string) => words.find((w) => w === word)
  return (node, file) => {
    const scalar = file.resolve(node)
    const value = isScalar(scalar) ? read(String(scalar.value)) : undefined
    const guess = isScalar(scalar) ? likely(String(scalar.value), words) : undefined
    return value ?? file.wrong(node, `must be one of ${words.join(', ')}${isSaid(node)}${didYouMean(guess)}`)
  }
}

/** A number from min to max; of the unit, which only the message needs. */
export const number =
  (min: number, max: number, unit = ''): Rule<number> =>
  (node, file) => {
    const scalar = file.resolve(node)
    const value = isScalar(scalar) && typeof scalar.value === 'number' ? scalar.value : Number.NaN
    if (value >= min && value <= max) return value
    return file.wrong(node, `must be a number${unit && ` of ${unit}`} from ${min} to ${max}${isSaid(node)}`)
  }

export const whole =
  (min: number, max: number): Rule<number> =>
  (node, file) => {
    const scalar = file.resolve(node)
    const value = isScalar(scalar) && Number.isInteger(scalar.value) ? Number(scalar.value) : Number.NaN
    if (value >= min && value <= max) return value
    return file.wrong(node, `must be a whole number from ${min} to ${max}${isSaid(node)}`)
  }

export const flag: Rule<boolean> = (node, file) => {
  const scalar = file.resolve(node)
  return isScalar(scalar) && typeof scalar.value === 'boolean'
    ? scalar.value
    : file.wrong(node, `must be true or false${isSaid(node)}`)
}

/** A list; one item may stand without its brackets, and nothing for none. */
export const list =
  <T>(rule: Rule<T>): Rule<T[]> =>
  (node, file) => {
    const seq = file.resolve(node)
    if (isScalar(seq) && seq.value === null) return []
    const items = isSeq(seq) ? (seq.items as (Node | null)[]) : [node]
    return items.map((item) => rule(item, file)) as T[]
  }

/** Settings by name. An unknown one is wrong: a slip of the pen would otherwise switch something off in silence. */
export const object =
  <F extends Fields>(fields: F): Rule<Values<F>> =>
  (node, file) => {
    const map = file.resolve(node)
    if (!isMap(map)) return file.wrong(node, `must be a group of settings: ${Object.keys(fields).join(', ')}`)
    const given = new Map<string, Node | null>()
    for (const { key, value } of map.items) {
      const name = nameOf(key)
      if (Object.hasOwn(fields, name)) given.set(name, value as Node | null)
      else file.wrong(key as Node, unknown(name, Object.keys(fields)))
    }
    const values = Object.entries(fields).map(([name, { rule, otherwise }]) => {
      const at = given.get(name)
      if (at !== undefined) return [name, rule(at, file)]
      if (!otherwise && !settingOf(map, name)) file.wrong(map, `${name} is required`)
      return [name, otherwise?.value]
    })
    return Object.fromEntries(values) as Values<F>
  }

/** Settings of a group of their own; a file without the group has what is said for each where it is absent. */
export const group = <F extends Fields>(fields: F): Field<Values<F>> => ({
  rule: object(fields),
  otherwise: {
    value: Object.fromEntries(
      Object.entries(fields).map(([name, { otherwise }]) => [name, otherwise?.value]),
    ) as Values<F>,
  },
})

/** Settings whose rule depends on the one called `tag`. */
export const byTag =
  <C extends Record<string, Rule<unknown>>>(
    tag: string,
    cases: C,
  ): Rule<{ [N in keyof C]: C[N] extends Rule<infer T> ? T : never }[keyof C]> =>
  (node, file) => {
    const map = file.resolve(node)
    const named = settingOf(map, tag)
    const known = Object.keys(cases)
    if (!named) return file.wrong(node, `must have ${tag}, one of ${known.join(', ')}`)
    const word = oneOf(known)(named.value as Node | null, file)
    if (word !== undefined) return cases[word]?.(node, file) as never
    const name = nameOf(named.key)
    return name === tag ? undefined : file.wrong(named.key as Node, unknown(name, [tag]))
  }

/** Values by names of the file's own, each of which `isName` must know; `names` are for a guess at what was meant. */
export const record =
  <N extends string, T>(
    isName: (name: string) => boolean,
    names: readonly string[],
    rule: Rule<T>,
  ): Rule<Partial<Record<N, T>>> =>
  (node, file) => {
    const map = file.resolve(node)
    if (!isMap(map)) return file.wrong(node, `must be a group of values, named by: ${names.join(', ')}`)
    const values: [string, T | undefined][] = map.items.map(({ key, value }) => {
      const name = nameOf(key)
      if (!isName(name)) file.wrong(key as Node, unknown(name, names))
      return [name, rule(value as Node | null, file)]
    })
    return Object.fromEntries(values) as Partial<Record<N, T>>
  }

/** What a rule gave, looked at as a whole: `wrong` notes what is wrong with it, `has` is whether the file has a setting. */
export const checked =
  <T, U>(
    rule: Rule<T>,
    make: (value: T, wrong: (message: string) => undefined, has: (name: string) => boolean) => U | undefined,
  ): Rule<U> =>
  (node, file) => {
    const value = rule(node, file)
    if (value === undefined) return undefined
    return make(
      value,
      (message) => file.wrong(node, message),
      (name) => settingOf(file.resolve(node), name) !== undefined,
    )
  }

const nameOf = (key: unknown): string => String(isScalar(key) ? key.value : key)

/** The setting of a group, be it misspelt: then that is told, and not that it is missing. */
const settingOf = (group: Node | null, name: string): Pair | undefined =>
  isMap(group) ? group.items.find(({ key }) => likely(nameOf(key), [name])) : undefined

function isSaid(node: Node | null): string {
  if (!isScalar(node)) return ''
  const said = node.source ?? node.value
  // What stands before @ in an address is secret.
  return `, but is ${JSON.stringify(typeof said === 'string' ? said.replace(/\/\/.*@/s, '//(user and password)@') : said)}`
}

function unknown(name: string, allowed: readonly string[]): string {
  return `unknown setting ${name}${didYouMean(likely(name.split('/', 1)[0]!, allowed)) || `; allowed here: ${allowed.join(', ')}`}`
}

const didYouMean = (guess: string | undefined): string => (guess ? `; did you mean ${guess}?` : '')

/** The nearest of the words, where so little of it is misspelt that it is meant. */
export function likely(word: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((w) => ({ w, slips: slips(word.toLowerCase(), w.toLowerCase()) }))
    .filter(({ w, slips }) => slips <= Math.max(1, Math.floor((w.length * 2) / 5)))
    .toSorted((a, b) => a.slips - b.slips)
  return best?.w
}

/** Levenshtein's distance, in which two letters that have changed places are one slip. */
function slips(a: string, b: string): number {
  let above: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const isExchange = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
      next.push(
        Math.min(
          next[j]! + 1,
          row[j + 1]! + 1,
          row[j]! + Number(a[i] !== b[j]),
          isExchange ? above[j - 1]! + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    above = row
    row = next
  }
  return row[b.length]!
}
