// The page at /signalk-binnacle/: asks the plugin for its status every few seconds and shows it.

const STATUS_URL = '/plugins/signalk-binnacle/status'
const EVERY_MS = 3000
const REQUEST_TIMEOUT_MS = 10_000

const PLUGIN_SETTINGS = '/admin/#/serverConfiguration/plugins/signalk-binnacle'

/** How each state of the connection looks; its sentence comes from the plugin. */
const STATES = {
  starting: { tone: 'idle', sign: '…', title: 'Starting' },
  connected: { tone: 'good', sign: '✓', title: 'Connected' },
  offline: { tone: 'wait', sign: '↻', title: 'Offline' },
  refused: { tone: 'bad', sign: '!', title: 'Refused' },
}

const UNREACHABLE = {
  tone: 'bad',
  sign: '!',
  title: 'No answer from the Signal K server',
  sentence: 'Check that the server runs and that you are in the boat’s network. This page keeps trying.',
}
const NOT_LOGGED_IN = {
  tone: 'wait',
  sign: '!',
  title: 'Log in',
  sentence: 'You need to be an administrator of this Signal K server to see this page.',
  link: { href: '/admin/#/login', text: 'Log in' },
}
const PLUGIN_OFF = {
  tone: 'wait',
  sign: '!',
  title: 'The plugin is off',
  sentence: 'No data is sent. Turn it on in the server’s settings.',
  link: { href: PLUGIN_SETTINGS, text: 'Open the settings' },
}

