import { LANGUAGES, type Language, LIMITS } from '@binnacle/contract'
import { sumsByCurrency } from '../../maintenance/costs/costs.ts'
import type { Dossier, ShareLinks } from '../dossier/dossier.ts'
import { MARK, ring, sparkline, status } from './drawings.ts'
import { html, type Markup, verbatim } from './html.ts'
import { PAGE_CSS } from './page-style.ts'
import { styleSource } from './theme.ts'
import {
  dueSummary,
  dueWords,
  headline,
  healthTone,
  specParts,
  summary,
  vesselName,
  type Words,
  wordsIn,
} from './words.ts'

const STYLE_SOURCE = styleSource(PAGE_CSS)

/**
 * The page's Content-Security-Policy: its own style sheet by hash, its photo's origin, and nothing else at all. Our own app may
 * frame it, to show the owner what strangers see; it has no script and no form that a click could be stolen for.
 */
export const pageCsp = ({ photo }: Pick<Dossier, 'photo'>): string =>
  `default-src 'none'; style-src ${STYLE_SOURCE}; img-src 'self'${photo ? ` ${new URL(photo.url).origin}` : ''}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

const document = (language: Language, head: Markup, body: Markup): string =>
  html`<!doctype html>
<html lang="${language}">
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
export const privatePage = ({ language, texts }: Words): string =>
  document(
    language,
    html`<title>${texts.privatePage.title} · Binnacle</title>`,
    html`<body><main class="private"><div>
<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V7.5a4 4 0 0 1 8 0v3"/></svg>
<h1>${texts.privatePage.heading}</h1>
<p>${texts.privatePage.text}</p>
</div></main></body>`,
  )

const previews = (dossier: Dossier, links: ShareLinks, words: Words): Markup => {
  const title = headline(dossier, words)
  const text = summary(dossier, words)
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
<meta property="og:image:alt" content="${words.texts.pictureOf(vesselName(dossier, words))}">
<meta name="twitter:image" content="${photo.url}">`
}`
}

const fact = (term: string, value: string | null) =>
  value && html`<div><dt>${term}</dt><dd dir="auto">${value}</dd></div>`

const hero = (dossier: Dossier, words: Words): Markup => {
  const { texts } = words
  const { health, hin, marina } = dossier
  const specs = specParts(dossier, words)
  const tone = health && healthTone(health.score)
  return html`<header class="hero" aria-labelledby="name"><div class="wrap">
<p class="brand">${MARK} ${texts.brand}</p>
<div>
<h1 id="name"><bdi>${vesselName(dossier, words)}</bdi></h1>
${specs.length > 0 && html`<p class="specs">${specs.map((part, place) => html`${place > 0 && ' · '}<bdi>${part}</bdi>`)}</p>`}
${(hin || marina) && html`<dl class="facts">${fact(texts.berth, marina)}${fact(texts.hin, hin)}</dl>`}
</div>
${
  health &&
  tone &&
  html`<section class="health" aria-labelledby="health">
${ring(health.score, tone, words)}
<div><h2 id="health">${texts.health}</h2><p>${texts.grades[tone]}</p></div>
</section>`
}
</div></header>`
}

const picture = (dossier: Dossier, words: Words) => {
  const { photo } = dossier
  return (
    photo &&
    html`<figure class="photo">
<img src="${photo.url}" alt="${words.texts.pictureOf(vesselName(dossier, words))}" referrerpolicy="no-referrer"${photo.width && photo.height ? html` width="${photo.width}" height="${photo.height}"` : ''}>
<figcaption>${words.texts.onBoard}, ${words.minuteTag(new Date(photo.captured_at))}</figcaption>
</figure>`
  )
}

type Due = NonNullable<Dossier['due']>[number]

const dueWhen = ({ due_date, due_hours }: Due, meter: number | null, now: Date, words: Words): Markup | null => {
  const { texts, hours } = words
  const left = due_hours !== null && meter !== null ? due_hours - meter : null
  const byHours =
    due_hours !== null &&
    html`${texts.atHours(hours(due_hours))}${left !== null && ` (${left > 0 ? texts.hoursLeft(hours(left)) : left < 0 ? texts.hoursOver(hours(-left)) : texts.now})`}`
  const byDate = due_date && html`${words.dayTag(due_date)} (${words.fromNow(due_date, now)})`
  if (!byDate && !byHours) return null
  return html`<p class="quiet">${byDate}${byDate && byHours && html` ${texts.or} `}${byHours}</p>`
}

const dueSection = (dossier: Dossier, now: Date, words: Words) => {
  const { texts } = words
  const { due } = dossier
  const total = dueSummary(dossier, words)
  if (!due || !total) return null
  return html`<section class="panel due" aria-labelledby="due">
<h2 id="due">${texts.maintenance} ${due.length > 0 && html`<small>${total.words}</small>`}</h2>
${
  due.length === 0
    ? html`<p class="kind">${texts.noMaintenance}</p>`
    : html`<ul class="rows">${due.map((item) => {
        const said = dueWords(item, words)
        return html`
<li><div class="row"><p class="title" dir="auto">${item.title}</p><span class="pill tone-${said.tone}">${status(said.tone, said.words)}</span></div>${dueWhen(item, dossier.hours?.meter ?? null, now, words)}</li>`
      })}
</ul>`
}
</section>`
}

