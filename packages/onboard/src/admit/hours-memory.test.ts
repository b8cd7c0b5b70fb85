import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Clock } from '../clock/clock.ts'
import { DAY, Machine } from '../clock/testing/machine.ts'
import type { Time } from '../clock/time.ts'
import type { Observation } from '../readings/reading.ts'
import { SILENT } from '../testing/log.ts'
import { admission } from './admit.ts'
import { HOURS_FILE, HoursMemory } from './hours-memory.ts'

const MAY = Date.UTC(2026, 4, 1)
const HOUR = 3_600_000

/** Starts of an onboard device in one folder; each hears an engine's counter, once a second, and keeps what counted. */
async function starts(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-hours-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, HOURS_FILE)
  const start = async (boot: string, wall: number, counter: number[], steady = 1_000) => {
    const at = steady + counter.length * 1_000
    const time: Time = { boot, steady: () => at, wall: () => wall + at - steady, sleep: () => Promise.resolve() }
    const clock = new Clock(time)
    const memory = await HoursMemory.open(path, clock, SILENT)
    const admit = admission({ everyInterval: true }, memory)
    const sent = counter.flatMap((value, i) => {
      const heard: Observation = {
        metric: 'engine_hours',
        instance: 'port',
        value,
        at: steady + i * 1_000,
        source: '2/127489',
        rank: 0,
      }
      return admit(heard) ?? []
    })
    await memory.keep(admit.enginesSeen())
    assert.ok(clock.boots.at(-1)!.first >= steady, 'hours of before do not make this boot longer')
    return {
      sent: sent.map(({ value }) => value),
      withheld: admit.withheld().map(({ reason, count }) => [reason, count]),
    }
  }
  return { start, path }
}
const times = (hours: number, count = 8) => Array<number>(count).fill(hours)

test('after a restart hours that no engine can have run do not count, however well they agree', async (t) => {
  const { start } = await starts(t)
  assert.deepEqual((await start('a', MAY, times(270))).sent, [270])
  assert.deepEqual(await start('b', MAY + 10 * HOUR, times(354_185)), { sent: [], withheld: [['hours', 8]] })
  assert.deepEqual((await start('c', MAY + 20 * HOUR, times(285))).sent, [285])
  assert.deepEqual((await start('d', MAY + 21 * HOUR, times(290))).sent, [])
})

test('nor within one boot, where the steady clock tells the time that has passed', async (t) => {
  const { start } = await starts(t)
  await start('a', MAY, times(270))
  assert.deepEqual((await start('a', MAY - 400 * HOUR, times(275), 10 * HOUR)).sent, [275])
  assert.deepEqual((await start('a', MAY + 400 * HOUR, times(300), 11 * HOUR)).sent, [])
})

test('wrong hours that were kept keep the right ones out for ten minutes at most', async (t) => {
  const { start } = await starts(t)
  await start('a', MAY, times(354_185))
  const { sent } = await start('b', MAY + HOUR, times(270, 602))
  assert.deepEqual([...new Set(sent)], [270])
  assert.deepEqual((await start('c', MAY + 2 * HOUR, times(270.5))).sent, [270.5])
})

test('forgotten, or with a file that is damaged, it begins anew', async (t) => {
  const { start, path } = await starts(t)
  await start('a', MAY, times(354_185))
  await rm(path)
  assert.deepEqual((await start('b', MAY + HOUR, times(270))).sent, [270])
  await writeFile(path, '[{"hours":"many"}]')
  assert.deepEqual((await start('c', MAY + HOUR, times(12))).sent, [12])
  assert.match(await readFile(`${path}.damaged`, 'utf8'), /many/)
})

test('how long ago the last hours counted is known as soon as the time is, though the system clock stood still meanwhile', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-hours-'))
  t.after(() => rm(folder, { recursive: true }))
  const machine = new Machine()
  const begin = async () => {
    const clock = await Clock.open(join(folder, 'clock.json'), SILENT, machine)
    const memory = await HoursMemory.open(join(folder, HOURS_FILE), clock, SILENT)
    const admit = admission({ everyInterval: true }, memory)
    const hear = (value: number) => {
      const at = machine.pass(1_000).steady()
      return admit({ metric: 'engine_hours', instance: 'port', value, at, source: '2/127489', rank: 0 })?.value
    }
    return { clock, memory, admit, hear }
  }
  const first = await begin()
  for (let second = 0; second < 10; second++) first.hear(500)
  await first.memory.keep(first.admit.enginesSeen())
  await first.clock.save()
  machine.reboot('second', 2 * DAY).wallError = -2 * DAY
  const { clock, hear } = await begin()
  const heard = Array.from({ length: 20 }, (_, second) => {
    if (second >= 5) clock.learn(machine.true, 'gps')
    return hear(520)
  })
  assert.ok(heard.includes(520))
})
