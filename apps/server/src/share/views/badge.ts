import type { BadgeKind } from '@binnacle/contract'
import type { Dossier } from '../dossier/dossier.ts'
import { xml } from './html.ts'
import { dueSummary, healthGrade, type Tone, vesselName } from './words.ts'

/** White text on each of these has at least 4.5:1, which the usual badge colours do not reach. */
export const BADGE_COLOURS: Record<Tone | 'label', string> = {
  label: '#3d4852',
  ok: '#1f7a44',
  soon: '#935800',
  late: '#b3261e',
  none: '#65717b',
}

/** Widths of Verdana at 11 px, in hundredths of a pixel, for the characters that the words of a badge are made of. */
const WIDTHS: Record<number, string> = {
  302: 'il',
  379: 'j',
  387: ' f',
  433: 't',
  469: 'r',
  500: '/',
  573: 'cs',
  578: 'z',
  651: 'kvxy',
  655: 'e',
  661: 'a',
  668: 'o',
  685: 'bdgpq',
  696: 'hnu',
  699: '0123456789',
  900: 'w',
  1070: 'm',
}
const widthOf = new Map(
  Object.entries(WIDTHS).flatMap(([width, characters]) => [...characters].map((one) => [one, Number(width)] as const)),
)

/** Width of a text in Verdana 11 px, whole px. Source: the font's own advance widths, 2048 units to the em. */
export const textWidth = (text: string): number =>
  Math.round([...text].reduce((sum, one) => sum + (widthOf.get(one) ?? 1070), 0) / 100)

const PADDING = 6

/** A text with its own soft shadow below, as people know it. textLength keeps it in its box where Verdana is missing. */
const words = (text: string, left: number) => {
  const width = textWidth(text)
  const at = (y: number, paint: string, opacity: string) =>
    xml`<text x="${left + PADDING}" y="${y}" textLength="${width}" fill="${paint}" fill-opacity="${opacity}">${text}</text>`
  return xml`<g aria-hidden="true">${at(15, '#000', '.3')}</g>${at(14, '#fff', '1')}`
}

const shield = (title: string, label: string, value: string, tone: Tone): string => {
  const left = textWidth(label) + 2 * PADDING
  const width = left + textWidth(value) + 2 * PADDING
  return xml`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${title}">
<title>${title}</title>
<linearGradient id="s" x2="0" y2="100%"><stop offset="0" stop-color="#fff" stop-opacity=".08"/><stop offset="1" stop-opacity=".08"/></linearGradient>
<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="${BADGE_COLOURS.label}"/><rect x="${left}" width="${width - left}" height="20" fill="${BADGE_COLOURS[tone]}"/><rect width="${width}" height="20" fill="url(#s)"/></g>
<g font-family="Verdana,Geneva,'DejaVu Sans',sans-serif" font-size="11" text-rendering="geometricPrecision">${words(label, 0)}${words(value, left)}</g>
</svg>
`.text
}

/** One picture for a revoked token, an unknown one, and a kind that the owner does not share. */
export const PRIVATE_BADGE: string = shield('This vessel is private', 'vessel', 'private', 'none')

/**
 * The badge of a dossier as SVG, in the style people know from shields: what is measured left, its value right.
 * @param dossier what is left after `applyToggles`
 */
export const badge = (dossier: Dossier, kind: BadgeKind): string => {
  const name = vesselName(dossier)
  if (kind === 'due') {
    const due = dueSummary(dossier)
    return due ? shield(`${name}: maintenance ${due.words}`, 'maintenance', due.words, due.tone) : PRIVATE_BADGE
  }
  if (!dossier.health) return PRIVATE_BADGE
  const { score } = dossier.health
  const value = score === null ? 'no score yet' : `${score} / 100`
  return shield(`${name}: health ${value}`, 'health', value, healthGrade(score).tone)
}
