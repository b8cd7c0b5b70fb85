import { LIMITS } from '@binnacle/contract'
import type { Dossier, ShareLinks } from '../dossier/dossier.ts'
import { MARK, ring, sparkline, status } from './drawings.ts'
import { html, type Markup, verbatim } from './html.ts'
import { PAGE_CSS } from './page-style.ts'
import { styleSource } from './theme.ts'
import {
  count,
  dayTag,
  dueSummary,
  dueWords,
  fromNow,
  headline,
  healthGrade,
  hours,
  minuteTag,
  money,
  specParts,
  summary,
  vesselName,
} from './words.ts'

const STYLE_SOURCE = styleSource(PAGE_CSS)

/**
 * The page's Content-Security-Policy: its own style sheet by hash, its photo's origin, and nothing else at all. Our own app may
 * frame it, to show the owner what strangers see; it has no script and no form that a click could be stolen for.
 */
export const pageCsp = ({ photo }: Pick<Dossier, 'photo'>): string =>
  `default-src 'none'; style-src ${STYLE_SOURCE}; img-src 'self'${photo ? ` ${new URL(photo.url).origin}` : ''}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

const document = (head: Markup, body: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" content="#0b2a3f">
${head}
<style>${verbatim(PAGE_CSS)}</style>
</head>
${body}
</html>
`.text

/** One answer for a revoked and for an unknown token, so that nobody can tell them apart. */
export const PRIVATE_PAGE: string = document(
  html`<title>Private · Binnacle</title>`,
  html`<body><main class="private"><div>
<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V7.5a4 4 0 0 1 8 0v3"/></svg>
<h1>This dossier is private</h1>
<p>The link is not valid, or the owner has stopped sharing. Ask the owner for a new one.</p>
</div></main></body>`,
)

const previews = (dossier: Dossier, links: ShareLinks): Markup => {
  const title = headline(dossier)
  const text = summary(dossier)
  const { photo } = dossier
  return html`<title>${title}</title>
<meta name="description" content="${text}">
<link rel="canonical" href="${links.page}">
<link rel="alternate" type="application/json+oembed" href="${links.oembed}" title="${title}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Binnacle">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${text}">
<meta property="og:url" content="${links.page}">
<meta name="twitter:card" content="${photo ? 'summary_large_image' : 'summary'}">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${text}">
${
  photo &&
  html`<meta property="og:image" content="${photo.url}">
<meta property="og:image:alt" content="Newest camera picture of ${vesselName(dossier)}">
<meta name="twitter:image" content="${photo.url}">`
}`
}

const fact = (term: string, value: string | null) =>
  value && html`<div><dt>${term}</dt><dd dir="auto">${value}</dd></div>`

const hero = (dossier: Dossier): Markup => {
  const { health, hin, marina } = dossier
  const specs = specParts(dossier)
  const grade = health && healthGrade(health.score)
  return html`<header class="hero" aria-labelledby="name"><div class="wrap">
<p class="brand">${MARK} Vessel dossier</p>
<div>
<h1 id="name"><bdi>${vesselName(dossier)}</bdi></h1>
${specs.length > 0 && html`<p class="specs">${specs.map((part, place) => html`${place > 0 && ' · '}<bdi>${part}</bdi>`)}</p>`}
${(hin || marina) && html`<dl class="facts">${fact('Home berth', marina)}${fact('Hull identification number', hin)}</dl>`}
</div>
${
  health &&
  grade &&
  html`<section class="health" aria-labelledby="health">
${ring(health.score, grade.tone)}
<div><h2 id="health">Health</h2><p>${grade.words}</p></div>
</section>`
}
</div></header>`
}

const picture = ({ photo, ...dossier }: Dossier) =>
  photo &&
  html`<figure class="photo">
<img src="${photo.url}" alt="Newest camera picture of ${vesselName({ photo, ...dossier })}" referrerpolicy="no-referrer"${photo.width && photo.height ? html` width="${photo.width}" height="${photo.height}"` : ''}>
<figcaption>On board, ${minuteTag(new Date(photo.captured_at))}</figcaption>
</figure>`

type Due = NonNullable<Dossier['due']>[number]

const dueWhen = ({ due_date, due_hours }: Due, meter: number | null, now: Date): Markup | null => {
  const left = due_hours !== null && meter !== null ? due_hours - meter : null
  const byHours =
    due_hours !== null &&
    html`at ${hours(due_hours)}${left !== null && ` (${left > 0 ? `${hours(left)} to go` : left < 0 ? `${hours(-left)} over` : 'now'})`}`
  const byDate = due_date && html`${dayTag(due_date)} (${fromNow(due_date, now)})`
  if (!byDate && !byHours) return null
  return html`<p class="quiet">${byDate}${byDate && byHours && html` or `}${byHours}</p>`
}

