import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Series } from '@binnacle/contract'
import { alarmRule, boatPath, hoursAgo, id, reading } from '../testing/boat.ts'
import { open, plain, within } from '../testing/open.ts'
import type { Answers } from '../testing/service.ts'
import { de } from '../texts/de.ts'
import { en } from '../texts/en.ts'

const { charts: words } = en
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SERIES: Series[] = [reading(), reading({ metric: 'engine_rpm', unit: 'rpm', instance: 'port', value: 1450 })]
const NO_EVENTS: Answers = { 'GET /app/vessels/{id}/telemetry/events': { faults: [], services: [] } }

/** happy-dom has no layout, so nothing is drawn and no points are asked for; marks are, and they stand for the window. */
async function openCharts(search = '', answers: Answers = {}, language: 'en' | 'de' = 'en') {
  const page = await open(
    boatPath(`/charts${search}`),
    { 'GET /app/vessels/{id}/telemetry/latest': { series: SERIES }, ...NO_EVENTS, ...answers },
    { language },
  )
  return {
    ...page,
    preset: (name: string) => page.findByRole<HTMLInputElement>('radio', { name }),
    /** The window in the address, ms; waits until there is one. */
    window: async (other?: { from: number; to: number }) => {
      let found = { from: Number.NaN, to: Number.NaN }
      await page.until(() => {
        const search = new URLSearchParams(location.search)
        found = { from: Date.parse(search.get('from') ?? ''), to: Date.parse(search.get('to') ?? '') }
        assert.ok(found.to > found.from)
        assert.ok(other?.from !== found.from || other.to !== found.to)
      })
      return found
    },
  }
}

test('the last day is shown first; a preset stands in the address', async () => {
  const page = await openCharts()
  assert.equal((await page.preset(words.presets.day)).checked, true)
  await page.user.click(await page.preset(words.presets.week))
  await page.until(() => assert.match(location.search, /range=week/))
  assert.equal((await page.preset(words.presets.week)).checked, true)
})

test('buttons and keys move and zoom the window, and then it is of no preset', async () => {
  const page = await openCharts('?range=day')
  const day = await page.preset(words.presets.day)
  await page.user.click(page.getByRole('button', { name: words.earlier }))
  const earlier = await page.window()
  assert.equal(earlier.to - earlier.from, DAY_MS)
  assert.ok(Date.now() - earlier.to > 11 * HOUR_MS)
  assert.equal(day.checked, false)
  await page.user.click(page.getByRole('button', { name: words.zoomIn }))
  const closer = await page.window(earlier)
  assert.ok(closer.to - closer.from < DAY_MS)
  await page.user.click(page.getByRole('button', { name: words.reset }))
  await page.until(() => assert.match(location.search, /range=day/))
  assert.equal(day.checked, true)
})

test('a range by its two ends: the wrong way round it is said, else it is shown', async () => {
  const page = await openCharts()
  await page.user.click(await page.findByRole('button', { name: words.custom }))
  const [from, to] = [await page.findByLabelText(words.from), page.getByLabelText(words.to)]
  await page.fill(from, '2026-05-14T09:30')
  await page.fill(to, '2026-05-13T09:30')
  await page.findByText(words.wrongWay)
  await page.fill(to, '2026-05-16T09:30')
  await page.user.click(page.getByText(words.show).closest('button')!)
  assert.deepEqual(await page.window(), {
    from: new Date(2026, 4, 14, 9, 30).getTime(),
    to: new Date(2026, 4, 16, 9, 30).getTime(),
  })
})

test('marks are asked for around the window that is shown, and listed with what they are', async () => {
  const asked: { from: number; to: number }[] = []
  const [from, to] = [hoursAgo(48), hoursAgo(24)]
  const page = await openCharts(`?from=${from}&to=${to}`, {
    'GET /app/vessels/{id}/telemetry/events': ({ query }) => {
      asked.push({ from: Date.parse(query!.from), to: Date.parse(query!.to) })
      return {
        faults: [{ instance: 'port', text: 'SPN 110 FMI 0', from: hoursAgo(30), to: null }],
        services: [{ id: id(200), title: 'Impeller', done_at: hoursAgo(40) }],
      }
    },
  })
  const list = within(await page.findByRole('region', { name: words.marks }))
  const [first, second] = list.getAllByRole('listitem').map(({ textContent }) => plain(textContent))
  assert.match(first!, new RegExp(`${words.mark.service}: Impeller`))
  assert.match(second!, new RegExp(`${words.mark.fault}: SPN 110 FMI 0.*${words.lasts}`))
  assert.ok(asked[0]!.from <= Date.parse(from) && asked[0]!.to >= Date.parse(to))
})

test('the series of the address are shown, and another window keeps them', async () => {
  const page = await openCharts('?series=engine_rpm:port')
  await page.findByRole('heading', { name: `${en.common.metrics.engine_rpm} · rpm` })
  await page.user.click(await page.preset(words.presets.year))
  await page.until(() => assert.match(location.search, /range=year/))
  assert.match(decodeURIComponent(location.search), /engine_rpm:port/)
})

test('series are found by a part of their name and shown by a tick; one always stays', async () => {
  const page = await openCharts('?series=engine_rpm:port')
  await page.user.click(await page.findByRole('button', { name: words.choose(1) }))
  const tick = (name: string) => page.findByRole<HTMLInputElement>('checkbox', { name })
  const speed = await tick(`${en.common.metrics.engine_rpm}, port`)
  assert.deepEqual([speed.checked, speed.disabled], [true, true])
  await page.user.type(page.getByRole('searchbox', { name: words.searchSeries }), 'VOLT')
  assert.equal(page.queryByRole('checkbox', { name: `${en.common.metrics.engine_rpm}, port` }), null)
  await page.user.click(await tick(`${en.common.metrics.battery_voltage}, house`))
  await page.findByRole('heading', { name: `${en.common.metrics.battery_voltage} · V` })
  assert.match(decodeURIComponent(location.search), /engine_rpm:port.*battery_voltage:house/)
  await page.user.type(page.getByRole('searchbox', { name: words.searchSeries }), 'x')
  await page.findByText(words.nothingFound)
})

test('in German the speed of an engine is in 1/min', async () => {
  const page = await openCharts('?series=engine_rpm:port', {}, 'de')
  await page.findByRole('heading', { name: `${de.common.metrics.engine_rpm} · 1/min` })
})

test('a boat that has sent nothing: the page says how to begin', async () => {
  const page = await openCharts('', { 'GET /app/vessels/{id}/telemetry/latest': { series: [] } })
  await page.findByText(en.telemetry.empty.title)
  assert.equal(
    page.getByRole('link', { name: en.telemetry.empty.action }).getAttribute('href'),
    boatPath('/connections'),
  )
})

test('the limits of alarm rules are named beside the lines that they are for', async () => {
  const page = await openCharts('', {
    'GET /v1/vessels/{id}/alarm-rules': {
      rules: [alarmRule({ kind: 'below', metric: 'battery_voltage', limit: 12 }), alarmRule()],
    },
  })
  await page.findByText(/^Alarm below 12 V$/)
  assert.equal(page.queryByText(/98/), null)
})
