import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { SIDEBAR } from '../../../docs/site/.vitepress/config.ts'
import { slugOf } from '../../../docs/site/.vitepress/slug.ts'
import { PROJECT_HOME } from '../manifest.ts'
import { pagesOf, pageText } from './pages.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const TEXTS = globSync(['*.md', 'docs/**/*.md', '{apps,packages}/*/README.md', '{bench,examples}/README.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules'],
})

/** Without code, in which a # is a comment and brackets are the shell's. */
const prose = (path: string) =>
  read(path)
    .replace(/^```.*?^```/gms, '')
    .replace(/^ {4,}\S.*$/gm, '')

/** The anchors of a page's headings; a second heading of the same words gets a number. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of prose(path).matchAll(/^#+ (.+)$/gm)) {
    const slug = slugOf(heading!)
    let anchor = slug
    for (let again = 1; anchors.has(anchor); again++) anchor = `${slug}-${again}`
    anchors.add(anchor)
  }
  return anchors
}

const deadLinksOf = (path: string) =>
  [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^([a-z]+:|\/)/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const found = file ? posix.join(posix.dirname(path), file) : path
      return !existsSync(join(ROOT, found)) || (anchor !== undefined && !anchorsOf(found).has(anchor))
    })

test('each link and anchor in the texts of the project leads to something', () => {
  assert.ok(TEXTS.length > 80, `${TEXTS.length} texts`)
  assert.deepEqual(
    TEXTS.flatMap((path) => deadLinksOf(path).map((target) => `${path}: ${target}`)),
    [],
  )
})

test('no text names an address of the project but its home, and none while it has none', () => {
  const named = [...TEXTS, ...globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: ROOT })].flatMap(
    (path) =>
      [...read(path).matchAll(/\bhttps?:\/\/[^\s)>'"`]*binnacle[^\s)>'"`]*/gi)].map(
        ([address]) => `${path}: ${address}`,
      ),
  )
  const others = named.filter((text) => !/https?:\/\/([\w.-]*\.)?(example|localhost|127\.)/.test(text))
  assert.deepEqual(
    others.filter((text) => PROJECT_HOME === null || !text.includes(`: ${PROJECT_HOME}`)),
    [],
  )
})

test('an anchor is what code hosts make of the heading', () => {
  assert.equal(slugOf('Map, messages and log'), 'map-messages-and-log')
  assert.equal(slugOf('`npm test` & more: [a link](https://example.org)'), 'npm-test--more-a-link')
})

test('each page of the help is in its list, once', () => {
  const listed = SIDEBAR.flatMap(({ items }) =>
    items.map(({ link }) => (link === '/' ? 'index.md' : `${link.slice(1)}.md`)),
  )
  assert.deepEqual(listed.toSorted(), [...pagesOf(ROOT).values()].sort())
})

test('a link leads to a page of the help, to the home of the project, or nowhere while it has none', () => {
  const text = pageText(ROOT, 'docs/connect.md', undefined, null)
  assert.match(text, /\[binnacle-gateway\]\(\.\/gateway\.md\)/)
  assert.match(text, /\[API\]\(\.\/api\.md#send-readings\)/)
  assert.match(pageText(ROOT, 'docs/api.md', undefined, null), /are in\nexamples\./)
  assert.match(
    pageText(ROOT, 'docs/api.md', undefined, 'https://git.example.org/binnacle'),
    /\[examples\]\(https:\/\/git\.example\.org\/binnacle\/blob\/HEAD\/examples\/README\.md\)/,
  )
  assert.match(pageText(ROOT, 'apps/signalk-plugin/README.md'), /!\[.*\]\(\.\/plugin\/screenshot\.png\)/)
})
