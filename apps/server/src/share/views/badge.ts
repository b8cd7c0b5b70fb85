import type { BadgeKind } from '@binnacle/contract'
import type { Dossier } from '../dossier/dossier.ts'
import { xml } from './html.ts'
import { dueSummary, healthTone, type Tone, vesselName, type Words } from './words.ts'

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
  661: 'aä',
  668: 'o',
  685: 'bdgpq',
  696: 'hnuü',
  699: '0123456789',
  754: 'BZ',
  900: 'w',
  1070: 'm',
  1088: 'W',
}
const widthOf = new Map(
  Object.entries(WIDTHS).flatMap(([width, characters]) => [...characters].map((one) => [one, Number(width)] as const)),
)

/** Width of a text in Verdana 11 px, whole px. Source: the font's own advance widths, 2048 units to the em. */
export const textWidth = (text: string): number =>
  Math.round([...text].reduce((sum, one) => sum + (widthOf.get(one) ?? 1070), 0) / 100)

const PADDING = 6

/** A text with its own soft shadow below, as people know it. textLength keeps it in its box where Verdana is missing. */
const part = (text: string, left: number) => {
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
<g font-family="Verdana,Geneva,'DejaVu Sans',sans-serif" font-size="11" text-rendering="geometricPrecision">${part(label, 0)}${part(value, left)}</g>
</svg>
`.text
}

/** One picture for a revoked token, an unknown one, and a kind that the owner does not share. */
export const privateBadge = ({ texts: { badge } }: Words): string =>
  shield(badge.isPrivate, badge.vessel, badge.private, 'none')

/**
 * The badge of a dossier as SVG, in the style people know from shields: what is measured left, its value right. null where the
 * owner does not share this.
 * @param dossier what is left after `applyToggles`
 */
export const badge = (dossier: Dossier, kind: BadgeKind, words: Words): string | null => {
  const value = kind === 'due' ? dueSummary(dossier, words) : healthValue(dossier, words)
  if (!value) return null
  const label = words.texts.badge[kind]
  return shield(`${vesselName(dossier, words)}: ${label} ${value.words}`, label, value.words, value.tone)
}

const healthValue = ({ health }: Dossier, { texts }: Words) =>
  health && {
    words: health.score === null ? texts.noScore : `${health.score} / 100`,
    tone: healthTone(health.score),
  }
