import type { Dossier } from '../dossier/dossier.ts'
import { html, type Markup } from './html.ts'
import type { Tone, Words } from './words.ts'

/** The health score as a ring inside a compass card of ticks. Colours come from the class, so that they follow the theme. */
export const ring = (
  score: number | null,
  tone: Tone,
  { texts }: Words,
): Markup => html`<svg class="ring tone-${tone}" viewBox="0 0 120 120"
  role="img" aria-label="${score === null ? texts.noHealthScore : texts.healthScore(score)}">
  <circle class="ring-ticks" cx="60" cy="60" r="56" pathLength="240" stroke-dasharray="1 5" stroke-dashoffset="0.5"/>
  <circle class="ring-track" cx="60" cy="60" r="46"/>
  ${score ? html`<circle class="ring-arc" cx="60" cy="60" r="46" pathLength="100" stroke-dasharray="${score} 100" transform="rotate(-90 60 60)"/>` : ''}
  <text class="ring-score" x="60" y="${score === null ? 70 : 68}" text-anchor="middle">${score ?? '–'}</text>
  ${score !== null && html`<text class="ring-of" x="60" y="85" text-anchor="middle">${texts.of100}</text>`}
</svg>`

const ICONS: Record<Tone, Markup> = {
  ok: html`<circle cx="12" cy="12" r="9"/><path d="m8 12.5 2.8 2.8L16 9.5"/>`,
  soon: html`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.2 2.2"/>`,
  late: html`<path d="M12 3.5 22 20.5H2Z"/><path d="M12 10v5m0 2.2v.3"/>`,
  none: html`<circle cx="12" cy="12" r="9"/><path d="M8.5 12h7"/>`,
}

/** A status as shape, colour and word: never colour alone. */
export const status = (tone: Tone, words: string | Markup): Markup =>
  html`<span class="status tone-${tone}"><svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[tone]}</svg>${words}</span>`

/** The mark of the service: a compass needle in its bowl. */
export const MARK = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/><path d="m12 4.5 3 7.5-3 7.5-3-7.5Z"/><path class="north" d="m12 4.5 3 7.5H9Z"/></svg>`

const WIDTH = 320
const HEIGHT = 72
const EDGE = 5

/**
 * The hour log as a line over time, oldest left, with words for who cannot see it. null with fewer than two readings that
 * differ in time: a point is no line.
 */
export const sparkline = (log: NonNullable<Dossier['hours']>['log'], words: Words): Markup | null => {
  const points = log
    .flatMap((entry) => (entry.hours === null ? [] : [{ at: Date.parse(entry.logged_at), hours: entry.hours }]))
    .sort((a, b) => a.at - b.at || a.hours - b.hours)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || first.at === last.at) return null
  const meters = points.map((point) => point.hours)
  const low = Math.min(...meters)
  const span = Math.max(...meters) - low || 1
  const x = (at: number) => EDGE + ((at - first.at) / (last.at - first.at)) * (WIDTH - 2 * EDGE)
  const y = (value: number) => HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE)
  const place = (point: { at: number; hours: number }) => `${x(point.at).toFixed(1)} ${y(point.hours).toFixed(1)}`
  const line = points.map(place).join(' L')
  const said = (point: { at: number; hours: number }) => ({
    hours: words.hours(point.hours),
    on: words.day(new Date(point.at).toISOString()),
  })
  const [from, to] = [said(first), said(last)]
  return html`<figure class="spark">
  <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words.texts.trend(from, to)}">
    <path class="spark-area" d="M${line} L${x(last.at).toFixed(1)} ${HEIGHT} L${x(first.at).toFixed(1)} ${HEIGHT} Z"/>
    <path class="spark-line" d="M${line}"/>
    <circle class="spark-end" cx="${x(last.at).toFixed(1)}" cy="${y(last.hours).toFixed(1)}" r="3.5"/>
  </svg>
  <figcaption aria-hidden="true"><span>${from.on}<b>${from.hours}</b></span><span>${to.on}<b>${to.hours}</b></span></figcaption>
</figure>`
}
