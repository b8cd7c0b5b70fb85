import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Clock } from '../clock/clock.ts'
import type { Time } from '../clock/time.ts'
import { SILENT } from '../testing/log.ts'
import { Budget } from './budget.ts'

async function setUp(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-budget-'))
  t.after(() => rm(folder, { recursive: true }))
  const machine = { boot: 'b', now: Date.UTC(2026, 4, 31, 23), ahead: 0 }
  const time: Time = {
    boot: 'b',
    steady: () => machine.now - Date.UTC(2026, 4),
    wall: () => machine.now + machine.ahead,
    sleep: async () => {},
  }
  return { file: join(folder, 'budget.json'), machine, clock: new Clock(time) }
}

test('each spender has its own limit, which is told once when it is reached', async (t) => {
  const { file, clock } = await setUp(t)
  const warnings: string[] = []
  const budget = await Budget.open(file, { telemetryMegabytes: 0.001 }, clock, {
    ...SILENT,
    warn: (message) => warnings.push(message),
  })
  budget.spend('telemetry', 999)
  assert.equal(budget.allows('telemetry'), true)
  budget.spend('telemetry', 1)
  budget.spend('telemetry', 500)
  budget.spend('cameras', 1e12)
  assert.deepEqual([budget.allows('telemetry'), budget.allows('cameras')], [false, true])
  assert.deepEqual(warnings, ["this month's data limit for telemetry is reached"])
  assert.deepEqual(budget.status(), {
    month: null,
    telemetry: { bytes: 1_500, limitBytes: 1_000 },
    cameras: { bytes: 1e12, limitBytes: null },
  })
})

test('a month ends when the true time says so, and never by a system clock that jumps', async (t) => {
  const { file, machine, clock } = await setUp(t)
  const budget = await Budget.open(file, {}, clock, SILENT)
  budget.spend('cameras', 7)
  clock.learn(machine.now, 'server')
  machine.ahead = 400 * 86_400_000
  assert.deepEqual([budget.status().month, budget.status().cameras.bytes], ['2026-05', 7])
  machine.now += 3_600_000
  assert.deepEqual([budget.status().month, budget.status().cameras.bytes], ['2026-06', 0])
})

test('it survives a restart, and a damaged file', async (t) => {
  const { file, machine, clock } = await setUp(t)
  clock.learn(machine.now, 'server')
  const before = await Budget.open(file, {}, clock, SILENT)
  before.spend('telemetry', 42)
  await before.save()
  assert.equal((await Budget.open(file, {}, clock, SILENT)).status().telemetry.bytes, 42)
  for (const damaged of ['', '{"month":"2026-05","telemetry":-1,"cameras":0}', 'null']) {
    await writeFile(file, damaged)
    assert.equal((await Budget.open(file, {}, clock, SILENT)).status().telemetry.bytes, 0)
  }
})
