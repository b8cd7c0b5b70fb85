import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const LAYERS = join(ROOT, 'biome.layers.jsonc')
/** In no floor: only tests are in them, and what only tests import. */
const OF_TESTS = ['testing', 'whole-service']

/** The parts whose folders are in floors, each with the modules beside its folders that are above them all. */
const ROOFS = {
  'apps/server/src/': ['app.ts', 'start.ts', 'serve.ts', 'main.ts'],
  'packages/contract/src/': ['index.ts'],
  'packages/onboard/src/': ['index.ts', 'newest-values.ts', 'onboard-device.ts', 'status.ts'],
  'apps/gateway/src/': ['alarm-command.ts', 'forget.ts', 'log.ts', 'main.ts', 'motion-hook.ts', 'run.ts'],
  'apps/web/src/': ['app.tsx', 'main.tsx', 'router.tsx', 'service-worker.ts', 'signed-in.ts'],
}

interface Override {
  includes: string[]
  linter: { rules: { style: { noRestrictedImports: 'off' | { options: { patterns: { group: string[] }[] } } } } }
}

/** The folders of a floor, and what they may not import. */
interface Floor {
  folders: string[]
  forbidden: string[]
}

/** Of a part, as biome.layers.jsonc has them, the lowest first. */
function floors(part: string): Floor[] {
  const text = readFileSync(LAYERS, 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')
  const { overrides } = JSON.parse(text) as { overrides: Override[] }
  return overrides.flatMap(({ includes, linter: { rules } }) => {
    const { noRestrictedImports: rule } = rules.style
    if (rule === 'off' || !includes.every((glob) => glob.startsWith(part))) return []
    const folders = includes.map((glob) => glob.slice(part.length).replace('/**', ''))
    const forbidden = rule.options.patterns.flatMap(({ group }) => group)
    return [{ folders, forbidden }]
  })
}

for (const [part, roof] of Object.entries(ROOFS))
  test(`each folder of ${part} is on one floor, and none may import from a floor above it`, () => {
    const there = readdirSync(join(ROOT, part), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !OF_TESTS.includes(entry.name))
      .map(({ name }) => name)
    const found = floors(part)
    assert.deepEqual(
      found.flatMap(({ folders }) => folders).toSorted(),
      there.toSorted(),
      'biome.layers.jsonc has each folder once',
    )
    for (const [i, { folders, forbidden }] of found.entries()) {
      const above = found.slice(i + 1).flatMap((floor) => floor.folders.map((folder) => `../**/${folder}/**`))
      const expected = ['**/testing/**', ...above, ...roof.map((file) => `../**/${file}`)]
      assert.deepEqual(forbidden.toSorted(), expected.toSorted(), `what ${folders.join(', ')} may not import`)
    }
  })

test('the lint rule finds each import from a floor above, and allows those from the floor below', (t) => {
  const copy = mkdtempSync(join(tmpdir(), 'binnacle-layers-'))
  t.after(() => rmSync(copy, { recursive: true }))
  copyFileSync(LAYERS, join(copy, 'biome.jsonc'))
  const plant = (path: string, from: string) => {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), `import { x } from '../${from}/x.ts'\n\nconsole.log(x)\n`)
    return path
  }
  const refused = Object.keys(ROOFS).flatMap((part) => {
    const all = floors(part).map(({ folders }) => folders)
    return all.slice(1).flatMap((upper, i) => {
      const lower = all[i]!
      for (const folder of upper) plant(`${part}${folder}/allowed.ts`, lower[0]!)
      return lower.map((folder) => plant(`${part}${folder}/refused.ts`, upper.at(-1)!))
    })
  })
  const biome = join(ROOT, 'node_modules/.bin/biome')
  const { stdout } = spawnSync(biome, ['lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: copy,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: string } }[] }
  const found = diagnostics.filter(({ category }) => category === 'lint/style/noRestrictedImports')
  assert.deepEqual(found.map(({ location }) => location.path).toSorted(), refused.toSorted())
})

const ARCHITECTURE = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')

/** As ARCHITECTURE.md draws them: the server's floors are set off by blank lines, those of other parts are a line each. */
function drawn(part: string): string[] {
  if (part === 'apps/server/src/')
    return ARCHITECTURE.split("## The server's folders")[1]!.split('\n## ')[0]!.split('\n\n')
  const block = ARCHITECTURE.split('\n\n').find((one) => one.startsWith(`    ${part} `))
  return block?.replace(part, '').split('\n') ?? []
}

for (const part of Object.keys(ROOFS))
  test(`ARCHITECTURE.md draws the floors of ${part} as the lint rule has them`, () => {
    const blocks = drawn(part)
      .map((block) =>
        [...block.matchAll(/^ {4,}((?:[a-z\d-]+\/ ?)+)/gm)].flatMap(([, names]) => names!.trim().split(/\/ ?/)),
      )
      .map((names) => names.filter((name) => name !== '' && !OF_TESTS.includes(name)).toSorted())
      .filter((names) => names.length > 0)
    assert.deepEqual(
      blocks.toReversed(),
      floors(part).map(({ folders }) => folders.toSorted()),
    )
  })
