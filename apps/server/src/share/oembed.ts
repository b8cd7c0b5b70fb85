import { invalid } from '../http/errors.ts'
import type { Dossier, ShareLinks } from './dossier/dossier.ts'
import { CARD_SIZE } from './views/card.ts'
import { html } from './views/html.ts'
import { headline, type Words } from './views/words.ts'

/**
 * The share token in the `url` parameter of an oEmbed request, or undefined where the url is not a share link of this
 * installation. Only the origin is normalised (letter case, default port); the path is compared as it was sent, so that
 * `..`, `%2f`, `//`, a backslash or user info find no way past. Pure: nothing is fetched.
 */
export const shareTokenFromUrl = (url: string, baseUrl: string): string | undefined => {
  const [, origin, path] = /^(https?:\/\/[^\s/?#\\@]+)(\/[^\s?#\\]*)(?:[?#]\S*)?$/i.exec(url) ?? []
  if (!origin || !path || !URL.canParse(origin)) return undefined
  const base = new URL(baseUrl)
  const prefix = `${base.pathname.replace(/\/+$/, '')}/v/`
  if (new URL(origin).origin !== base.origin || !path.startsWith(prefix)) return undefined
  return /^[\w-]{1,40}$/.exec(path.slice(prefix.length))?.[0]
}

/** The language that a share link asks for with its `lang`, as it was sent. */
export const langOfUrl = (url: string): string | undefined => new URL(url).searchParams.get('lang') ?? undefined

/** maxwidth or maxheight, px; null where absent. */
export function maxSize(name: 'maxwidth' | 'maxheight', text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^0*[1-9]\d*$/.test(text)) throw invalid(`/${name} must be an integer of at least 1, in px`)
  return Number(text)
}

/**
 * The oEmbed answer for a dossier, of type rich: the card in an iframe, shrunk where the consumer has less room.
 * Source: oembed.com, 2.3.4.4.
 * @param dossier what is left after `applyToggles`
 * @param max px, null for no limit
 */
export const oembed = (
  dossier: Dossier,
  links: ShareLinks,
  words: Words,
  max: { width: number | null; height: number | null } = { width: null, height: null },
) => {
  const title = headline(dossier, words)
  const width = Math.min(CARD_SIZE.width, max.width ?? CARD_SIZE.width)
  const height = Math.min(CARD_SIZE.height, max.height ?? CARD_SIZE.height)
  return {
    version: '1.0' as const,
    type: 'rich' as const,
    title,
    provider_name: 'Binnacle',
    provider_url: links.home,
    html: html`<iframe src="${links.embed}" width="${width}" height="${height}" title="${title}" loading="lazy" referrerpolicy="no-referrer" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;border-radius:12px;max-width:100%"></iframe>`
      .text,
    width,
    height,
  }
}
