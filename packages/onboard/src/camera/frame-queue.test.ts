import assert from 'node:assert/strict'
import { readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { SILENT } from '../testing/log.ts'
import { openFrameQueue, type QueuedFrame, surplusFrames } from './frame-queue.ts'
import { temporaryFolder } from './testing/programs.ts'

const stamp = { boot: 'b', steady: 1, wall: 2 }
const picture = (text: string) => ({ mime: 'image/jpeg', bytes: Buffer.from(text) }) as const
const shot = (camera: string) => ({ camera, trigger: 'device', stamp }) as const

test('frames are there again after a restart, in their order, and are gone when removed', async (t) => {
  const folder = await temporaryFolder(t)
  const first = await openFrameQueue(folder, ['Helm'], SILENT)
  for (const text of ['one', 'two', 'three']) await first.add(shot('Helm'), picture(text))
  await first.remove(first.list()[1]!)
  const again = await openFrameQueue(folder, ['Helm'], SILENT)
  assert.deepEqual(again.list(), first.list())
  const [one] = again.list()
  assert.deepEqual([one!.camera, one!.trigger, one!.mime, one!.stamp], ['Helm', 'device', 'image/jpeg', stamp])
  await again.add(shot('Helm'), picture('four'))
  const texts = await Promise.all(again.list().map(async (frame) => (await again.read(frame)).toString()))
  assert.deepEqual(texts, ['one', 'three', 'four'])
})

test('a damaged frame, one that was never finished and one of a camera that is gone are removed; the rest stays', async (t) => {
  const folder = await temporaryFolder(t)
  const before = await openFrameQueue(folder, ['Helm', 'Deck'], SILENT)
  for (const camera of ['Helm', 'Helm', 'Helm', 'Deck']) await before.add(shot(camera), picture('a picture'))
  const [whole, cut, empty] = before.list().map(({ file }) => join(folder, file))
  await truncate(cut!, 120)
  await truncate(empty!, 0)
  await writeFile(join(folder, '000000000009.frame.tmp'), 'half')
  const after = await openFrameQueue(folder, ['Helm'], SILENT)
  assert.deepEqual(
    after.list().map(({ file }) => join(folder, file)),
    [whole],
  )
  assert.equal((await readdir(folder)).length, 1)
})

test('a camera keeps its newest 24 on disk', async (t) => {
  const folder = await temporaryFolder(t)
  const waiting = await openFrameQueue(folder, ['Helm', 'Deck'], SILENT)
  await waiting.add(shot('Deck'), picture('deck'))
  for (let i = 0; i < 26; i++) await waiting.add(shot('Helm'), picture(String(i)))
  const texts = await Promise.all(waiting.list().map(async (frame) => (await waiting.read(frame)).toString()))
  assert.deepEqual(texts, ['deck', ...Array.from({ length: 24 }, (_, i) => String(i + 2))])
  assert.equal((await readdir(folder)).length, 25)
})

test('what is too many: the oldest, never more than needed', () => {
  const frames = fc.array(fc.record({ camera: fc.constantFrom('a', 'b'), bytes: fc.integer({ min: 1, max: 40 }) }))
  fc.assert(
    fc.property(frames, fc.integer({ min: 1, max: 5 }), (given, perCamera) => {
      const all = given.map((frame, i) => ({ ...frame, file: String(i) }) as QueuedFrame)
      const dropped = new Set(surplusFrames(all, { perCamera, bytes: 100 }))
      const kept = all.filter((frame) => !dropped.has(frame))
      assert.ok(kept.reduce((sum, { bytes }) => sum + bytes, 0) <= 100)
      for (const camera of ['a', 'b']) {
        const mine = all.filter((frame) => frame.camera === camera)
        assert.ok(mine.filter((frame) => !dropped.has(frame)).length <= perCamera)
      }
      // Nothing that is dropped would have fitted beside what is newer.
      for (const frame of dropped) {
        const newer = kept.slice(kept.findIndex((other) => Number(other.file) > Number(frame.file)))
        const after = kept.some((other) => Number(other.file) > Number(frame.file)) ? newer : []
        const sameCamera = after.filter(({ camera }) => camera === frame.camera).length
        const bytes = after.reduce((sum, other) => sum + other.bytes, frame.bytes)
        assert.ok(sameCamera + 1 > perCamera || bytes > 100)
      }
    }),
  )
})

test('a frame that the disk refuses rejects', async (t) => {
  const folder = await temporaryFolder(t)
  const waiting = await openFrameQueue(join(folder, 'frames'), ['Helm'], SILENT)
  await rm(join(folder, 'frames'), { recursive: true })
  await assert.rejects(waiting.add(shot('Helm'), picture('x')), { code: 'ENOENT' })
  assert.deepEqual(waiting.list(), [])
})
