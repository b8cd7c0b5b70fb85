import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const SERVER = 'apps/server/src/'
/** The modules beside the folders that are above them all. */
const ROOF = ['app.ts', 'start.ts', 'serve.ts', 'main.ts']
/** In no floor: only tests are in them, and what only tests import. */
const OF_TESTS = ['testing', 'whole-service']

interface Override {
  includes: string[]
  linter: { rules: { style: { noRestrictedImports: 'off' | { options: { patterns: { group: string[] }[] } } } } }
}

/** The folders of a floor, and what they may not import. */
interface Floor {
  folders: string[]
  forbidden: string[]
}

/** Of biome.layers.jsonc, the lowest first. */
function floors(): Floor[] {
  const text = readFileSync(join(ROOT, 'biome.layers.jsonc'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')
  const { overrides } = JSON.parse(text) as { overrides: Override[] }
  return overrides.flatMap(({ includes, linter: { rules } }) => {
    const { noRestrictedImports: rule } = rules.style
    if (rule === 'off' || !includes.every((glob) => glob.startsWith(SERVER))) return []
    const folders = includes.map((glob) => glob.slice(SERVER.length).replace('/**', ''))
    const forbidden = rule.options.patterns.flatMap(({ group }) => group)
    return [{ folders, forbidden }]
  })
}

test('each folder of the server is on one floor, and none may import from a floor above it', () => {
  const there = readdirSync(join(ROOT, SERVER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const found = floors()
  assert.deepEqual(
    [...found.flatMap(({ folders }) => folders), ...OF_TESTS].toSorted(),
    there.toSorted(),
    'biome.layers.jsonc has each folder once',
  )
  for (const [i, { folders, forbidden }] of found.entries()) {
    const above = found.slice(i + 1).flatMap((floor) => floor.folders.map((folder) => `../**/${folder}/**`))
    const expected = ['**/testing/**', ...above, ...ROOF.map((file) => `../**/${file}`)]
    assert.deepEqual(forbidden.toSorted(), expected.toSorted(), `what ${folders.join(', ')} may not import`)
  }
})

test('ARCHITECTURE.md draws the floors as the lint rule has them', () => {
  const [, drawn] = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split("## The server's folders")
  const blocks = drawn!
    .split('\n## ')[0]!
    .split('\n\n')
    .map((block) =>
      [...block.matchAll(/^ {4}((?:[a-z-]+\/ ?)+)/gm)].flatMap(([, names]) => names!.trim().split(/\/ ?/)),
    )
    .map((names) => names.filter((name) => name !== '' && !OF_TESTS.includes(name)).toSorted())
    .filter((names) => names.length > 0)
  assert.deepEqual(
    blocks.toReversed(),
    floors().map(({ folders }) => folders.toSorted()),
  )
})
