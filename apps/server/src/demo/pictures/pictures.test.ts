import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { inspectImage } from '../../cameras/image.ts'
import { DEMO_BOATS } from '../boats.ts'
import { stamp } from './caption.ts'
import type { Shot } from './draw.ts'
import { lightAt } from './light.ts'
import { sunElevation } from './sun.ts'
import { take } from './take.ts'

const folder = await mkdtemp(join(tmpdir(), 'binnacle-pictures-'))
after(() => rm(folder, { recursive: true }))

const NOON = new Date('2026-06-21T11:22:00Z')
const MIDNIGHT = new Date('2026-12-21T23:22:00Z')

const shotsAt = (at: Date): Shot[] =>
  DEMO_BOATS.flatMap(({ plan, cameras, underWay }) =>
    cameras.map((camera) => ({ ...camera, boat: plan.vessel.name, at, underWay: underWay !== null })),
  )

test('the sun over the fjord: as the almanac has it, within a degree', () => {
  // 90 - 54.8 + 23.4 at the solstice, 90 - 54.8 - 23.4 in winter; sunset in Flensburg on 14 May 2026 at 21:14 CEST.
  assert.ok(Math.abs(sunElevation(new Date('2026-06-21T11:23:00Z')) - 58.6) < 0.5)
  assert.ok(Math.abs(sunElevation(new Date('2026-12-21T11:20:00Z')) - 11.8) < 0.5)
  assert.ok(Math.abs(sunElevation(new Date('2026-05-14T19:14:00Z')) + 0.8) < 1)
})

test("the caption has the boat's own time", () => {
  assert.equal(stamp(new Date('2026-05-14T07:41:00Z')), '2026-05-14 09:41')
  assert.equal(stamp(new Date('2026-12-31T23:05:00Z')), '2027-01-01 00:05')
})

test('each camera takes a whole JPEG of 1280 by 720 that the service accepts; the same shot gives the same picture', async () => {
  const shots = shotsAt(NOON)
  const [pictures, again] = await Promise.all([take(shots), take(shots)])
  // By their hashes: two pictures that differ would make a message of gigabytes.
  const hashes = pictures.map((picture) => hash('sha256', picture))
  assert.deepEqual(
    hashes,
    again.map((picture) => hash('sha256', picture)),
  )
  assert.equal(new Set(hashes).size, shots.length)
  for (const [n, picture] of pictures.entries()) {
    const path = join(folder, `${n}.jpg`)
    await writeFile(path, picture)
    const seen = await inspectImage(path, 'image/jpeg', `${path}.thumb`)
    assert.deepEqual(seen, { mime: 'image/jpeg', width: 1280, height: 720 })
    assert.ok(picture.length > 20_000 && picture.length < 400_000)
  }
})

test('it is darker at midnight in winter than at noon in summer, outside', async () => {
  const outside = (at: Date) => shotsAt(at).filter(({ view }) => view === 'cockpit' || view === 'berth')
  const brightness = async (at: Date) => {
    const means = (await take(outside(at))).map(
      async (picture) => (await sharp(picture).greyscale().stats()).channels[0]!.mean,
    )
    return Promise.all(means)
  }
  const [day, night] = await Promise.all([brightness(NOON), brightness(MIDNIGHT)])
  for (const [n, bright] of day.entries()) assert.ok(bright > 2 * night[n]!, `${bright} ${night[n]}`)
  assert.ok(lightAt(NOON).day === 1 && lightAt(MIDNIGHT).day === 0)
})

test('what cannot be drawn is said, and a stop ends the drawing', async () => {
  await assert.rejects(take([{ ...shotsAt(NOON)[0]!, at: 'never' as never }]), /could not be drawn/)
  const stop = new AbortController()
  const taking = take(shotsAt(NOON), stop.signal)
  stop.abort()
  await assert.rejects(taking, { name: 'AbortError' })
})
