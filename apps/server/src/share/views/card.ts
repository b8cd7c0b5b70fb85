import type { Language } from '@binnacle/contract'
import type { Dossier, ShareLinks } from '../dossier/dossier.ts'
import { MARK, ring, status } from './drawings.ts'
import { html, type Markup, verbatim } from './html.ts'
import { BASE_CSS, styleSource } from './theme.ts'
import { dueSummary, headline, healthTone, kindAndLength, makeAndModel, vesselName, type Words } from './words.ts'

/** Size of the card that fits its content best, px. Source: vessel-data-api.md, "Public share assets". */
export const CARD_SIZE = { width: 420, height: 220 }

/** The style sheet of the card, character for character as it stands between its style tags: CSP hashes it. */
const CARD_CSS = `${BASE_CSS}
html, body { overflow: hidden; }
body { background: var(--card); }
.card { display: grid; grid-template: minmax(0, 1fr) auto / minmax(0, 1fr) auto; gap: 0 1rem; height: 100vh; padding: 0.75rem 1.25rem; color: inherit; text-decoration: none; border: 1px solid var(--line); border-top: 4px solid var(--accent); }
.card:focus-visible { outline: 3px solid var(--accent); outline-offset: -4px; }
.card:hover .name { text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 3px; }
.what { min-width: 0; align-self: center; }
.name, .specs, .news p { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.name { font: 700 1.625rem/1.3 "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, Georgia, serif; }
.specs { color: var(--muted); font-size: 0.9375rem; line-height: 1.35; }
.news { margin-top: 0.625rem; font-size: 0.9375rem; }
.health { align-self: center; width: 7.5rem; }
.foot { grid-column: 1 / -1; display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; margin-top: 0.5rem; padding-top: 0.5rem; border-top: 1px solid var(--line); color: var(--muted); font-size: 0.8125rem; white-space: nowrap; overflow: hidden; }
.foot span { display: inline-flex; align-items: center; gap: 0.4rem; }
.more { color: var(--accent); font-weight: 600; }
.lone { display: grid; place-content: center; justify-items: center; gap: 0.5rem; height: 100vh; padding: 1rem; color: var(--muted); border: 1px solid var(--line); text-align: center; }
.lone .mark { width: 2rem; height: 2rem; }
@media (max-width: 21.5rem), (max-height: 10.5rem) {
  .card { padding: 0.5rem 0.875rem; gap: 0 0.75rem; }
  .name { font-size: 1.25rem; }
  .news { margin-top: 0.25rem; }
  .health { width: 5rem; }
  .kind, .wide, .engine { display: none; }
}
@media (max-width: 15rem) { .health, .foot .brand { display: none; } }
@media (max-height: 8.5rem) { .foot { display: none; } .health { width: 4rem; } }
@media (max-height: 5.5rem) { .news, .health { display: none; } }
`

/** The card's Content-Security-Policy: any site may frame it; it loads nothing. */
export const CARD_CSP = `default-src 'none'; style-src ${styleSource(CARD_CSS)}; base-uri 'none'; form-action 'none'; frame-ancestors *`

const document = (language: Language, title: string, body: Markup): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${verbatim(CARD_CSS)}</style>
</head>
<body>
${body}
</body>
</html>
`.text

/** One answer for a revoked and for an unknown token, so that nobody can tell them apart. */
export const privateCard = ({ language, texts }: Words): string =>
  document(
    language,
    `${texts.privatePage.title} · Binnacle`,
    html`<main class="lone">${MARK}<p>${texts.card.private}</p></main>`,
  )

/**
 * The dossier as a card of about 420 by 220 px for an iframe on any site: one link to the page, no script.
 * @param dossier what is left after `applyToggles`
 */
export const card = (dossier: Dossier, links: ShareLinks, words: Words): string => {
  const { language, texts, hours } = words
  const { health, hours: engine } = dossier
  const make = makeAndModel(dossier)
  const kind = kindAndLength(dossier, words)
  const due = dueSummary(dossier, words)
  return document(
    language,
    headline(dossier, words),
    html`<main aria-labelledby="name"><a class="card" href="${links.page}" target="_blank" rel="noopener">
<div class="what">
<h1 class="name" id="name" dir="auto">${vesselName(dossier, words)}</h1>
${make && html`<p class="specs" dir="auto">${make}</p>`}
${kind.length > 0 && html`<p class="specs kind">${kind.join(' · ')}</p>`}
<div class="news">
${due && html`<p>${status(due.tone, html`<span><span class="wide">${texts.card.due}</span>${due.words}</span>`)}</p>`}
${engine && engine.meter !== null && html`<p class="engine">${texts.card.engine(hours(engine.meter))}</p>`}
</div>
</div>
${health && html`<div class="health">${ring(health.score, healthTone(health.score), words)}</div>`}
<p class="foot"><span class="brand">${MARK} Binnacle</span><span class="more">${texts.card.open}</span></p>
</a></main>`,
  )
}
