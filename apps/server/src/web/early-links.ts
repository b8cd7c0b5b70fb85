import type { IncomingHttpHeaders } from 'node:http'
import { acceptedLanguage } from '../http/values/accepted-language.ts'

/** The files of a boat's page, and what it reads of the service first, besides the boat. */
const BOAT_PAGES = new Map([
  ['', { files: [], data: 'overview' }],
  ['charts', { files: ['charts-page', 'values'], data: 'telemetry/latest' }],
])

const BOAT = /^\/boats\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\/([a-z]+))?$/

/**
 * Makes the Link header of a page: what the browser fetches while the app's first script is still on its way, in place of after
 * it. The files of the app are named by its build (apps/web/vite.config.ts); of the data, the app's own requests take the
 * answers.
 * @param built the files of the app, such as `assets/both-BAEhMNY3.js`
 */
export function earlyLinks(built: Iterable<string>) {
  const files = [...built]
  const linksTo = (...names: string[]) =>
    names.flatMap((name) => files.filter((file) => nameOf(file) === name)).map(link)
  // The first style sheet is asked for before all else: a browser has six connections, and the data takes the service longer.
  const styles = files.filter((file) => nameOf(file) === 'index' && file.endsWith('.css')).map(link)
  const before = [...styles, ...linksTo('both', 'start')]
  const within = [...styles, ...linksTo('both', 'signed-in')]
  const stranger = { en: before, de: [...before, ...linksTo('de-first')] }
  const owner = { en: [...within, ...linksTo('en')], de: [...within, ...linksTo('de', 'de-first')] }
  const pages = new Map([...BOAT_PAGES].map(([page, { files }]) => [page, linksTo(...files)]))

  return (path: string, { cookie, 'accept-language': wanted }: IncomingHttpHeaders): string => {
    const language = acceptedLanguage(wanted)
    if (!cookie?.includes('binnacle.session_token=')) return stranger[language].join(', ')
    if (path === '/') return [...owner[language], ...dataLinks('/app/fleet')].join(', ')
    const [, boat, page = ''] = BOAT.exec(path) ?? []
    if (!boat) return owner[language].join(', ')
    const data = BOAT_PAGES.get(page)?.data
    const addresses = [`/v1/vessels/${boat}`, ...(data ? [`/app/vessels/${boat}/${data}`] : [])]
    return [...owner[language], ...(pages.get(page) ?? []), ...dataLinks(...addresses)].join(', ')
  }
}

const link = (file: string) => {
  if (!file.endsWith('.css')) return `</${file}>; rel=modulepreload; fetchpriority=low`
  const priority = nameOf(file) === 'index' ? '' : '; fetchpriority=low'
  return `</${file}>; rel=preload; as=style; crossorigin${priority}`
}

/** What stands before the hash of its content: `en-first` is not `en`. */
const nameOf = (file: string) => /^assets\/(.+)-.{8}\.(?:js|css)$/.exec(file)?.[1]

/** What a page with a session reads of the service first: who it is, and these. */
const dataLinks = (...addresses: string[]) =>
  ['/app/me', ...addresses].map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`)
