import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Alarm } from '@binnacle/contract'
import { until } from '../../../../scripts/until.ts'
import { alarm, BOAT, boatPath, frame, hoursAgo, id } from '../testing/boat.ts'
import { open, plain, within } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { de } from '../texts/de.ts'
import { en } from '../texts/en.ts'

const texts = en.alarms
/** A name keeps the space that does not break. */
const COOLANT = 'Coolant temperature above 98\u00a0°C (port)'

/** The last five hours of the coolant: 80 °C, with 104 °C in the alarm's time. */
const RANGE: Answers['GET /app/vessels/{id}/telemetry/range'] = ({ query }) => {
  const at = [5, 4, 3, 1.5, 1].map((hours) => Date.parse(hoursAgo(hours)))
  const values = [80, 80, 81, 104, 99]
  return {
    ...{ metric: query!.metric, instance: 'port', from: query!.from, to: query!.to, bucket_ms: 60_000, gap_ms: 9e6 },
    points: [at, values, values, values, values],
  }
}

const openWith = (opened: Alarm[], ended: Alarm[] = [], answers: Answers = {}, language: 'en' | 'de' = 'en') =>
  open(
    boatPath('/alarms'),
    {
      'GET /v1/vessels/{id}/alarms': ({ query }) => ({
        alarms: query?.state === 'open' ? opened : ended,
        next: null,
      }),
      'GET /v1/vessels/{id}/cameras': { cameras: [] },
      'GET /app/vessels/{id}/telemetry/range': RANGE,
      ...answers,
    },
    { language },
  )

test('a count is told in words', async () => {
  const pump = { kind: 'sum_above', metric: 'bilge_pump_cycles', instance: null, limit: 6, value: 9 } as const
  const page = await openWith([alarm(pump)])
  const item = (await page.findByRole('heading', { name: /Bilge pump starts: more than 6 in an hour/ })).closest('li')!
  assert.match(plain(item.textContent), /9 in the hour before it began/)
})

/** What a message's link to silence its alarm opens. */
const openToSilence = (opened: Alarm) =>
  open(boatPath(`/alarms?silence=${id(700)}`), {
    'GET /v1/vessels/{id}/alarms': ({ query }) => ({ alarms: query?.state === 'open' ? [opened] : [], next: null }),
    'GET /v1/vessels/{id}/cameras': { cameras: [] },
    'GET /app/vessels/{id}/telemetry/range': RANGE,
    'POST /v1/alarms/{id}/silence': { alarm: alarm() },
  })

test('a message leads to the sheet that silences its alarm; once it is closed, a reload does not open it again', async () => {
  const page = await openToSilence(alarm())
  const sheet = within(await page.findByRole('dialog'))
  await page.user.click(sheet.getByRole('button', { name: texts.silence.hour }))
  await until(() => page.service.changes.length === 1, 'the silence')
  assert.equal(page.service.changes[0]!.params.id, id(700))
  await page.until(() => assert.ok(page.queryByRole('dialog') === null))
  await page.until(() => assert.equal(location.pathname + location.search, boatPath('/alarms')))
})

test('no sheet asks for an alarm that is silenced already', async () => {
  const page = await openToSilence(alarm({ silenced_at: hoursAgo(0) }))
  await page.findByRole('button', { name: texts.silence.endOf(COOLANT) })
  assert.ok(page.queryByRole('dialog') === null)
})

test('an open alarm says what, how far and since when, and is acknowledged', async () => {
  const page = await openWith([alarm()], [], { 'POST /v1/alarms/{id}/acknowledge': { alarm: alarm() } })
  const item = (await page.findByRole('heading', { name: COOLANT })).closest('li')!
  await within(item).findByText(/Highest 104 °C/)
  assert.match(plain(item.textContent), /began with 101 °C/)
  const chart = within(item).getByRole('link', { name: new RegExp(texts.chart) })
  assert.match(chart.getAttribute('href')!, /\/charts\?series=.*engine_coolant_temp.*from=/)
  const done = alarm({ acknowledged_at: hoursAgo(0), acknowledged_by: 'Ada' })
  page.service.answer({
    'GET /v1/vessels/{id}/alarms': ({ query }) => ({ alarms: query?.state === 'open' ? [done] : [], next: null }),
  })
  await page.user.click(page.getByRole('button', { name: texts.acknowledgeOf(COOLANT) }))
  await page.findByText(new RegExp(texts.acknowledgedBy('Ada')))
  assert.equal(page.service.changes[0]?.params.id, id(700))
  assert.ok(page.queryByRole('button', { name: texts.acknowledgeOf(COOLANT) }) === null)
})

test('what the service tells of alarms is shown without a reload', async () => {
  const page = await openWith([])
  await page.findByText(texts.none)
  await page.findByText(texts.noHistory)
  page.service.answer({
    'GET /v1/vessels/{id}/alarms': ({ query }) => ({ alarms: query?.state === 'open' ? [alarm()] : [], next: null }),
  })
  page.changed({ vessel_id: BOAT.id, topics: ['alarms'] })
  await page.findByRole('heading', { name: COOLANT })
})