type Service = NonNullable<Dossier['services']>[number]

const serviceRow = (entry: Service, { texts, money, hours, dayTag }: Words): Markup => html`
<li><div class="row"><p class="title" dir="auto">${entry.title}</p>${entry.cost !== null && html`<p class="amount">${money(entry.cost, entry.currency)}</p>`}</div>
<p class="quiet">${dayTag(entry.done_at)}${entry.engine_hours !== null && ` · ${texts.atHours(hours(entry.engine_hours))}`} · ${texts.routes[entry.route]}</p></li>`

/** "2 services · 1,230.00 EUR": the costs of a year, added up by currency. */
const yearTotal = (entries: Service[], { texts, money }: Words): string => {
  const sums = sumsByCurrency(
    entries.map(({ cost, currency }) => ({ amount: cost === null ? null : String(cost), currency })),
  )
  return [texts.services(entries.length), ...sums.map(({ amount, currency }) => money(amount, currency))].join(' · ')
}

const serviceSection = ({ services }: Dossier, words: Words) => {
  const { texts } = words
  if (!services) return null
  const shown = services.slice(0, LIMITS.logbookEntries)
  const years = [...Map.groupBy(shown, (entry) => new Date(entry.done_at).getUTCFullYear())]
  return html`<section class="panel services" aria-labelledby="services">
<h2 id="services">${texts.history}</h2>
${years.length === 0 && html`<p class="kind">${texts.noServices}</p>`}
${years.map(
  ([year, entries]) => html`<section class="year" aria-labelledby="year-${year}">
<h3 id="year-${year}">${year} <span>${yearTotal(entries, words)}</span></h3>
<ol class="line">${entries.map((entry) => serviceRow(entry, words))}
</ol></section>
`,
)}
${shown.length === LIMITS.logbookEntries && html`<p class="quiet">${texts.newestServices(LIMITS.logbookEntries)}</p>`}
</section>`
}

const hoursSection = ({ hours: engine }: Dossier, words: Words) =>
  engine &&
  html`<section class="panel" aria-labelledby="hours">
<h2 id="hours">${words.texts.engineHours}</h2>
${
  engine.meter === null
    ? html`<p class="kind">${words.texts.notRead}</p>`
    : html`<p class="meter">${words.hours(engine.meter)}</p>
${sparkline(engine.log, words) ?? html`<p class="quiet">${words.texts.noTrend}</p>`}`
}
</section>`

type Report = NonNullable<Dossier['inspections']>[number]

const inspectionRow = (
  { status: state, started_at, completed_at, score, engine_hours, vir_code }: Report,
  { texts, dayTag, hours }: Words,
): Markup => {
  return html`
<li><div class="row"><p class="title">${dayTag(completed_at ?? started_at)}</p>${
    state === 'completed'
      ? score !== null && html`<span class="pill score tone-${healthTone(score)}">${score} / 100</span>`
      : html`<span class="pill tone-none">${status('none', texts.inspectionStatus[state])}</span>`
  }</div>
${vir_code && html`<p class="quiet">${texts.report} <span class="code">${vir_code}</span></p>`}
${engine_hours !== null && html`<p class="quiet">${texts.AtHours(hours(engine_hours))}</p>`}</li>`
}

const inspectionSection = ({ inspections }: Dossier, words: Words) =>
  inspections &&
  html`<section class="panel" aria-labelledby="inspections">
<h2 id="inspections">${words.texts.inspections}</h2>
${
  inspections.length === 0
    ? html`<p class="kind">${words.texts.notInspected}</p>`
    : html`<ul class="rows">${inspections.map((one) => inspectionRow(one, words))}
</ul>`
}
</section>`

/**
 * The dossier as a page for people: HTML without script, for phone, desk and paper, light and dark.
 * @param dossier what is left after `applyToggles`
 * @param now for "in 12 days", and for the line that says as of when
 */
export const page = (dossier: Dossier, links: ShareLinks, now: Date, words: Words): string => {
  const { language, texts, minuteTag } = words
  const first = [picture(dossier, words), dueSection(dossier, now, words)].filter(Boolean)
  const services = serviceSection(dossier, words)
  const side = [hoursSection(dossier, words), inspectionSection(dossier, words)].filter(Boolean)
  const main = first.length > 0 || services !== null
  return document(
    language,
    previews(dossier, links, words),
    html`<body>
${hero(dossier, words)}
<main class="wrap sections${main && side.length > 0 && ' two'}" aria-labelledby="name">
${first}
${side.length > 0 && html`<div class="side">${side}</div>`}
${services}
${!main && side.length === 0 && html`<p class="panel kind">${texts.nothingShared}</p>`}
</main>
<footer><div class="wrap">
<p>${texts.asOf} ${minuteTag(now)}. ${texts.ownRecords}</p>
<p class="address">${links.page}</p>
<p>${texts.keptWith} <a href="${links.home}" target="_top" rel="noopener">Binnacle</a></p>
<p class="languages">${LANGUAGES.filter((other) => other !== language).map((other) => html`<a href="?lang=${other}" lang="${other}" hreflang="${other}">${wordsIn(other).texts.name}</a>`)}</p>
</div></footer>
</body>`,
  )
}