/** What to show: a connection, and the onboard device's status where there is one. */
async function ask() {
  const response = await fetch(STATUS_URL, {
    cache: 'no-store',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch(() => null)
  if (!response) return { connection: UNREACHABLE }
  if (response.status === 401 || response.status === 403) return { connection: NOT_LOGGED_IN }
  if (response.status === 404) return { connection: PLUGIN_OFF }
  // An older server answers with its log-in page instead of 401.
  const answer = await response.json().catch(() => null)
  if (!response.ok || answer === null) return { connection: response.ok ? NOT_LOGGED_IN : UNREACHABLE }
  if (answer.problem) return { connection: notRunning(answer.problem) }
  if (!answer.device) return { connection: { ...STATES.starting, sentence: 'The plugin is starting.' } }
  const { state, sentence } = answer.device.connection
  return { connection: { ...(STATES[state] ?? STATES.starting), sentence }, device: answer.device }
}

function notRunning(problem) {
  return {
    tone: 'bad',
    sign: '!',
    title: 'Not running',
    sentence: problem,
    link: { href: PLUGIN_SETTINGS, text: 'Open the settings' },
  }
}

const byId = (id) => document.getElementById(id)

/** An element; texts are always set as text, whatever a camera or a sensor is called. */
function element(tag, props = {}, ...children) {
  const made = Object.assign(document.createElement(tag), props)
  made.append(...children)
  return made
}

let announced = ''

function showConnection({ tone, sign, title, sentence, link }) {
  const text = `${tone} ${title} ${sentence}`
  // Unchanged, it must not be read out again.
  if (text === announced) return
  announced = text
  const section = byId('connection')
  section.dataset.tone = tone
  section.querySelector('.sign').textContent = sign
  section.querySelector('h2').textContent = title
  section
    .querySelector('p')
    .replaceChildren(sentence, ...(link ? [' ', element('a', { href: link.href }, link.text)] : []))
}

function showDevice({ lastUploadAt, queue, clock, rejected, hourMeters, series, withheld, cameras, budgets }, now) {
  byId('last-upload').textContent = lastUploadAt ? ago(lastUploadAt, now) : 'none yet'
  byId('waiting').textContent = queue.waiting === 0 ? 'none' : `${number(queue.waiting)} (${bytes(queue.bytes)})`
  byId('oldest').textContent =
    queue.oldestAgeMs === null
      ? '–'
      : `${span(queue.oldestAgeMs)} old${queue.oldestAt ? `, ${moment(queue.oldestAt)}` : ''}`
  byId('clock').textContent = clockText(clock)
  byId('notes').replaceChildren(...notes(queue).map((text) => element('li', {}, text)))
  byId('engines').replaceChildren(enginesTable(hourMeters))
  byId('cameras').replaceChildren(camerasTable(cameras, now))
  byId('budgets').replaceChildren(
    budget('Readings', budgets.telemetry),
    budget('Pictures', budgets.cameras),
    since(budgets),
  )
  byId('series').replaceChildren(...seriesTable(series))
  byId('withheld').replaceChildren(...withheldTable(withheld))
  byId('rejected').replaceChildren(...rejectedTable(rejected))
}

function clockText({ trust, systemAheadMs }) {
  const by = { gps: 'set by GPS', server: 'checked with the service', ntp: 'set by NTP' }[trust]
  if (!by) return 'not checked yet'
  const off = Math.abs(systemAheadMs ?? 0)
  return off < 5000
    ? by
    : `${by}; this computer is ${span(off)} ${systemAheadMs > 0 ? 'ahead' : 'behind'}; readings get the correct time`
}

function notes({ thinned, dropped, refusedBatches, damagedParts }) {
  return [
    thinned > 0 && `Old readings thinned out because the queue was full: ${number(thinned)}.`,
    dropped > 0 && `Old readings deleted because the queue was full: ${number(dropped)}.`,
    refusedBatches > 0 && `Batches refused by the service, kept in the folder “refused”: ${number(refusedBatches)}.`,
    damagedParts > 0 && `Damaged parts of the queue, kept in the folder “damaged”: ${number(damagedParts)}.`,
  ].filter(Boolean)
}

function enginesTable(hourMeters) {
  if (hourMeters.length === 0) return soft('No engine has reported hours yet.')
  const rows = [...hourMeters]
    .sort((a, b) => (a.instance ?? '').localeCompare(b.instance ?? ''))
    .map(({ instance, hours }) => [instance ?? 'engine', `${hours.toFixed(1)} h`])
  const several =
    hourMeters.length > 1 ? [soft('Choose in the settings which engine feeds the boat’s hour meter.')] : []
  return element('div', {}, table(['Engine', 'Hours'], rows), ...several)
}

function camerasTable(cameras, now) {
  if (cameras.length === 0) return soft('No camera is set up.')
  return table(
    ['Camera', 'Last picture'],
    cameras.map(({ name, lastFrameAt, lastError }) => [
      name,
      element(
        'div',
        {},
        lastFrameAt ? ago(lastFrameAt, now) : 'none yet',
        ...(lastError ? [element('div', { className: 'bad' }, lastError)] : []),
      ),
    ]),
  )
}

function budget(title, { bytes: spent, limitBytes }) {
  const share = limitBytes === null ? ', no limit' : ` of ${bytes(limitBytes)}`
  const line = element('div', {}, element('span', {}, title), element('span', {}, `${bytes(spent)}${share}`))
  if (limitBytes === null) return element('div', { className: 'budget' }, line)
  const full = spent >= limitBytes
  const bar = element('progress', {
    max: limitBytes || 1,
    value: Math.min(spent, limitBytes || 1),
    className: full ? 'full' : '',
  })
  bar.setAttribute('aria-label', `${title}, this month`)
  const used = full ? [element('p', { className: 'bad' }, 'Limit reached. Sending continues next month.')] : []
  return element('div', { className: 'budget' }, line, bar, ...used)
}

const since = ({ month }) => soft(`In ${month} (UTC).`)

function seriesTable(series) {
  if (series.length === 0) return [soft('No data yet.')]
  const named = ({ source, name }) => (name === null ? source : `${source} (${name})`)
  const rows = series.map(({ metric, instance, newest, chosen, pinned, others }) => [
    element(
      'div',
      {},
      `${metric.replaceAll('_', ' ')}${instance === null ? '' : ` ${instance}`}`,
      soft(chosen ? `${named(chosen)}${pinned ? ', set by you' : ''}` : 'from all that are heard'),
      ...(others.length > 0 ? [soft(`also heard: ${others.map(named).join(', ')}`)] : []),
    ),
    newest
      ? element('div', {}, `${newest.value}${newest.unit ? ` ${newest.unit}` : ''}`, soft(`${span(newest.ageMs)} ago`))
      : '–',
  ])
  const several = series.some(({ chosen, others }) => chosen && others.length > 0)
  const settings = element('a', { href: PLUGIN_SETTINGS }, 'settings')
  return [
    table(['What, and from where', 'Newest'], rows),
    ...(several ? [soft('To use another source, add it under Sources in the ', settings, '.')] : []),
  ]
}

function withheldTable(withheld) {
  if (withheld.length === 0) return [soft('None since the start.')]
  const rows = withheld.map(({ series, source, text, value, count }) => [
    element(
      'div',
      {},
      `${series}${value === undefined ? '' : `: ${value}`}`,
      soft(`${text}, ${count === 1 ? 'once' : `${number(count)} times`}`),
      soft(source),
    ),
  ])
  return [soft('Heard and not sent.'), table(['Reading and reason'], rows)]
}

function rejectedTable({ count, last }) {
  if (count === 0) return [soft('None since the start.')]
  const rows = [...last]
    .reverse()
    .map(({ at, metric, reason }) => [at ? moment(at) : '–', element('div', {}, metric, soft(reason))])
  return [
    soft(`${number(count)} since the start. The service did not store them.`),
    table(['When', 'Reading and reason'], rows),
  ]
}

function table(heads, rows) {
  const head = element('tr', {}, ...heads.map((text) => element('th', { scope: 'col' }, text)))
  const body = rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))))
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...body))
}

const soft = (...parts) => element('p', { className: 'soft' }, ...parts)
const number = (value) => value.toLocaleString()
const moment = (iso) => new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const ago = (iso, now) => `${span(Math.max(0, now - Date.parse(iso)))} ago`

function span(ms) {
  const [size, unit] = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1000, 'second'],
  ].find(([size]) => ms >= size * 2) ?? [1000, 'second']
  const count = Math.floor(ms / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function bytes(count) {
  return count < 100_000 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`
}

async function refresh() {
  try {
    const { connection, device } = await ask()
    showConnection(connection)
    byId('details').hidden = !device
    if (device) showDevice(device, Date.parse(device.at))
    byId('updated').textContent = `Checked at ${new Date().toLocaleTimeString()}.`
  } catch (error) {
    // A plugin that is newer or older than this page, in the browser's cache.
    showConnection({ tone: 'bad', sign: '!', title: 'This page is out of date', sentence: 'Reload the page.' })
    byId('details').hidden = true
    console.error(error)
  } finally {
    setTimeout(refresh, EVERY_MS)
  }
}

refresh()
