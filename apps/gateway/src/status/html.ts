import { createHash } from 'node:crypto'
import { type Entry, named, notHeard, span, statusReport } from './status.ts'
import type { GatewayStatus } from './status-file.ts'

const REFRESH_SECONDS = 10

const STYLE = `
:root { color-scheme: light dark; --soft: light-dark(#3d4a54, #b4c1ca); --line: light-dark(#9aa7b0, #45535d); --bad: light-dark(#a01510, #ffa199) }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: light-dark(#fff, #0d1317); color: light-dark(#000, #f2f6f8); font: 1.125rem/1.45 system-ui, sans-serif }
h1 { margin: 0 0 .75rem; font-size: 1.4rem }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.15rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 0 }
dt { font-weight: 600 } dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse }
th, td { padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td:nth-child(3) { white-space: nowrap } td, th[scope=row] { overflow-wrap: anywhere }
th[scope=row] { min-width: 6rem } td.value { min-width: 9rem; font-weight: 600; font-variant-numeric: tabular-nums }
small { display: block; color: var(--soft); font-size: .9rem }
p.bad, dd.bad { color: var(--bad); font-weight: 600 }
input, button { padding: .6rem .8rem; font: inherit; max-width: 100%; box-sizing: border-box }
label { display: block; margin-bottom: .3rem } button { margin-top: .6rem; display: block }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .5rem } thead { display: none } tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line) } th, td { display: inline; border: 0; padding: 0 .6rem 0 0 } td:last-child { display: block } }
`
const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** Nothing is loaded from anywhere, no script runs, no page shows it in a frame. */
export const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Names come from the boat's network. */
const text = (value: string | number): string => String(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign]!)

const page = (body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Binnacle gateway</title>
${head}<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Binnacle gateway</h1>
${body}
</main>
</body>
</html>
`

/** Where the token is entered; `wrong`: the one that was entered is not it. */
export const signInPage = (wrong: boolean): string =>
  page(`${wrong ? '<p class="bad" role="alert">Wrong token. Enter the token of statusPage in the gateway\'s settings.</p>\n' : ''}<form method="post" action="/sign-in">
<label for="token">Token of the status page</label>
<input id="token" name="token" type="password" required autofocus autocomplete="current-password">
<button>Show the status</button>
</form>`)

/** The status for people; it loads itself again. `systemNow` is what the system clock says, ms. */
export function statusPage(status: GatewayStatus, systemNow: number): string {
  const { entries } = statusReport(status, true, systemNow)
  const body = `<dl>
${entries.map(row).join('\n')}
</dl>
<h2>What the boat says</h2>
${status.series.length > 0 ? table(status.series) : '<p>No data yet.</p>'}
<p><small>Updated every ${REFRESH_SECONDS} seconds. The same for programs: /status.json</small></p>`
  return page(body, `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">\n`)
}

const row = (entry: Entry): string =>
  `<dt>${text(entry.label)}</dt><dd${entry.bad ? ' class="bad"' : ''}>${text(entry.text)}</dd>`

function table(series: GatewayStatus['series']): string {
  const rows = series.map(
    ({ metric, instance, newest, ...sources }) =>
      `<tr><th scope="row">${text(metric.replaceAll('_', ' '))}${instance === null ? '' : ` ${text(instance)}`}</th>` +
      `<td class="value">${newest ? text(newest.value) : '–'}${newest?.unit ? `&nbsp;${text(newest.unit)}` : ''}</td>` +
      `<td>${newest ? text(span(newest.ageMs)) : ''}</td>` +
      `<td>${sourceCell(metric, sources)}</td></tr>`,
  )
  const head = ['Metric', 'Value', 'Age', 'Source'].map((name) => `<th scope="col">${name}</th>`).join('')
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
}

type Sources = Pick<GatewayStatus['series'][number], 'chosen' | 'others' | 'unheard'>

function sourceCell(metric: string, { chosen, others, unheard }: Sources): string {
  const heard = others.map(named).join(', ')
  const areAllUsed = !chosen && metric === 'fault_code'
  const used = chosen ? named(chosen) : areAllUsed ? 'all that are heard' : 'none in use'
  const small = [
    ...(heard === '' ? [] : [areAllUsed ? heard : `also heard: ${heard}`]),
    ...(unheard.length > 0 ? [notHeard(unheard)] : []),
  ]
  return `${text(used)}${small.map((line) => `<small>${text(line)}</small>`).join('')}`
}
