import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { ROUTES } from '@binnacle/contract'
import { tokenizer } from 'acorn'
import { isSafe } from 'redos-detector'

/** Backtracks that a regular expression may need for the worst input, however long. */
const MAX_BACKTRACKS = 100
const MAX_STEPS = 3_000

const ROOT = resolve(import.meta.dirname, '../../../..')
const SOURCES = [
  ...['apps/server/src', 'packages/contract/src'],
  // The boat's network and its cameras say what they like.
  ...['packages/onboard/src', 'apps/gateway/src', 'apps/signalk-plugin/src'],
]

const EACH_STRETCH_ONCE = 'begins with a word that its repeats cannot contain'

/** What no stranger's text reaches, or what is bounded by other means, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  [String(/\/+$/)]: 'the address of the service, a setting',
  [String(/\{[^}]*\}/g)]: 'MAP_TILES_URL, a setting of at most 2,000 characters',
  [String(/\{(\w+)\}/g)]: 'paths of the contract',
  [String(/\{\w+\}/g)]: 'paths of the contract',
  [String(/(authorization[\\"'=: ]+)[^"'\\,;]+/)]: EACH_STRETCH_ONCE,
  [String(/(binnacle\.session_\w+[\\"'=: ]+)[^;\s"'\\]+/)]: EACH_STRETCH_ONCE,
  [String(/("(?:token|password|secret|sessionToken)\\*":\s*\\*")[^"\\]+/)]: EACH_STRETCH_ONCE,
  [String(/"recorded_at":"([^"]+)"/)]: 'a batch that we wrote',
  [String(/\/\/.*@/s)]: 'settings of the gateway',
  [String(/^(.*)\/lib\/node_modules\/binnacle-gateway\/dist\/[^/]+$/)]: "the program's own path",
  [String(/"(?:[^"\\]|\\.)*(?:"|\\?$)|(?:^|,)\s*(basic|digest)(?=\s|,|$)/gi)]: 'tried in authorization.test.ts',
  [String(/(?<![\w-])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)]: 'tried in authorization.test.ts',
  [String(/^(08|28|3D|53|57P|E[A-Z]+_?[A-Z]+$)/)]: 'error codes of the database driver',
}

/** Every regular expression of the sources, by where it is. */
function* literals(): Generator<[place: string, expression: RegExp]> {
  for (const source of SOURCES) {
    const files = readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes('testing/'))) {
      const path = join(ROOT, source, file)
      const script = stripTypeScriptTypes(readFileSync(path, 'utf8'))
      const tokens = tokenizer(script, { ecmaVersion: 'latest', sourceType: 'module' })
      for (const { value } of tokens as Iterable<{ value?: { pattern?: string; flags?: string } }>)
        if (value?.pattern) yield [relative(ROOT, path), new RegExp(value.pattern, value.flags)]
    }
  }
}

/** The patterns of the contract's schemas. */
function* patterns(schema: unknown): Generator<RegExp> {
  if (typeof schema !== 'object' || schema === null) return
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'pattern' && typeof value === 'string') yield new RegExp(value, 'u')
    else yield* patterns(value)
  }
}

/** Without one of these, the work for each character of the input is bounded by the length of the pattern. */
const repeatsWithoutBound = ({ source }: RegExp) =>
  /[*+]|\{\d+,\}/.test(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''))

const isLinear = (expression: RegExp) =>
  !repeatsWithoutBound(expression) || isSafe(expression, { maxScore: MAX_BACKTRACKS, maxSteps: MAX_STEPS }).safe

test('every regular expression takes time in proportion to its input, whatever the input is', () => {
  const found = new Map<string, string>()
  for (const [place, expression] of literals()) found.set(String(expression), place)
  for (const expression of patterns(ROUTES)) found.set(String(expression), 'a schema of the contract')
  assert.ok(found.size > 50)
  const slow = [...found].filter(([text]) => {
    const [, source, flags] = /^\/(.*)\/(\w*)$/s.exec(text)!
    return !isLinear(new RegExp(source!, flags))
  })
  const unexpected = slow.filter(([text]) => !(text in EXCEPTIONS)).map(([text, place]) => `${place} ${text}`)
  assert.deepEqual(unexpected, [])
  assert.deepEqual(
    Object.keys(EXCEPTIONS).filter((text) => !slow.some(([known]) => known === text)),
    [],
    'exceptions that are no longer needed',
  )
})

test('control: patterns that were quadratic are found', () => {
  for (const expression of [
    /[a-z][a-z0-9+.-]*:[/\\]+[^\s/\\?#]*@/i,
    /[?&;]([^=&;#\s]+)=/g,
    /^\s*(none|ok|)\s*$/i,
    /\/+$/,
    /^(a+)+$/,
    /^(?:\w|\d)*$/,
  ])
    assert.equal(isLinear(expression), false, String(expression))
  for (const expression of [/^\w+$/, /abc/, /[,;]/g]) assert.equal(isLinear(expression), true, String(expression))
})
