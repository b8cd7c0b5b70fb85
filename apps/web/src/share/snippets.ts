import type { Share } from '@binnacle/contract'

/** The card's size, px, as the service draws it (apps/server/src/share/views/card.ts). */
export const CARD = { width: 420, height: 220 }

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** What would end or open a link in Markdown. */
const markdown = (text: string) => text.replace(/[\\[\]`*_<>!]/g, '\\$&').replace(/\s+/g, ' ')

/** The card for a web site; as the service's oEmbed answer has it. */
export const cardHtml = (share: Share, name: string): string =>
  `<iframe src="${share.embed_url}" width="${CARD.width}" height="${CARD.height}" title="${attribute(name)}" loading="lazy" referrerpolicy="no-referrer" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;border-radius:12px;max-width:100%"></iframe>`

export const badgeHtml = (share: Share, alt: string): string =>
  `<a href="${share.url}"><img src="${share.badge_url}" alt="${attribute(alt)}"></a>`

export const badgeMarkdown = (share: Share, alt: string): string =>
  `[![${markdown(alt)}](${share.badge_url})](${share.url})`

/**
 * The path of one of our own addresses, for a preview: the same whether the app is opened by the address that the service knows
 * as its own or by another.
 */
export const pathOf = (url: string): string => new URL(url).pathname
