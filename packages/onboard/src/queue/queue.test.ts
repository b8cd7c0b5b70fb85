import assert from 'node:assert/strict'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../../../../scripts/until.ts'
import type { Log } from '../log.ts'
import { logTo } from '../testing/log.ts'
import { openQueue, type Queue, type QueueOptions } from './queue.ts'

const ROOMY: QueueOptions = { maxBytes: 1e9, maxAgeMs: Number.POSITIVE_INFINITY }

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'queue-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

const stamp = (steady: number) => ({ boot: 'first', steady, wall: 1_700_000_000_000 + steady })

function appendDepths(queue: Queue, count: number): void {
  for (let i = 0; i < count; i++) queue.append({ metric: 'depth', value: i }, stamp(i * 3000))
}

const seqsOf = async (queue: Queue, end: 'oldest' | 'newest', count: number) =>
  (await queue.peek(end, count)).map(({ seq }) => seq)

test('what was appended comes back, also after a restart', async (t) => {
  const folder = newFolder(t)
  const first = await openQueue(folder, ROOMY)
  const readings = [
    { metric: 'fault_code', text_value: 'Öl [x] {y}\n', instance: 'port' },
    { metric: 'engine_hours', value: 270.25, unit: 'hours' },
  ] as const
  for (const reading of readings) first.append(reading, stamp(7))
  await first.close()
  const second = await openQueue(folder, ROOMY)
  assert.deepEqual(
    await second.peek('oldest', 10),
    readings.map((reading, i) => ({ seq: i + 1, stamp: stamp(7), reading })),
  )
  await second.close()
})

test('the newest and the oldest, in their order, without what is prepared or acknowledged', async (t) => {
  const queue = await openQueue(newFolder(t), ROOMY)
  t.after(() => queue.close())
  appendDepths(queue, 10)
  assert.deepEqual(await seqsOf(queue, 'oldest', 9), [], 'nothing that is not synced')
  await queue.flush()
  assert.deepEqual(await seqsOf(queue, 'newest', 3), [8, 9, 10])
  await queue.prepare({ key: 'a', body: '{}', seqs: [[8, 10]], count: 3 })
  assert.deepEqual(await seqsOf(queue, 'newest', 3), [5, 6, 7])
  await assert.rejects(queue.prepare({ key: 'b', body: '{}', seqs: [[1, 1]], count: 1 }), /already prepared/)
  await queue.acknowledge()
  assert.deepEqual([queue.prepared, await seqsOf(queue, 'oldest', 20)], [null, [1, 2, 3, 4, 5, 6, 7]])
  assert.equal(queue.stats().waiting, 7)
})

const mebibyte = 1024 * 1024

const logInto = (lines: string[]): Log => logTo((message) => lines.push(message))

test('over its size the oldest part is thinned out first, most of all the very oldest, and it is told once an hour', async (t) => {
  const log: string[] = []
  const queue = await openQueue(newFolder(t), { ...ROOMY, maxBytes: 0.25 * mebibyte, log: logInto(log) })
  t.after(() => queue.close())
  const total = 12_000
  for (let i = 0; i < total; i++) {
    queue.append({ metric: 'depth', value: i }, stamp(i * 1000))
    if (i % 1200 === 0) queue.append({ metric: 'fault_code', text_value: `${i}` }, stamp(i * 1000))
    queue.append({ metric: 'bilge_pump_cycles', value: 1 }, stamp(i * 1000))
    if (i % 200 === 0) await queue.flush()
  }
  await queue.flush()
  const { bytes, thinned, dropped, waiting } = queue.stats()
  assert.ok(bytes <= 0.25 * mebibyte)
  assert.equal(dropped, 0)
  assert.equal(thinned + waiting, total * 2 + 10)
  const left = await queue.peek('oldest', total)
  const sum = left
    .filter(({ reading }) => reading.metric === 'bilge_pump_cycles')
    .reduce((s, q) => s + q.reading.value!, 0)
  assert.equal(sum, total, 'no pump start is lost')
  assert.equal(left.filter(({ reading }) => reading.metric === 'fault_code').length, 10, 'no fault is lost')
  const depths = left.filter(({ reading }) => reading.metric === 'depth').map(({ reading }) => reading.value!)
  const [quarter, half, all] = [total / 4, total / 2, total].map((end) => depths.filter((value) => value < end).length)
  assert.ok(
    quarter! * 1.5 < half! && half! < all! / 2,
    `${quarter}, ${half}, ${all} are left of the first quarter, half, all`,
  )
  assert.equal(depths.at(-1), total - 1)
  const hours = (total * 1000) / 3_600_000
  const told = log.filter((line) => line.includes('thinned out')).length
  assert.ok(told >= 1 && told <= hours + 1, `told ${told} times`)
})

