import { createHash } from 'node:crypto'

const STATUS_ON_LIGHT = `--ok: #14683a; --ok-tint: #e3f3e9; --soon: #7a4800; --soon-tint: #fcefd6; --late: #a81b14; --late-tint: #fce7e4; --none: #4b5c68; --none-tint: #e9eef2;`
const STATUS_ON_DARK = `--ok: #6ddaa0; --ok-tint: #10301f; --soon: #f5bf62; --soon-tint: #33260c; --late: #ff9d93; --late-tint: #3d1815; --none: #a9bac6; --none-tint: #1d2d38;`
const LIGHT = `--page: #f1f5f8; --card: #ffffff; --ink: #0c1c28; --muted: #475966; --line: #d5dee5; --accent: #0a5a80; ${STATUS_ON_LIGHT}`
const DARK = `--page: #0a131a; --card: #111e27; --ink: #e9f0f4; --muted: #a9bac6; --line: #283a47; --accent: #7cc4ea; ${STATUS_ON_DARK}`
const DEEP = `--card: #0b2a3f; --ink: #ffffff; --muted: #c3d5e1; --line: #2c4d63; --accent: #9ad3f2; ${STATUS_ON_DARK}`

/** The three sets of colours; in each, every text colour has at least 4.5:1 on card, and each status also on its tint. */
export const PALETTES = { light: LIGHT, dark: DARK, deep: DEEP }

/** What page and card share: the colours of both themes, the type, and the drawings. Paper is always light. */
export const BASE_CSS = `
:root { color-scheme: light dark; ${LIGHT} }
@media screen and (prefers-color-scheme: dark) { :root { ${DARK} } }
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; color: var(--ink); font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif; }
h1, h2, h3, p, figure, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
svg { display: block; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
svg text { stroke: none; fill: currentColor; }
.tone-ok { color: var(--ok); --tint: var(--ok-tint); }
.tone-soon { color: var(--soon); --tint: var(--soon-tint); }
.tone-late { color: var(--late); --tint: var(--late-tint); }
.tone-none { color: var(--none); --tint: var(--none-tint); }
.ring-ticks { stroke: var(--muted); stroke-width: 4; stroke-linecap: butt; opacity: 0.55; }
.ring-track { stroke: var(--line); stroke-width: 9; }
.ring-arc { stroke-width: 9; }
.ring-score { font-size: 34px; font-weight: 700; fill: var(--ink); letter-spacing: -1px; }
.ring-of { font-size: 12px; fill: var(--muted); }
.status { display: inline-flex; align-items: center; gap: 0.35em; font-weight: 600; white-space: nowrap; }
.status svg { width: 1.25em; height: 1.25em; flex: none; stroke-width: 2.2; }
.mark { width: 1.25rem; height: 1.25rem; flex: none; stroke-width: 1.6; }
.mark .north { fill: currentColor; }
`

/** The source expression with which a Content-Security-Policy allows exactly this style sheet. */
export const styleSource = (css: string): string => `'sha256-${createHash('sha256').update(css).digest('base64')}'`
