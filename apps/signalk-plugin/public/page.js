// The page at /signalk-binnacle/: asks the plugin for its status every few seconds and shows it, and tells it what the owner chooses.

const PLUGIN_URL = '/plugins/signalk-binnacle'
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
  const response = await fetch(`${PLUGIN_URL}/status`, {
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
  const { state, sentence, since } = answer.device.connection
  const text = since && state !== 'connected' ? `${sentence} Since ${moment(since)}.` : sentence
  const connection = { ...(STATES[state] ?? STATES.starting), sentence: text }
  return { connection, device: answer.device, update: answer.update }
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

/** An element that stays the same one as long as its key does, while those around it come and go. */
const keyed = (key, made) => Object.assign(made, { key })

/**
 * Makes the children of `there` like `made`. What is equal is left alone, so that the keyboard's focus, a selection and a dialog stay
 * where they are.
 */
function show(there, ...made) {
  let before = there.firstChild
  for (const node of made.map((one) => (typeof one === 'string' ? new Text(one) : one))) {
    const isSame = (other) => other.nodeName === node.nodeName && other.key === node.key
    let found = before
    while (found && node.key !== undefined && !isSame(found)) found = found.nextSibling
    if (!found || !isSame(found)) {
      there.insertBefore(node, before)
      continue
    }
    // What stands before it has gone.
    while (before !== found) before = removed(before)
    before = found.nextSibling
    if (node.nodeType === Node.TEXT_NODE) {
      if (found.data !== node.data) found.data = node.data
      continue
    }
    for (const { name } of [...found.attributes]) if (!node.hasAttribute(name)) found.removeAttribute(name)
    for (const { name, value } of node.attributes)
      if (found.getAttribute(name) !== value) found.setAttribute(name, value)
    show(found, ...node.childNodes)
  }
  while (before) before = removed(before)
}

function removed(node) {
  const next = node.nextSibling
  node.remove()
  return next
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

function showDevice({ device, update }, now) {
  const { queue, clock, rejected, hourMeters, series, withheld, cameras, budgets, alarms } = device
  byId('alarms-card').hidden = !alarms
  if (alarms) show(byId('alarms'), ...alarmList(alarms, now))
  const uploadedAt = device.lastUploadAt ?? device.uploadedBeforeAt
  byId('last-upload').textContent = uploadedAt ? ago(uploadedAt, now) : 'none yet'
  byId('waiting').textContent = queue.waiting === 0 ? 'none' : `${number(queue.waiting)} (${bytes(queue.bytes)})`
  byId('oldest').textContent =
    queue.oldestAgeMs === null
      ? '–'
      : `${span(queue.oldestAgeMs)} old${queue.oldestAt ? `, ${moment(queue.oldestAt)}` : ''}`
  byId('clock').textContent = clockText(clock)
  show(byId('notes'), ...[update, ...notes(queue)].filter(Boolean).map((text) => element('li', {}, text)))
  show(byId('engines'), enginesTable(hourMeters))
  show(byId('cameras'), camerasTable(cameras, now))
  show(byId('budgets'), budget('Readings', budgets.telemetry), budget('Pictures', budgets.cameras), since(budgets))
  show(byId('series'), ...seriesTable(series))
  show(byId('withheld'), ...withheldTable(withheld))
  show(byId('rejected'), ...rejectedTable(rejected))
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

/** What the service said last: while it cannot be reached, that still holds on board. */
function alarmList({ at, alarms }, now) {
  const items = alarms.map((alarm) => alarmItem(alarm, now))
  return [
    items.length > 0 ? element('ul', { className: 'alarms' }, ...items) : element('p', {}, 'None.'),
    soft(at ? `The service said so ${ago(at, now)}.` : ''),
  ]
}

function alarmItem({ id, severity, message, began_at, quiet }, now) {
  const name = severity === 'alarm' ? 'Alarm' : 'Warning'
  const item = element(
    'li',
    {},
    element('strong', { className: severity === 'alarm' ? 'bad' : 'wait' }, `${name}: ${message}`),
    soft(`began ${ago(began_at, now)}${quiet ? '; acknowledged or silenced' : ''}`),
  )
  return keyed(id, item)
}

function enginesTable(hourMeters) {
  if (hourMeters.length === 0) return soft('No engine has reported hours yet.')
  const rows = [...hourMeters]
    .sort((a, b) => (a.instance ?? '').localeCompare(b.instance ?? ''))
    .map((engine) => keyed(`engine ${engine.instance}`, engineRow(engine)))
  const moved = hourMeters.some(({ moves }) => moves)
  const choice = `${moved ? '' : 'None of them moves the boat’s hour meter. '}Choose in the settings which engine feeds it.`
  const hint = moved && hourMeters.length === 1 ? [] : [soft(choice)]
  return element('div', {}, tableOf(['Engine', 'Hours'], element('tbody', {}, ...rows)), ...hint)
}

function engineRow({ instance, hours, moves }) {
  const name = instance ?? 'engine'
  const forget = button('These hours are wrong: forget them', { forget: `${hours.toFixed(1)} h`, instance })
  forget.setAttribute('aria-label', `These hours are wrong: forget them (${name}, ${hours.toFixed(1)} h)`)
  const feeds = moves ? [soft('moves the boat’s hour meter')] : []
  return row(name, element('div', {}, `${hours.toFixed(1)} h`, ...feeds, forget))
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

const titleOf = ({ metric, instance }) => `${metric.replaceAll('_', ' ')}${instance === null ? '' : ` ${instance}`}`

function seriesTable(series) {
  if (series.length === 0) return [soft('No data yet.')]
  const settings = element('a', { href: PLUGIN_SETTINGS }, 'settings')
  const bodies = series.map((one) => keyed(titleOf(one), seriesRows(one)))
  return [
    soft(
      'Of several sources the plugin uses the best. Pin one, and it is used whenever it sends data. Press Pin again to let the plugin choose. Pins are saved under Sources in the ',
      settings,
      '.',
    ),
    tableOf(['Source', 'Newest', ''], ...bodies),
  ]
}

/** A series: its name, then a row for each source. */
function seriesRows(series) {
  const title = element('th', { scope: 'rowgroup', colSpan: 3 }, titleOf(series))
  const rows =
    series.metric === 'fault_code'
      ? [row(soft('from all that are heard'), newestCell(series.newest), '')]
      : sourcesOf(series).map((source) => keyed(source.source, sourceRow(series, source)))
  return element('tbody', {}, element('tr', {}, title), ...rows)
}

/** Every source that was heard, and those that the owner pinned and that are silent since the start. */
function sourcesOf({ chosen, pinned, newest, others, unheard }) {
  const used = chosen ? [{ ...chosen, pinned, newest, isUsed: true }] : []
  const silent = unheard.map((source) => ({ source, name: null, pinned: true, newest: null, isSilent: true }))
  return [...used, ...others, ...silent].sort((a, b) => (a.source < b.source ? -1 : 1))
}

function sourceRow(series, { source, name, pinned, newest, isUsed, isSilent }) {
  const { metric, instance } = series
  const pin = button('Pin', { pin: source, metric, instance })
  pin.setAttribute('aria-pressed', pinned)
  pin.setAttribute('aria-label', `Pin ${source} for ${titleOf(series)}`)
  const state = [
    ...(isUsed ? [' ', element('span', { className: 'used' }, 'in use')] : []),
    ...(isSilent ? [soft('not heard since the start')] : []),
  ]
  return row(element('div', {}, name === null ? source : `${source} (${name})`, ...state), newestCell(newest), pin)
}

function newestCell(newest) {
  if (!newest) return '–'
  return element(
    'div',
    {},
    `${newest.value}${newest.unit ? ` ${newest.unit}` : ''}`,
    element('p', { className: 'soft age' }, `${span(newest.ageMs)} ago`),
  )
}

function withheldTable(withheld) {
  if (withheld.length === 0) return [soft('None since the start.')]
  const rows = withheld.map(({ series, source, text, valueText, count }) => [
    element(
      'div',
      {},
      valueText ? `${series}: ${valueText}` : series,
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

const table = (heads, rows) => tableOf(heads, element('tbody', {}, ...rows.map((cells) => row(...cells))))

function tableOf(heads, ...bodies) {
  const head = heads.map((text) => element(text ? 'th' : 'td', text ? { scope: 'col' } : {}, text))
  return element('table', {}, element('thead', {}, element('tr', {}, ...head)), ...bodies)
}

const row = (...cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell)))

/** A button that says in its data what it is for; null is left out. */
function button(text, data) {
  const made = element('button', { type: 'button' }, text)
  for (const [name, value] of Object.entries(data)) if (value !== null) made.dataset[name] = value
  return made
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

/** Tells the plugin what the owner chose, and shows what came of it; `done` is said when it worked. */
async function change(path, body, said, done) {
  said.textContent = ''
  const response = await fetch(`${PLUGIN_URL}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch(() => null)
  await refresh()
  const { error } = (await response?.json().catch(() => null)) ?? {}
  said.textContent =
    response?.ok && !error ? done : (NOT_DONE[error ?? response?.status] ?? 'Nothing was changed. Try again.')
}

const NOT_DONE = {
  401: 'Nothing was changed. Log in as an administrator of this Signal K server.',
  403: 'Nothing was changed. Log in as an administrator of this Signal K server.',
  cross_site_request: 'Nothing was changed. Open this page at the address of the Signal K server itself.',
  not_saved: 'Nothing was changed: the server could not save it. Check that its disk is not full.',
  plugin_off: 'Nothing was changed: the plugin is off.',
}

function pin({ pin: source, metric, instance = null }, isPinned) {
  const title = titleOf({ metric, instance })
  const done = isPinned ? `${title}: the plugin chooses.` : `${title}: ${source} is pinned.`
  return change('/sources', { metric, instance, source: isPinned ? null : source }, byId('series-said'), done)
}

function askToForget({ forget: hours, instance = null }) {
  const dialog = byId('forget')
  byId('forget-title').textContent = `Forget ${hours} of ${instance ?? 'the engine'}?`
  dialog.onclose = () => {
    if (dialog.returnValue !== 'forget') return
    change('/hours/forget', { instance }, byId('engines-said'), `${hours} of ${instance ?? 'the engine'}: forgotten.`)
  }
  dialog.returnValue = ''
  dialog.showModal()
}

document.addEventListener('click', ({ target }) => {
  const { dataset, ariaPressed } = target.closest('button') ?? { dataset: {} }
  if (dataset.pin) pin(dataset, ariaPressed === 'true')
  if (dataset.forget) askToForget(dataset)
})

let asked = 0

/** Of two answers that cross the newer one is shown. */
async function refresh() {
  const mine = ++asked
  try {
    const { connection, ...shown } = await ask()
    if (mine !== asked) return
    showConnection(connection)
    byId('details').hidden = !shown.device
    if (shown.device) showDevice(shown, Date.parse(shown.device.at))
    byId('updated').textContent = `Checked at ${new Date().toLocaleTimeString()}.`
  } catch (error) {
    // A plugin that is newer or older than this page, in the browser's cache.
    showConnection({ tone: 'bad', sign: '!', title: 'This page is out of date', sentence: 'Reload the page.' })
    byId('details').hidden = true
    console.error(error)
  }
}

async function keepRefreshing() {
  await refresh()
  setTimeout(keepRefreshing, EVERY_MS)
}

keepRefreshing()
