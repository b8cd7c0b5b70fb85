import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SILENT } from '../testing/log.ts'
import { Clock, type Stamp } from './clock.ts'
import { DAY, Machine, NOON } from './testing/machine.ts'
import { steadyNow } from './time.ts'

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'binnacle-clock-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}

test('until somebody tells the time nothing has one; then what was measured before has it too', () => {
  const machine = new Machine()
  machine.wallError = -20 * 365 * DAY
  const clock = new Clock(machine)
  const early = clock.stamp()
  assert.equal(clock.timeOf(early), null)
  machine.pass(5_000)
  clock.learn(machine.true, 'server')
  assert.deepEqual([clock.timeOf(early), clock.now(), clock.trust], [NOON, NOON + 5_000, 'server'])
})

test('a system clock that jumps moves no reading', () => {
  const machine = new Machine()
  const clock = new Clock(machine)
  clock.learn(machine.true, 'server')
  for (const years of [-50, 30, 0]) {
    machine.pass(1_000).wallError = years * 365 * DAY
    assert.equal(clock.now(), machine.true)
  }
})

test('a system clock that is right is taken as it is: the service says only whole seconds', () => {
  const machine = new Machine()
  const clock = new Clock(machine)
  clock.learn(machine.true + 1_500, 'server')
  assert.equal(clock.now(), machine.true)
})

test('an answer that was long under way contradicts nothing within its error', () => {
  const machine = new Machine()
  const clock = new Clock(machine)
  clock.learn(machine.true + 8_000, 'server', machine.steady(), 10_000)
  assert.equal(clock.now(), machine.true)
})

test('a Date header is of a moment between question and answer, and of the middle of its second', () => {
  const machine = new Machine()
  machine.wallError = -20 * 365 * DAY
  const clock = new Clock(machine)
  const askedAt = machine.steady()
  machine.pass(10_000)
  clock.learnFromDate(NOON + 5_000, askedAt)
  assert.equal(clock.now(), NOON + 10_500)
  machine.pass(60_000)
  clock.learnFromDate(machine.true, machine.steady() - 10_000)
  assert.equal(clock.now(), NOON + 70_500, 'within the error of a slow answer')
})

test('two GPS times that agree are not enough, however far apart', () => {
  const machine = new Machine()
  const clock = new Clock(machine)
  clock.learn(machine.true, 'gps')
  clock.learn(machine.pass(60_000).true, 'gps')
  assert.equal(clock.trust, null)
  clock.learn(machine.pass(60_000).true, 'gps')
  assert.equal(clock.trust, 'gps')
})

test('GPS counts when several agree, and not when it has counted the weeks wrong', () => {
  const machine = new Machine()
  machine.wallError = 3 * DAY
  const clock = new Clock(machine)
  const gps = (trueMs: number) => {
    clock.learn(trueMs, 'gps')
    machine.pass(1_000)
    return clock.trust
  }
  assert.equal(gps(machine.true), null)
  assert.equal(gps(machine.true + 99 * DAY), null)
  assert.equal(gps(machine.true), null)
  assert.equal(gps(machine.true), null)
  assert.equal(gps(machine.true), 'gps')
  assert.equal(clock.now(), machine.true)

  const rolled = new Clock(machine)
  for (let i = 0; i < 10; i++) rolled.learn(machine.pass(1_000).true - 1024 * 7 * DAY, 'gps')
  assert.equal(rolled.trust, null)
})

test('the service overrules a GPS that plays a recording, and is not overruled by it', () => {
  const machine = new Machine()
  machine.wallError = DAY
  const clock = new Clock(machine)
  const recorded = () => clock.learn(machine.pass(2_000).true + 40 * DAY, 'gps')
  for (let i = 0; i < 3; i++) recorded()
  assert.equal(clock.now(), machine.true + 40 * DAY)
  clock.learn(machine.true, 'server')
  for (let i = 0; i < 3; i++) recorded()
  assert.equal(clock.now(), machine.true)
})

test('a crystal that drifts by a minute a month is followed', () => {
  const machine = new Machine()
  machine.wallError = DAY
  const clock = new Clock(machine)
  const stamps: [Stamp, number][] = []
  for (let hour = 0; hour < 30 * 24; hour++) {
    machine.pass(3_600_000)
    machine.bootedAt += 3_600_000 * 25e-6
    stamps.push([clock.stamp(), machine.true])
    // The instruments are on every fifth day.
    for (let i = 0; i < 4 && hour % 120 === 0; i++) clock.learn(machine.pass(1_000).true, 'gps')
  }
  for (let i = 0; i < 4; i++) clock.learn(machine.pass(1_000).true, 'gps')
  const worst = Math.max(...stamps.map(([stamp, at]) => Math.abs(clock.timeOf(stamp)! - at)))
  assert.ok(worst < 3_000, `${worst} ms`)
})

