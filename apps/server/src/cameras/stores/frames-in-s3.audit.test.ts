import assert from 'node:assert/strict'
import { get as httpGet } from 'node:http'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import sharp from 'sharp'
import { until } from '../../../../../scripts/until.ts'
import { unzip } from '../../export/testing/unzip.ts'
import { derivedKey, keptSecrets } from '../../settings/secret.ts'
import { outcome, picture, SampleBoats } from '../../testing/accounts/sample-boats.ts'
import { credentialHeaders } from '../../testing/client.ts'
import { startBadLink, type Trouble } from '../../testing/programs/bad-link.ts'
import { startS3 } from '../../testing/programs/s3.ts'
import { signFrameLink } from '../links/signed-link.ts'

/** The whole service with its frames in a bucket, to which the way can be bad. */
const s3 = await startS3('s3rver')
const link = await startBadLink(s3.env.S3_ENDPOINT)
after(async () => {
  await link.stop()
  await s3.stop()
})
const boats = await SampleBoats.start({ ...s3.env, S3_ENDPOINT: link.endpoint, FRAME_GAP_MS: '0' })
const { client } = boats.service
const ada = await boats.service.owner('Ada')

async function newBoat() {
  const vessel = await boats.vesselOf(ada)
  return { vessel, device: await boats.deviceOn(ada, vessel), of: { params: { id: vessel } } }
}

const namesOf = async (vessel: string) => (await s3.names()).filter((name) => name.includes(vessel))

