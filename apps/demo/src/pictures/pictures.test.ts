import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { inspectImage } from '../../../server/src/cameras/images/image.ts'
import { DEMO_BOATS } from '../boats.ts'
import { type Shot, sunElevation } from './draw.ts'
import { take } from './take.ts'

const folder = await mkdtemp(join(tmpdir(), 'binnacle-pictures-'))
after(() => rm(folder, { recursive: true }))

const NOON = new Date('2026-06-21T11:22:00Z')
const MIDNIGHT = new Date('2026-12-21T23:22:00Z')

const shotsAt = (at: Date): Shot[] =>
  DEMO_BOATS.flatMap(({ vessel, cameras, underWay }) =>
    cameras.map((camera) => ({ ...camera, boat: vessel.name, at, underWay: underWay !== null })),
  )

test('the elevation of the sun over the fjord is within a degree and a half of the almanac', () => {
  // 90 - 54.8 + 23.4 at the solstice, 90 - 54.8 - 23.4 in winter; sunset in Flensburg on 14 May 2026 at 21:14 CEST.
  for (const [at, degrees] of [
    ['2026-06-21T11:23:00Z', 58.6],
    ['2026-12-21T11:20:00Z', 11.8],
    ['2026-05-14T19:14:00Z', -0.8],
  ] as const)
    assert.ok(Math.abs(sunElevation(new Date(at)) - degrees) < 1.5, `${at} ${sunElevation(new Date(at))}`)
})

test('each camera takes a JPEG of 1280 by 720 that the service accepts, and each picture is another', async () => {
  const shots = shotsAt(NOON)
  const pictures = await take(shots)
  assert.ok(shots.length > 1)
  assert.equal(new Set(pictures.map((picture) => picture.toString('base64'))).size, shots.length)
  for (const [n, picture] of pictures.entries()) {
    const path = join(folder, `${n}.jpg`)
    await writeFile(path, picture)
    const seen = await inspectImage(path, 'image/jpeg', `${path}.thumb`)
    assert.deepEqual(seen, { mime: 'image/jpeg', width: 1280, height: 720 })
  }
})

test('outside it is darker at midnight in winter than at noon in summer', async () => {
  const outside = (at: Date) => shotsAt(at).filter(({ view }) => view === 'cockpit' || view === 'berth')
  const brightness = async (at: Date) =>
    Promise.all(
      (await take(outside(at))).map(async (picture) => (await sharp(picture).greyscale().stats()).channels[0]!.mean),
    )
  const [day, night] = [await brightness(NOON), await brightness(MIDNIGHT)]
  for (const [n, bright] of day.entries()) assert.ok(bright > 2 * night[n]!, `${bright} ${night[n]}`)
})

test('a shot that cannot be drawn is an error, and an abort ends the drawing', async () => {
  await assert.rejects(take([{ ...shotsAt(NOON)[0]!, at: 'never' as never }]), /could not be drawn/)
  const stop = new AbortController()
  const taking = take(shotsAt(NOON), stop.signal)
  stop.abort()
  await assert.rejects(taking, { name: 'AbortError' })
})