test('a boot that heard nobody lies between its neighbours, where its own clock says if that can be', () => {
  for (const [wallError, expected] of [
    [0, 0],
    [-40 * 365 * DAY, -60_000],
    [40 * 365 * DAY, 60_000],
  ] as const) {
    const machine = new Machine()
    const first = new Clock(machine)
    first.learn(machine.true, 'server')
    first.seen(first.stamp())
    machine.reboot('second').wallError = wallError
    const second = new Clock(machine, boots(first))
    const start = second.stamp()
    const startAt = machine.true
    machine.pass(600_000)
    second.seen(second.stamp())
    machine.reboot('third').wallError = 0
    const third = new Clock(machine, boots(second))
    assert.equal(third.timeOf(start), null)
    third.learn(machine.true, 'server')
    assert.equal(third.timeOf(start)! - startAt, expected, `system clock ahead by ${wallError}`)
  }
})

/** What a clock would write to its file. */
const boots = (clock: Clock) => structuredClone(clock.boots)

test('a GPS that contradicts its neighbours is moved between them', () => {
  const machine = new Machine()
  machine.wallError = -DAY
  const offline = new Clock(machine)
  for (let i = 0; i < 4; i++) offline.learn(machine.pass(2_000).true + 300 * DAY, 'gps')
  const stamp = offline.stamp()
  offline.seen(stamp)
  machine.reboot('second')
  const online = new Clock(machine, boots(offline))
  online.learn(machine.true, 'server')
  assert.equal(online.timeOf(stamp), machine.true)
})

test('a boot with GPS stands against a neighbour that only has a system clock', () => {
  const machine = new Machine()
  machine.wallError = 40 * 365 * DAY
  const lost = new Clock(machine)
  machine.pass(60_000)
  lost.seen(lost.stamp())
  machine.reboot('second')
  const offline = new Clock(machine, boots(lost))
  for (let i = 0; i < 4; i++) offline.learn(machine.pass(2_000).true, 'gps')
  const [stamp, at] = [offline.stamp(), machine.true]
  offline.seen(stamp)
  machine.reboot('third', DAY)
  const online = new Clock(machine, boots(offline))
  online.learn(machine.true, 'server')
  assert.equal(online.timeOf(stamp), at)
})

test('when a source takes back what it said, what was measured before is moved as well', () => {
  const machine = new Machine()
  machine.wallError = DAY
  const clock = new Clock(machine)
  const stamp = clock.stamp()
  clock.learn(machine.true - 5 * 3_600_000, 'server')
  assert.equal(clock.timeOf(stamp), NOON - 5 * 3_600_000)
  clock.learn(machine.pass(60_000).true, 'server')
  assert.equal(clock.timeOf(stamp), NOON)
})

test('it is remembered over a restart, and a damaged file is put aside', async (t) => {
  const path = join(await folder(t), 'clock.json')
  const machine = new Machine()
  machine.wallError = -9 * DAY
  const clock = await Clock.open(path, SILENT, machine)
  clock.learn(machine.true, 'server')
  const stamp = clock.stamp()
  await clock.save()
  machine.reboot('second')
  const again = await Clock.open(path, SILENT, machine)
  assert.equal(again.timeOf(stamp), NOON)
  assert.equal(again.now(), null)

  await writeFile(path, '[{"id":"first","fir')
  const anew = await Clock.open(path, SILENT, machine)
  assert.equal(anew.timeOf(stamp), null)
  anew.learn(machine.true, 'server')
  assert.equal(anew.timeOf(stamp), NOON - 9 * DAY, "the system clock's word, for want of another")
  assert.deepEqual(await readdir(join(path, '..')), ['clock.json.damaged'])
})

test('old boots that no reading waits for are forgotten, but the end of the one before is kept as a bound', () => {
  const machine = new Machine()
  let clock = new Clock(machine)
  const stamps = Array.from({ length: 200 }, (_, i) => {
    clock = new Clock(machine.reboot(`boot ${i}`), boots(clock))
    return clock.stamp()
  })
  const firstAfter = (oldest: Stamp | null) => {
    clock.forgetBefore(oldest)
    return [clock.boots[0]?.id, clock.boots.at(-1)?.id]
  }
  assert.deepEqual(firstAfter(stamps[70]!), ['boot 69', 'boot 199'])
  assert.deepEqual(firstAfter(null), ['boot 150', 'boot 199'])
})

test('the machine itself: steady time goes on, and its boot has a name', () => {
  const before = steadyNow()
  const after = steadyNow()
  assert.ok(after >= before && after - before < 60_000)
})
