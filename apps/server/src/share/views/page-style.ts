import { BASE_CSS, PALETTES } from './theme.ts'

/** The style sheet of the page, character for character as it stands between its style tags: CSP hashes it. */
export const PAGE_CSS = `${BASE_CSS}
body { background: var(--page); font-size: 1.0625rem; }
.wrap { max-width: 68rem; margin: 0 auto; padding: 0 1rem; }
.hero { background: var(--card); color: var(--ink); ${PALETTES.deep} }
.hero .wrap { display: grid; gap: 1.25rem 2.5rem; padding-top: 1rem; padding-bottom: 1.75rem; }
.brand { display: flex; align-items: center; gap: 0.5rem; color: var(--muted); font-size: 0.9375rem; }
h1 { font: 700 clamp(2rem, 1.5rem + 2.4vw, 3.25rem)/1.12 "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, Georgia, serif; overflow-wrap: anywhere; text-wrap: balance; }
.specs { margin-top: 0.5rem; color: var(--muted); font-size: 1.125rem; overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; margin-top: 1.25rem; }
.facts dt { color: var(--muted); font-size: 0.875rem; }
.facts dd { font-weight: 600; overflow-wrap: anywhere; }
.health { display: flex; align-items: center; gap: 1.25rem; }
.health .ring { width: 8.5rem; flex: none; }
.health h2 { font-size: 0.875rem; font-weight: 400; color: var(--muted); }
.health p { font-size: 1.25rem; font-weight: 600; line-height: 1.3; }
.photo { background: var(--line); border-radius: 0.75rem; overflow: hidden; }
.photo img { display: block; width: 100%; height: auto; max-height: 26rem; object-fit: cover; }
.photo figcaption { padding: 0.5rem 0.875rem; font-size: 0.875rem; color: var(--muted); background: var(--card); border: 1px solid var(--line); border-top: 0; border-radius: 0 0 0.75rem 0.75rem; }
.sections { display: grid; gap: 1rem; padding-top: 1rem; padding-bottom: 1rem; align-items: start; }
.sections > div { display: grid; gap: 1rem; }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.125rem 1rem; min-width: 0; }
.panel > h2 { font-size: 1.25rem; line-height: 1.3; margin-bottom: 0.75rem; }
.panel > h2 small { font-size: 0.9375rem; font-weight: 400; color: var(--muted); margin-left: 0.35rem; }
.kind { color: var(--muted); }
.quiet { color: var(--muted); font-size: 0.9375rem; }
.rows > li { padding: 0.75rem 0; border-top: 1px solid var(--line); }
.rows > li:first-child { border-top: 0; padding-top: 0; }
.rows > li:last-child { padding-bottom: 0; }
.row { display: flex; justify-content: space-between; align-items: flex-start; gap: 0.25rem 1rem; }
.title { font-weight: 600; overflow-wrap: anywhere; min-width: 0; }
.amount { flex: none; font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }
.pill { flex: none; padding: 0.125rem 0.625rem 0.125rem 0.4375rem; border-radius: 1rem; font-size: 0.9375rem; background: var(--tint); }
.score { padding-left: 0.625rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.meter { font-size: 2.25rem; font-weight: 700; line-height: 1.1; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.spark { margin-top: 0.875rem; color: var(--accent); }
.spark-area { fill: currentColor; stroke: none; opacity: 0.14; }
.spark-end { fill: currentColor; stroke: var(--card); }
.spark figcaption { display: flex; justify-content: space-between; gap: 1rem; margin-top: 0.25rem; font-size: 0.875rem; color: var(--muted); }
.spark figcaption span:last-child { text-align: right; }
.spark b { display: block; color: var(--ink); font-weight: 600; }
.code { font: 600 0.9375rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; color: var(--ink); overflow-wrap: anywhere; }
.year + .year { margin-top: 1.75rem; }
.year h3 { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1rem; font-size: 1.125rem; padding-bottom: 0.375rem; }
.year h3 span { font-size: 0.9375rem; font-weight: 400; color: var(--muted); }
.line { border-left: 2px solid var(--line); margin-left: 0.375rem; }
.line > li { position: relative; padding: 0.5rem 0 0.5rem 1.25rem; }
.line > li::before { content: ""; position: absolute; left: calc(-0.375rem - 1px); top: 0.9375rem; width: 0.75rem; height: 0.75rem; border-radius: 50%; background: var(--card); border: 2.5px solid var(--accent); }
footer { color: var(--muted); font-size: 0.9375rem; padding-bottom: 2rem; }
footer .wrap { display: grid; gap: 0.25rem; }
footer a { color: var(--accent); }
.address { display: none; }
.private { min-height: 100vh; display: grid; place-items: center; text-align: center; padding: 2rem 1rem; }
.private svg { width: 3.5rem; height: 3.5rem; margin: 0 auto 1.25rem; color: var(--muted); stroke-width: 1.4; }
.private h1 { font-size: 1.75rem; margin-bottom: 0.5rem; }
.private p { color: var(--muted); max-width: 26rem; }
@media (min-width: 48rem) {
  .wrap { padding-left: 2rem; padding-right: 2rem; }
  .hero .wrap { grid-template-columns: 1fr auto; align-items: center; padding-top: 1.25rem; padding-bottom: 2.5rem; }
  .brand { grid-column: 1 / -1; }
  .health { flex-direction: column; gap: 0.5rem; text-align: center; }
  .health .ring { width: 10rem; }
  .panel { padding: 1.375rem 1.5rem; }
  .sections { gap: 1.25rem; padding-top: 1.25rem; padding-bottom: 1.5rem; }
  .sections > div { gap: 1.25rem; }
}
@media (min-width: 60rem) {
  .two { grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); grid-template-rows: auto 1fr; }
  .two > .side { grid-column: 2; grid-row: 1 / span 2; }
  .two > .photo, .two > .due, .two > .services { grid-column: 1; }
}
@page { margin: 14mm; }
@media print {
  :root, .hero { ${PALETTES.light} }
  :root { --page: #ffffff; }
  html { font-size: 10.5pt; }
  .wrap { max-width: none; padding-left: 0; padding-right: 0; }
  .hero .wrap { grid-template-columns: 1fr auto; padding: 0 0 5mm; border-bottom: 1.5pt solid var(--ink); }
  .brand { grid-column: 1 / -1; }
  .health { flex-direction: column; gap: 1mm; text-align: center; }
  .health .ring { width: 26mm; }
  .health p { font-size: 1rem; }
  .sections, .sections > div { display: block; padding: 0; }
  .panel { border: 0; border-radius: 0; padding: 5mm 0 0; }
  .panel > h2, .year h3, .meter { break-after: avoid; }
  .rows > li, .line > li, .spark, .photo { break-inside: avoid; }
  .photo { margin-top: 5mm; }
  .photo img { max-height: 80mm; }
  .spark { max-width: 110mm; }
  .pill { padding: 0; background: none; }
  .address { display: block; overflow-wrap: anywhere; }
  .languages { display: none; }
  footer { padding: 5mm 0 0; }
}
`
