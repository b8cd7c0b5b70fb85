import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import sharp from 'sharp'
import { knownFrames } from '../../../cameras/frames/sql.ts'
import { picture } from '../../../testing/picture.ts'
import { startService } from '../../../testing/service.ts'

const service = await startService()
const { client } = service
const owner = await service.owner('Ada')

const base64 = (image: Buffer) => image.toString('base64')
const jpeg = await picture(7)
const { templates } = await client.ok(contract.listInspectionTemplates, owner.session)
const safety: contract.InspectionPoint[] = templates.find((t: { slug: string }) => t.slug === 'safety').items

const addVessel = async (): Promise<{ id: string }> => {
  const body = { name: 'Aurora', vessel_type: 'sailboat' }
  return { id: (await client.ok(contract.createVessel, owner.session, { body })).vessel.id }
}
const begin = async (vessel: { id: string }) => {
  const { inspection, items } = await client.ok(contract.startInspection, owner.session, {
    params: { id: vessel.id },
    body: { templates: ['safety'] },
  })
  return { id: inspection.id as string, items: items as contract.InspectionItem[] }
}
const call = (route: contract.Route, id: string, body?: unknown) =>
  client.call(route, owner.session, { params: { id }, ...(body !== undefined && { body }) })
const add = (item: { id: string }, image_base64: unknown = base64(jpeg)) =>
  call(contract.addInspectionPhoto, item.id, { image_base64 })
const walk = async (id: string): Promise<{ vessel_id: string; points: contract.InspectionPoint[] }> =>
  (await call(contract.walkInspection, id)).body
const judge = (item: { id: string }, body: object) => call(contract.changeInspectionItem, item.id, body)
const complete = (id: string) => call(contract.completeInspection, id, {})
const files = async () => (await Array.fromAsync(glob(`${service.dataDir}/frames/??/**/*.*`))).length

test('GET /app/inspections/{id}: the points with their words, as the checklist has them', async () => {
  const vessel = await addVessel()
  const { id, items } = await begin(vessel)
  const { vessel_id, points } = await walk(id)
  assert.equal(vessel_id, vessel.id)
  assert.deepEqual(
    points.map(({ section, title, hint, checklist }) => ({ section, title, hint, checklist })),
    safety.map(({ section, title, hint }) => ({ section, title, hint, checklist: 'safety' })),
  )
  assert.deepEqual(
    points.map((point) => point.id),
    items.map((item) => item.id),
  )
  assert.ok(points.every(({ previous, photos }) => previous === null && photos.length === 0))
})

test('GET /app/inspections/{id} in German', async () => {
  const { id } = await begin(await addVessel())
  const query = { language: 'de' }
  const { points } = await client.ok(contract.walkInspection, owner.session, { params: { id }, query })
  assert.deepEqual([points[0].section, points[0].title], ['Auftrieb und Sicherung', 'Rettungswesten'])
})

test('what was found the last time: of the last finished inspection in which the point was judged', async () => {
  const vessel = await addVessel()
  const first = await begin(vessel)
  await judge(first.items[0]!, { verdict: 'non_operational', note: 'Out of date' })
  await judge(first.items[1]!, { verdict: 'attention' })
  await complete(first.id)
  const second = await begin(vessel)
  await judge(second.items[1]!, { verdict: 'operational' })
  await complete(second.id)
  const open = await begin(vessel)
  await judge(open.items[2]!, { verdict: 'attention' })
  const third = await begin(vessel)
  const found = ({ previous }: contract.InspectionPoint) => previous && [previous.verdict, previous.note]
  const { points } = await walk(third.id)
  assert.deepEqual(points.slice(0, 4).map(found), [
    ['non_operational', 'Out of date'],
    ['operational', null],
    null,
    null,
  ])
  // A report goes on saying what was found before it, and not what came later.
  assert.deepEqual((await walk(second.id)).points.slice(0, 2).map(found), [
    ['non_operational', 'Out of date'],
    ['attention', null],
  ])
  assert.deepEqual((await walk(first.id)).points.map(found).filter(Boolean), [])
})

test('GET /app/vessels/{id}/inspections: newest first, each with what was found', async () => {
  const vessel = await addVessel()
  const first = await begin(vessel)
  for (const [i, verdict] of ['operational', 'operational', 'attention', 'non_operational'].entries())
    await judge(first.items[i]!, { verdict })
  const done = (await complete(first.id)).body.inspection
  const second = await begin(vessel)
  const { inspections } = (await call(contract.overviewInspections, vessel.id)).body
  const points = safety.length
  assert.deepEqual(inspections[1], { ...done, points, operational: 2, attention: 1, non_operational: 1 })
  assert.deepEqual([inspections.length, inspections[0].id, inspections[0].operational], [2, second.id, 0])
})

