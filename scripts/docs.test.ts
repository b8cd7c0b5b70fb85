import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const COLUMNS = 100
const README_LINES = 120
const DECISION_LINES = 60

const pages = await Array.fromAsync(
  glob('**/*.md', { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', 'release/**'] }),
)
const linesOf = async (page: string) => (await readFile(join(ROOT, page), 'utf8')).trimEnd().split('\n')

/** Without code, tables and addresses, which cannot be wrapped. */
function prose(lines: string[]): string[] {
  let inFence = false
  return lines.filter((line) => {
    if (/^\s*```/.test(line)) inFence = !inFence
    return !inFence && !/^(\s*\||\s{4}|\S*\(\S+$)/.test(line)
  })
}

test(`prose is wrapped at ${COLUMNS} columns`, async () => {
  const wide = []
  for (const page of pages)
    for (const line of prose(await linesOf(page))) if (line.length > COLUMNS) wide.push(`${page}: ${line}`)
  assert.deepEqual(wide, [])
})

test('the README and the decision records stay short', async () => {
  assert.ok((await linesOf('README.md')).length <= README_LINES)
  const decisions = pages.filter((page) => page.startsWith('docs/decisions/'))
  assert.ok(decisions.length > 0)
  for (const page of decisions) assert.ok((await linesOf(page)).length <= DECISION_LINES, page)
})
