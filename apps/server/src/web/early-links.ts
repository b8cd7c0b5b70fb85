import type { IncomingHttpHeaders } from 'node:http'
import { acceptedLanguage } from '../http/accepted-language.ts'

const BOAT = /^\/boats\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\/([a-z]+))?$/

/**
 * Makes the Link header of a page: what the browser fetches while the app's first script is still on its way, in place of after it. The
 * files of the app are named by its build (apps/web/vite.config.ts); of the data, the app's own requests take the answers.
 * @param built the files of the app, such as `assets/both-BAEhMNY3.js`
 */
export function earlyLinks(built: Iterable<string>) {
  const files = [...built]
  const linksTo = (...names: string[]) =>
    files
      .filter((file) => names.includes(nameOf(file) ?? ''))
      .map((file) =>
        file.endsWith('.css')
          ? `</${file}>; rel=preload; as=style; crossorigin; fetchpriority=low`
          : `</${file}>; rel=modulepreload; fetchpriority=low`,
      )
  const stranger = { en: linksTo('both', 'start'), de: linksTo('both', 'start', 'de-first') }
  const owner = { en: linksTo('both', 'signed-in', 'en'), de: linksTo('both', 'signed-in', 'de', 'de-first') }

  return (path: string, { cookie, 'accept-language': wanted }: IncomingHttpHeaders): string => {
    const language = acceptedLanguage(wanted)
    if (!cookie?.includes('binnacle.session_token=')) return stranger[language].join(', ')
    return [...owner[language], ...dataOf(path)].join(', ')
  }
}

/** What stands before the hash of its content: `en-first` is not `en`. */
const nameOf = (file: string) => /^assets\/(.+)-.{8}\.(?:js|css)$/.exec(file)?.[1]

/** What a page with a session reads of the service first. */
function dataOf(path: string): string[] {
  const [, boat, page] = BOAT.exec(path) ?? []
  if (path !== '/' && !boat) return []
  const addresses = boat ? [`/v1/vessels/${boat}`, ...(page ? [] : [`/app/vessels/${boat}/overview`])] : ['/app/fleet']
  return ['/app/me', ...addresses].map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`)
}
