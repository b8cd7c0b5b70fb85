import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuietHours } from '@binnacle/contract'
import { quietUntil } from './quiet-until.ts'

const MINUTE_MS = 60_000
const clock = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (ms: number) => format.format(ms)
}

/** The first minutes of each quiet time's end, by looking at a clock each minute. */
function* ends({ from, until, time_zone }: QuietHours, firstMs: number, hours: number) {
  const shows = clock(time_zone)
  const isQuiet = (ms: number) => {
    const time = shows(ms)
    return from < until ? time >= from && time < until : time >= from || time < until
  }
  // Backwards, so that each minute knows when it becomes loud.
  let loud = Number.NaN
  for (let ms = firstMs + hours * 60 * MINUTE_MS; ms >= firstMs; ms -= MINUTE_MS) {
    if (!isQuiet(ms)) loud = ms
    if (!Number.isNaN(loud)) yield { ms, end: isQuiet(ms) ? new Date(loud).toISOString() : null }
  }
}

/** Time zones on days on which their clocks go forward and back, by an hour, half an hour, two hours, and a day. */
const DAYS = [
  ['Europe/Berlin', '2026-03-28T12:00Z'],
  ['Europe/Berlin', '2026-10-24T12:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T06:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T06:00Z'],
  ['Antarctica/Troll', '2026-03-28T12:00Z'],
  ['Antarctica/Troll', '2026-10-24T12:00Z'],
  ['Pacific/Apia', '2011-12-29T12:00Z'],
  ['UTC', '2026-05-14T00:00Z'],
] as const

const HOURS = [
  ['22:00', '07:00'],
  ['22:00', '02:30'],
  ['01:45', '02:15'],
  ['02:30', '07:00'],
  ['02:00', '03:00'],
  ['00:00', '23:59'],
  ['12:00', '11:59'],
] as const

for (const [timeZone, day] of DAYS)
  test(`the end of the quiet time is that of a clock which is looked at each minute: ${timeZone}, ${day}`, () => {
    for (const [from, until] of HOURS) {
      const setting = { from, until, time_zone: timeZone }
      for (const { ms, end } of ends(setting, Date.parse(day), 60))
        assert.equal(
          quietUntil(setting, new Date(ms))?.toISOString() ?? null,
          end,
          `${from}–${until} at ${new Date(ms).toISOString()}`,
        )
    }
  })

test('a time that clocks leave out ends when they jump over it', () => {
  const setting = { from: '22:00', until: '02:30', time_zone: 'Europe/Berlin' }
  const end = quietUntil(setting, new Date('2026-03-28T23:00Z'))
  assert.equal(end?.toISOString(), '2026-03-29T01:00:00.000Z', 'it is 03:00 there')
})

test('it begins and ends with the minute, whatever the seconds', () => {
  const setting = { from: '22:00', until: '07:00', time_zone: 'UTC' }
  const at = (time: string) => quietUntil(setting, new Date(`2026-05-14T${time}Z`))?.toISOString()
  assert.deepEqual(
    [at('21:59:59.999'), at('22:00:00'), at('06:59:59.999'), at('07:00:00')],
    [undefined, '2026-05-15T07:00:00.000Z', '2026-05-14T07:00:00.000Z', undefined],
  )
})