test('an alarm is silenced for an hour, until it ends or until a time, and told again', async () => {
  const page = await openWith([alarm()], [], { 'POST /v1/alarms/{id}/silence': { alarm: alarm() } })
  const openSheet = async () => {
    await page.user.click(await page.findByRole('button', { name: texts.silence.of(COOLANT) }))
    return within(await page.findByRole('dialog'))
  }
  await page.user.click((await openSheet()).getByRole('button', { name: texts.silence.hour }))
  await page.until(() => assert.ok(page.queryByRole('dialog') === null))
  const [{ until }] = page.service.changes.map(({ body }) => body as { until: string }) as [{ until: string }]
  assert.ok(Date.parse(until) > Date.now() && Date.parse(until) <= Date.now() + 3_600_000)
  const silent = alarm({ silenced_at: hoursAgo(0) })
  page.service.answer({
    'GET /v1/vessels/{id}/alarms': ({ query }) => ({ alarms: query?.state === 'open' ? [silent] : [], next: null }),
    'DELETE /v1/alarms/{id}/silence': { alarm: alarm() },
  })
  await page.user.click((await openSheet()).getByRole('button', { name: texts.silence.toEnd }))
  await page.findByText(texts.silence.untilEnd)
  assert.deepEqual(page.service.changes.at(-1)!.body, {})
  await page.user.click(page.getByRole('button', { name: texts.silence.endOf(COOLANT) }))
  await page.until(() => assert.equal(page.service.changes.at(-1)!.route, 'DELETE /v1/alarms/{id}/silence'))
})

test('the history is read page by page, each with its time, its picture and who acknowledged', async () => {
  const ended = alarm({
    id: id(710),
    ended_at: hoursAgo(1),
    acknowledged_at: hoursAgo(1),
    acknowledged_by: 'Chart table',
  })
  const older = alarm({
    id: id(711),
    kind: 'fault',
    metric: 'fault_code',
    instance: null,
    limit: null,
    value: null,
    text: 'E042',
    severity: 'warning',
    began_at: hoursAgo(90),
    ended_at: hoursAgo(89),
  })
  const page = await openWith([], [], {
    'GET /v1/vessels/{id}/alarms': ({ query }) =>
      query?.state === 'open'
        ? { alarms: [], next: null }
        : query?.cursor
          ? { alarms: [older], next: null }
          : { alarms: [ended], next: 'more' },
    'GET /v1/vessels/{id}/cameras': {
      cameras: [
        {
          id: id(400),
          label: 'Engine room',
          view: 'engine_bay',
          enabled: true,
          last_frame_at: hoursAgo(1),
          last_error: null,
          retain_frames: 24,
          created_at: hoursAgo(99),
        },
      ],
    },
    'GET /app/cameras/{id}/frames': { frames: [frame({ captured_at: hoursAgo(1.5) })], next: null },
  })
  const item = (await page.findByRole('heading', { name: new RegExp(`^Coolant.*${texts.severities.alarm}`) })).closest(
    'li',
  )!
  assert.match(plain(item.textContent), / · 60 minutes/)
  const toggle = within(item).getByRole('button', { expanded: false })
  assert.ok(within(item).queryByText(/Acknowledged by/) === null)
  toggle.focus()
  await page.user.keyboard('{Enter}')
  await within(item).findByText(/\(60 minutes\)/)
  assert.equal(toggle.getAttribute('aria-expanded'), 'true')
  assert.match(item.textContent, /Acknowledged by Chart table/)
  assert.ok(within(item).getByRole('link', { name: new RegExp(texts.chart) }))
  const picture = await within(item).findByRole('link', { name: /Engine room/ })
  assert.equal(picture.getAttribute('href'), boatPath(`/cameras/${id(400)}`))
  await page.user.click(page.getByRole('button', { name: texts.older }))
  await page.findByRole('heading', { name: /^Fault: E042/ })
  assert.ok(page.queryByRole('button', { name: texts.older }) === null)
  await page.user.click(toggle)
  assert.ok(within(item).queryByText(/Acknowledged by/) === null)
})

test('the history stands by months', async () => {
  const in2025 = (month: string, n: number) =>
    alarm({ id: id(720 + n), began_at: `2025-${month}-1${n}T10:00:00Z`, ended_at: `2025-${month}-1${n}T10:05:00Z` })
  const page = await openWith([], [in2025('09', 2), in2025('09', 1), in2025('03', 0)])
  const months = await page.findAllByRole('region', { name: /2025$/ })
  assert.deepEqual(
    months.map((month) => [month.querySelector('h3')!.textContent, month.querySelectorAll('li').length]),
    [
      ['September 2025', 2],
      ['March 2025', 1],
    ],
  )
})

test('in German, and what cannot be read is told', async () => {
  const page = await openWith(
    [alarm({ kind: 'silent', metric: null, instance: null, limit: 24, value: null, severity: 'warning' })],
    [],
    {},
    'de',
  )
  await page.findByRole('heading', { name: 'Seit 24 Stunden kam nichts vom Boot' })
  page.service.answer({ 'GET /v1/vessels/{id}/alarms': new Refusal('not_found') })
  assert.ok(page.getByRole('button', { name: de.alarms.acknowledgeOf('Seit 24 Stunden kam nichts vom Boot') }))
})