const dueSection = (dossier: Dossier, now: Date) => {
  const { due } = dossier
  const total = dueSummary(dossier)
  if (!due || !total) return null
  return html`<section class="panel due" aria-labelledby="due">
<h2 id="due">Maintenance ${due.length > 0 && html`<small>${total.words}</small>`}</h2>
${
  due.length === 0
    ? html`<p class="kind">No maintenance is planned yet. Tasks appear here as the owner adds them.</p>`
    : html`<ul class="rows">${due.map((item) => {
        const { tone, words } = dueWords(item)
        return html`
<li><div class="row"><p class="title" dir="auto">${item.title}</p><span class="pill tone-${tone}">${status(tone, words)}</span></div>${dueWhen(item, dossier.hours?.meter ?? null, now)}</li>`
      })}
</ul>`
}
</section>`
}

type Service = NonNullable<Dossier['services']>[number]

const serviceRow = (entry: Service): Markup => html`
<li><div class="row"><p class="title" dir="auto">${entry.title}</p>${entry.cost !== null && html`<p class="amount">${money(entry.cost, entry.currency)}</p>`}</div>
<p class="quiet">${dayTag(entry.done_at)}${entry.engine_hours !== null && ` · at ${hours(entry.engine_hours)}`} · ${entry.route === 'diy' ? 'by the owner' : 'by a supplier'}</p></li>`

/** "2 services · 1,230.00 EUR": the costs of a year, added up by currency. */
const yearTotal = (entries: Service[]): string => {
  const sums = new Map<string | null, number>()
  for (const { cost, currency } of entries) {
    if (cost !== null) sums.set(currency, (sums.get(currency) ?? 0) + cost)
  }
  return [count(entries.length, 'service'), ...[...sums].map(([currency, sum]) => money(sum, currency))].join(' · ')
}

const serviceSection = ({ services }: Dossier) => {
  if (!services) return null
  const shown = services.slice(0, LIMITS.logbookEntries)
  const years = [...Map.groupBy(shown, (entry) => new Date(entry.done_at).getUTCFullYear())]
  return html`<section class="panel services" aria-labelledby="services">
<h2 id="services">Service history</h2>
${years.length === 0 && html`<p class="kind">No service is on record yet. The history starts with the first one.</p>`}
${years.map(
  ([year, entries]) => html`<section class="year" aria-labelledby="year-${year}">
<h3 id="year-${year}">${year} <span>${yearTotal(entries)}</span></h3>
<ol class="line">${entries.map(serviceRow)}
</ol></section>
`,
)}
${shown.length === LIMITS.logbookEntries && html`<p class="quiet">The ${LIMITS.logbookEntries} most recent services are shown.</p>`}
</section>`
}

const hoursSection = ({ hours: engine }: Dossier) =>
  engine &&
  html`<section class="panel" aria-labelledby="hours">
<h2 id="hours">Engine hours</h2>
${
  engine.meter === null
    ? html`<p class="kind">The hour meter has not been read yet.</p>`
    : html`<p class="meter">${hours(engine.meter)}</p>
${sparkline(engine.log) ?? html`<p class="quiet">A trend appears after the second reading.</p>`}`
}
</section>`

type Report = NonNullable<Dossier['inspections']>[number]

const inspectionRow = ({ status: state, started_at, completed_at, score, engine_hours, vir_code }: Report): Markup => {
  const grade = healthGrade(score)
  return html`
<li><div class="row"><p class="title">${dayTag(completed_at ?? started_at)}</p>${
    state === 'completed'
      ? score !== null && html`<span class="pill score tone-${grade.tone}">${score} / 100</span>`
      : html`<span class="pill tone-none">${status('none', 'In progress')}</span>`
  }</div>
${vir_code && html`<p class="quiet">Report <span class="code">${vir_code}</span></p>`}
${engine_hours !== null && html`<p class="quiet">At ${hours(engine_hours)}</p>`}</li>`
}

const inspectionSection = ({ inspections }: Dossier) =>
  inspections &&
  html`<section class="panel" aria-labelledby="inspections">
<h2 id="inspections">Inspections</h2>
${
  inspections.length === 0
    ? html`<p class="kind">This vessel has not been inspected yet.</p>`
    : html`<ul class="rows">${inspections.map(inspectionRow)}
</ul>`
}
</section>`

/**
 * The dossier as a page for people: HTML without script, for phone, desk and paper, light and dark.
 * @param dossier what is left after `applyToggles`
 * @param now for "in 12 days", and for the line that says as of when
 */
export const page = (dossier: Dossier, links: ShareLinks, now: Date): string => {
  const first = [picture(dossier), dueSection(dossier, now)].filter(Boolean)
  const services = serviceSection(dossier)
  const side = [hoursSection(dossier), inspectionSection(dossier)].filter(Boolean)
  const main = first.length > 0 || services !== null
  return document(
    previews(dossier, links),
    html`<body>
${hero(dossier)}
<main class="wrap sections${main && side.length > 0 && ' two'}" aria-labelledby="name">
${first}
${side.length > 0 && html`<div class="side">${side}</div>`}
${services}
${!main && side.length === 0 && html`<p class="panel kind">The owner shares no more than this for now.</p>`}
</main>
<footer><div class="wrap">
<p>Shared by the owner, as of ${minuteTag(now)}. These are the owner's own records, not a survey.</p>
<p class="address">${links.page}</p>
<p>Kept with <a href="${links.home}" target="_top" rel="noopener">Binnacle</a></p>
</div></footer>
</body>`,
  )
}