test('a photo is stored as it is shown, listed with its point, and seen by its link alone', async () => {
  const { id, items } = await begin(await addVessel())
  const turned = await sharp(jpeg)
    .withExif({ IFD0: { Orientation: '6' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { photo } = (await add(items[3]!, `data:image/jpeg;base64,${base64(turned)}`)).body
  assert.deepEqual([photo.width, photo.height], [48, 64])
  const { points } = await walk(id)
  assert.deepEqual(
    points.map(({ photos }) => photos.length),
    items.map((_, i) => (i === 3 ? 1 : 0)),
  )
  const [listed] = points[3]!.photos
  assert.deepEqual({ ...listed, url: '', thumb_url: '' }, { ...photo, url: '', thumb_url: '' })
  assert.deepEqual([...(await knownFrames(service.database.db, [photo.id, id]))], [photo.id], 'the sweep lets it be')
  const there = (url: string) => client.raw('GET', url.replace(service.config.baseUrl, ''))
  const full = await there(listed!.url)
  assert.deepEqual([full.status, full.headers.get('content-type')], [200, 'image/jpeg'])
  assert.equal(full.headers.get('content-length'), String(turned.length))
  assert.equal((await there(listed!.thumb_url)).headers.get('content-type'), 'image/webp')
  const forged = listed!.url.replace(/sig=(.)/, (_, first) => `sig=${first === 'A' ? 'B' : 'A'}`)
  assert.equal((await there(forged)).status, 403)
})

test('PNG and WebP as data URLs are taken; what is no still picture is refused by the rules of frames', async () => {
  const { items } = await begin(await addVessel())
  const before = await files()
  const png = await sharp(jpeg).png().toBuffer()
  const webp = await sharp(jpeg).webp().toBuffer()
  assert.equal((await add(items[0]!, `data:image/png;base64,${base64(png)}`)).status, 201)
  assert.equal((await add(items[0]!, `data:image/webp;base64,${base64(webp)}`)).status, 201)
  const refused: [unknown, number, string][] = [
    [base64(png), 415, 'unsupported_mime'],
    [base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 415, 'unsupported_mime'],
    [base64(jpeg.subarray(0, jpeg.length / 2)), 422, 'upload_failed'],
    ['!!@@', 422, 'upload_failed'],
    [base64(Buffer.alloc(contract.LIMITS.frameBytes + 1)), 413, 'frame_too_large'],
    [7, 400, 'invalid_request'],
  ]
  for (const [image, status, code] of refused) {
    const answer = await add(items[0]!, image)
    assert.deepEqual([answer.status, answer.body.error.split(':')[0]], [status, code])
  }
  assert.equal((await call(contract.addInspectionPhoto, items[0]!.id, {})).status, 400)
  const misspelt = { image_base64: base64(jpeg), image_base46: 'AAAA' }
  assert.deepEqual((await call(contract.addInspectionPhoto, items[0]!.id, misspelt)).body, {
    error: 'invalid_request: /image_base46 is not known; did you mean image_base64?',
  })
  assert.equal(await files(), before + 4, 'two photos with their thumbnails, and nothing of what was refused')
})

test('a point has at most four photos, however many arrive at once', async () => {
  const { id, items } = await begin(await addVessel())
  const before = await files()
  const answers = await Promise.all(Array.from({ length: 7 }, () => add(items[0]!)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 422, 422, 422])
  const refused = answers.filter(({ status }) => status === 422)
  assert.deepEqual(new Set(refused.map(({ text }) => text)), new Set(['{"error":"photo_limit"}']))
  assert.equal((await walk(id)).points[0]!.photos.length, 4)
  assert.equal((await add(items[1]!)).status, 201, 'another point')
  assert.equal(await files(), before + 10)
})

test('DELETE a photo: its row and its files are gone, and there is room again', async () => {
  const { id, items } = await begin(await addVessel())
  const before = await files()
  const photos = []
  for (let i = 0; i < 4; i++) photos.push((await add(items[0]!)).body.photo)
  assert.equal((await call(contract.deleteInspectionPhoto, photos[0].id)).status, 200)
  assert.equal((await call(contract.deleteInspectionPhoto, photos[0].id)).status, 404)
  assert.equal((await client.raw('GET', photos[0].url.replace(service.config.baseUrl, ''))).status, 404)
  assert.equal(await files(), before + 6)
  assert.equal((await add(items[0]!)).status, 201)
  assert.equal((await walk(id)).points[0]!.photos.length, 4)
})

test('a finished inspection is a report: no photo comes or goes, and it cannot be thrown away', async () => {
  const { id, items } = await begin(await addVessel())
  const { photo } = (await add(items[0]!)).body
  await judge(items[0]!, { verdict: 'operational' })
  await complete(id)
  const before = await files()
  for (const answer of [
    await add(items[1]!),
    await call(contract.deleteInspectionPhoto, photo.id),
    await call(contract.deleteInspection, id),
  ])
    assert.deepEqual([answer.status, answer.text], [409, '{"error":"conflict"}'])
  assert.equal((await walk(id)).points[0]!.photos.length, 1)
  assert.equal(await files(), before)
})

test('DELETE an inspection that was begun by mistake: points, photos and files are gone, others stay', async () => {
  const vessel = await addVessel()
  const [kept, gone] = [await begin(vessel), await begin(vessel)]
  const before = await files()
  await add(kept.items[0]!)
  await add(gone.items[0]!)
  assert.equal((await call(contract.deleteInspection, gone.id)).status, 200)
  assert.equal((await call(contract.walkInspection, gone.id)).status, 404)
  assert.equal((await judge(gone.items[0]!, { verdict: 'attention' })).status, 404)
  assert.equal((await walk(kept.id)).points[0]!.photos.length, 1)
  assert.equal(await files(), before + 2)
})

test('photos are gone with their vessel', async () => {
  const vessel = await addVessel()
  const { items } = await begin(vessel)
  const before = await files()
  const { photo } = (await add(items[0]!)).body
  await client.ok(contract.deleteVessel, owner.session, { params: vessel })
  assert.equal(await files(), before)
  assert.equal((await client.raw('GET', photo.url.replace(service.config.baseUrl, ''))).status, 404)
})