test('what is too old is dropped, by the time that the onboard device was on, whatever the clock says', async (t) => {
  const queue = await openQueue(newFolder(t), { maxBytes: 16_000, maxAgeMs: 10_000 })
  t.after(() => queue.close())
  const append = (boot: string, steady: number, wall: number) =>
    queue.append({ metric: 'depth', value: 1 }, { boot, steady, wall })
  // 20 years ahead, then right, then 30 years back; a segment holds some 16 readings.
  for (let i = 0; i < 40; i++) append('a', i * 100, 2.4e12 + i)
  for (let i = 0; i < 40; i++) append('b', i * 100, 1.7e12 + i)
  await queue.flush()
  assert.deepEqual([queue.stats().dropped, queue.stats().waiting], [0, 80])
  append('b', 9_000, 0.7e12)
  await queue.flush()
  const { dropped } = queue.stats()
  assert.ok(dropped > 0 && dropped < 40, 'the beginning of the first boot is 12 s old, its end 9')
  assert.ok((await seqsOf(queue, 'oldest', 1))[0]! > dropped)
})

test('while the disk cannot be written, readings stay in memory; they are written once it can', async (t) => {
  const folder = newFolder(t)
  const log: string[] = []
  const queue = await openQueue(folder, { ...ROOMY, log: logInto(log) })
  t.after(() => queue.close())
  const inTheWay = join(folder, '0000000000001001-first.log')
  mkdirSync(inTheWay)
  appendDepths(queue, 41_000)
  await assert.rejects(queue.flush())
  await assert.rejects(queue.flush())
  assert.equal(queue.stats().dropped, 1000, 'memory is bounded')
  rmSync(inTheWay, { recursive: true })
  await queue.flush()
  assert.deepEqual([queue.stats().waiting, await seqsOf(queue, 'oldest', 1)], [40_000, [1001]])
  assert.deepEqual(
    log.map((line) => /cannot write|works again|full/.exec(line)?.[0]),
    ['cannot write', 'works again', 'full'],
  )
})

test('it tries again by itself', async (t) => {
  const folder = newFolder(t)
  const queue = await openQueue(folder, { ...ROOMY, syncMs: 5 })
  t.after(() => queue.close())
  const inTheWay = join(folder, '0000000000000001-first.log')
  mkdirSync(inTheWay)
  appendDepths(queue, 3)
  const refused = queue.flush()
  await Promise.resolve()
  appendDepths(queue, 2)
  await assert.rejects(refused)
  rmSync(inTheWay, { recursive: true })
  await until(() => queue.stats().waiting === 5, 'the retry')
})

test('a segment that cannot be read at all is set aside, and the rest goes on', async (t) => {
  const folder = newFolder(t)
  const first = await openQueue(folder, { ...ROOMY, maxBytes: 16_000 })
  appendDepths(first, 100)
  await first.close()
  const [, lost] = readdirSync(folder).filter((name) => name.endsWith('.log'))
  rmSync(join(folder, lost!))
  mkdirSync(join(folder, lost!))
  const second = await openQueue(folder, { ...ROOMY, maxBytes: 16_000 })
  t.after(() => second.close())
  const { waiting, damagedParts } = second.stats()
  assert.ok(waiting > 70 && waiting < 100)
  assert.equal(damagedParts, 1)
  assert.deepEqual(readdirSync(join(folder, 'damaged')), [lost])
})

test('what was refused is kept with the reason, and takes bounded room', async (t) => {
  const folder = newFolder(t)
  const queue = await openQueue(folder, ROOMY)
  t.after(() => queue.close())
  appendDepths(queue, 5)
  await queue.flush()
  for (const seq of [1, 2, 3, 4, 5]) {
    await queue.prepare({ key: `key ${seq}`, body: '"'.padEnd(300_000), seqs: [[seq, seq]], count: 1 })
    await queue.deadLetter('422 unknown_metric')
  }
  const kept = readdirSync(join(folder, 'refused'))
  assert.deepEqual(
    kept,
    [3, 4, 5].map((seq) => `${String(seq).padStart(16, '0')}.json`),
  )
  const { reason, key } = JSON.parse(readFileSync(join(folder, 'refused', kept[0]!), 'utf8'))
  assert.deepEqual([reason, key, queue.stats().refused], ['422 unknown_metric', 'key 3', 5])
})

test('files are for their owner only', async (t) => {
  const folder = join(newFolder(t), 'queue')
  const queue = await openQueue(folder, ROOMY)
  t.after(() => queue.close())
  appendDepths(queue, 1)
  await queue.flush()
  assert.equal(statSync(folder).mode & 0o077, 0)
  for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o077, 0, name)
})

test('a month of readings opens without being read', async (t) => {
  const folder = newFolder(t)
  const first = await openQueue(folder, ROOMY)
  appendDepths(first, 30_000)
  await first.close()
  const [sealed] = readdirSync(folder).filter((name) => name.endsWith('.log'))
  const handle = openSync(join(folder, sealed!), 'r+')
  // To read it would show the damage.
  writeSync(handle, 'damage', 1000)
  closeSync(handle)
  const second = await openQueue(folder, ROOMY)
  t.after(() => second.close())
  assert.deepEqual([second.stats().waiting, second.stats().damagedParts], [30_000, 0])
  assert.equal((await second.peek('oldest', 100)).length, 100)
  assert.deepEqual([second.stats().waiting, second.stats().damagedParts], [29_999, 1])
})