async function fetched(url: string) {
  const answer = await fetch(url)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

test('wherever a picture is told of, its addresses lead to the bucket, and give it', async () => {
  const { vessel, device, of } = await newBoat()
  const image = await picture('png', 640, 480)
  const sent = { image_base64: image.toString('base64'), mime: 'image/png' }
  const { camera_id } = await boats.taken(device, sent)
  const camera = { params: { id: camera_id } }
  const { session } = ada
  const { share } = await client.ok(contract.putShare, session, { ...of, body: { toggles: { photo: true } } })
  const page = await client.raw('GET', `/v/${share.token}`)
  const inPage = /<img src="([^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&')
  const policy = page.headers.get('content-security-policy')!
  // Strangers get neither the bucket's address nor the image as it was sent.
  assert.ok(policy.includes(`img-src 'self' ${boats.service.config.baseUrl};`), policy)
  assert.doesNotMatch(page.text, new RegExp(link.endpoint))
  const shared = await fetched(inPage.replace(boats.service.config.baseUrl, boats.service.baseUrl))
  assert.deepEqual([shared.status, shared.type], [200, 'image/webp'])
  const app = await client.raw('GET', '/', { headers: { accept: 'text/html' } })
  assert.match(app.headers.get('content-security-policy') ?? '', new RegExp(`img-src [^;]*${link.endpoint}`))

  const { vessels } = await client.ok(contract.getFleet, session, {})
  const told = [
    { url: (await boats.frames(ada, camera_id))[0]!.url },
    (await client.ok(contract.pageFrames, session, camera)).frames[0],
    (await client.ok(contract.overviewCameras, session, of)).cameras[0].newest_frame,
    (await client.ok(contract.getVesselOverview, session, of)).frame,
    vessels.find((one: contract.FleetVessel) => one.vessel.id === vessel).frame,
  ]
  for (const { url, thumb_url, screen_url } of told) {
    assert.ok(url.startsWith(`${link.endpoint}/frames/some/boats/`), url)
    const full = await fetched(url)
    assert.deepEqual([full.status, full.type], [200, 'image/png'])
    assert.ok(full.bytes.equals(image))
    if (thumb_url) {
      assert.ok(thumb_url.startsWith(link.endpoint))
      const thumb = await fetched(thumb_url)
      assert.deepEqual([thumb.type, (await sharp(thumb.bytes).metadata()).width], ['image/webp', 320])
    }
    if (screen_url) {
      const screen = await fetched(screen_url.replace(boats.service.config.baseUrl, boats.service.baseUrl))
      assert.deepEqual([screen.type, (await sharp(screen.bytes).metadata()).width], ['image/webp', 640])
      assert.ok(
        (await namesOf(vessel)).some((name) => name.endsWith('.screen.webp')),
        'it is kept',
      )
    }
  }
})

test('photos of an inspection are in the bucket too, and go with it', async () => {
  const { vessel, of } = await newBoat()
  const { inspection, items } = await client.ok(contract.startInspection, ada.session, { ...of, body: {} })
  const jpeg = await picture('jpeg')
  const { photo } = await client.ok(contract.addInspectionPhoto, ada.session, {
    params: { id: items[0].id },
    body: { image_base64: jpeg.toString('base64') },
  })
  const { points } = await client.ok(contract.walkInspection, ada.session, { params: { id: inspection.id } })
  for (const { url, thumb_url } of [photo, points[0].photos[0]]) {
    assert.ok((await fetched(url)).bytes.equals(jpeg))
    assert.equal((await fetched(thumb_url)).type, 'image/webp')
  }
  assert.equal((await namesOf(vessel)).length, 2)
  await client.ok(contract.deleteInspection, ada.session, { params: { id: inspection.id } })
  assert.deepEqual(await namesOf(vessel), [])
})

test('everything of an account that is taken along has the pictures, and they go with the account', async () => {
  const bea = await boats.service.owner('Bea')
  const vessel = await boats.vesselOf(bea)
  const image = await picture()
  await boats.taken(await boats.deviceOn(bea, vessel), { image_base64: image.toString('base64') })
  const answer = await fetch(`${boats.service.baseUrl}/app/export`, { headers: credentialHeaders(bea.session) })
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  const [, inArchive] = [...files].find(([path]) => path.includes('/frames/'))!
  assert.ok(inArchive.equals(image))
  assert.equal((await namesOf(vessel)).length, 2)
  await client.ok(contract.deleteAccount, bea.session, { body: { password: bea.password } })
  assert.deepEqual(await namesOf(vessel), [])
})

test('a bucket that fails refuses the frame with 422 upload_failed; what is stored stays, and what follows is taken', async () => {
  const { vessel, device } = await newBoat()
  const { camera_id } = await boats.taken(device)
  const kept = await namesOf(vessel)
  const toImage = ({ method, url }: { method?: string; url?: string }) => method === 'PUT' && !url!.includes('.thumb.')
  const troubles: [Trouble, (request: { method?: string; url?: string }) => boolean][] = [
    [{ kind: 'status', status: 500 }, () => true],
    [{ kind: 'status', status: 503 }, toImage],
    [{ kind: 'status', status: 403 }, () => true],
    [{ kind: 'status', status: 404 }, toImage],
    [{ kind: 'cut' }, () => true],
    [{ kind: 'cut' }, toImage],
    [{ kind: 'silence' }, () => true],
  ]
  for (const [trouble, which] of troubles) {
    link.suffer(trouble, which)
    assert.deepEqual(outcome(await boats.send(device)), [422, 'upload_failed'], JSON.stringify(trouble))
    link.suffer({ kind: 'none' })
    const left = [await namesOf(vessel), (await boats.frames(ada, camera_id)).length]
    assert.deepEqual(left, [kept, 1], `${JSON.stringify(trouble)} ${which}`)
    assert.deepEqual(await boats.files(), [])
  }
  const connections = await client.ok(contract.listConnections, ada.key, { params: { id: vessel } })
  assert.match(connections.connections[0].last_error, /^upload_failed: /)
  await boats.taken(device)
  assert.equal((await namesOf(vessel)).length, 4)
})

test('a photo that is one too many once it is stored is refused as such, also where the bucket takes nothing back', async () => {
  const { vessel, of } = await newBoat()
  const { items } = await client.ok(contract.startInspection, ada.session, { ...of, body: {} })
  const image_base64 = (await picture()).toString('base64')
  const add = () =>
    client.call(contract.addInspectionPhoto, ada.session, { params: { id: items[0].id }, body: { image_base64 } })
  link.suffer({ kind: 'status', status: 503 }, ({ method }) => method !== 'PUT')
  const answers = await Promise.all(Array.from({ length: 8 }, add))
  link.suffer({ kind: 'none' })
  assert.deepEqual(answers.map(({ status, body }) => `${status} ${body.error ?? ''}`.trim()).sort(), [
    ...Array(4).fill('201'),
    ...Array(4).fill('422 photo_limit'),
  ])
  // An image and its thumbnail each; what could not be removed is left to the sweep.
  assert.ok((await namesOf(vessel)).length > 8)
})

test('a picture for a page is 503 while the bucket is away', async () => {
  const { device, of } = await newBoat()
  await boats.taken(device)
  const { frame } = await client.ok(contract.getVesselOverview, ada.session, of)
  const path = frame.screen_url.replace(boats.service.config.baseUrl, '')
  link.suffer({ kind: 'cut' })
  assert.deepEqual(outcome(await client.raw('GET', path)), [503, 'unavailable'])
  link.suffer({ kind: 'none' })
  assert.equal((await fetched(boats.service.baseUrl + path)).status, 200)
})

test('a boat is deleted while the bucket is away; its pictures are left to the sweep', async () => {
  const { vessel, device, of } = await newBoat()
  await boats.taken(device)
  link.suffer({ kind: 'status', status: 503 })
  assert.equal((await client.call(contract.deleteVessel, ada.session, of)).status, 200)
  link.suffer({ kind: 'none' })
  assert.equal((await namesOf(vessel)).length, 2)
})

test('an account with several boats is deleted while the bucket is silent: the answer does not wait for each of them', async () => {
  const cyd = await boats.service.owner('Cyd')
  for (let boat = 0; boat < 4; boat++) await boats.taken(await boats.deviceOn(cyd, await boats.vesselOf(cyd)))
  link.suffer({ kind: 'silence' })
  const began = performance.now()
  await client.ok(contract.deleteAccount, cyd.session, { body: { password: cyd.password } })
  // The bucket's own time-out is 15 s for each boat.
  assert.ok(performance.now() - began < 4 * 15_000)
  link.suffer({ kind: 'none' })
})

test('who goes away in the middle of a picture keeps no connection to the bucket', async () => {
  const { device } = await newBoat()
  const noise = Buffer.alloc(1600 * 1200 * 3, 0)
  for (let at = 0; at < noise.length; at++) noise[at] = Math.random() * 256
  const image = await sharp(noise, { raw: { width: 1600, height: 1200, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const { frame_id } = await boats.taken(device, { image_base64: image.toString('base64'), mime: 'image/png' })
  assert.ok(image.length > 5_000_000)
  // The service's own address of the picture, which works with a bucket too.
  const { dataDir, baseUrl } = boats.service
  const key = { id: '1', secret: derivedKey((await keptSecrets({ dataDir }))!.current, 'frame-links') }
  const own = signFrameLink(baseUrl, { frameId: frame_id, size: 'full' }, key, new Date())
  assert.ok((await fetched(own)).bytes.equals(image))
  for (let times = 0; times < 70; times++)
    await new Promise<void>((gone) =>
      httpGet(own, { agent: false }, (answer) => answer.once('data', () => answer.destroy())).on('close', gone),
    )
  await until(() => link.underWay() === 0, 'the end of all requests')
  assert.ok((await fetched(own)).bytes.equals(image))
})
