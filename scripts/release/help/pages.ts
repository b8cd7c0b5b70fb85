import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { PROJECT_HOME } from '../manifest.ts'

/** Each page at /help by its source. What is for people who work on Binnacle is not among them. */
export function pagesOf(root: string): Map<string, string> {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  return new Map([
    ...docs.map((name): [string, string] => [`docs/${name}`, name]),
    ['apps/gateway/README.md', 'gateway.md'],
    ['apps/signalk-plugin/README.md', 'signalk-plugin.md'],
  ])
}

const PICTURES = { 'docs/screens/': 'screens/', 'apps/signalk-plugin/public/': 'plugin/' }

/** The picture's place beside the pages. */
export function placeOfPicture(path: string): string | undefined {
  const [from, to] = Object.entries(PICTURES).find(([folder]) => path.startsWith(folder)) ?? []
  return from && path.replace(from, to!)
}

const LINK = /(!?)\[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)/g

/**
 * The text of a page: its links lead to pages at /help, and those to files of the project to its home, or nowhere while it has none.
 * Throws when a link leads to nothing.
 */
export function pageText(root: string, source: string, pages = pagesOf(root), home = PROJECT_HOME): string {
  const text = readFileSync(join(root, source), 'utf8')
  return text.replace(LINK, (whole, mark: string, words: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return whole
    // Addresses of the installation, such as /docs/, are not pages.
    if (target.startsWith('/')) return `<a href="${target}" target="_self">${words}</a>`
    const [path = '', anchor] = target.split('#')
    const file = posix.join(posix.dirname(source), path)
    if (!existsSync(join(root, file))) throw new Error(`${source}: ${target} is not there`)
    const page = pages.get(file)
    const place = page ?? placeOfPicture(file)
    if (place) return `${mark}[${words}](./${place}${anchor ? `#${anchor}` : ''})`
    return home ? `[${words}](${home}/blob/HEAD/${file})` : words
  })
}
