import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import sharp from 'sharp'
import { derivedKey, keptSecrets } from '../../settings/secret.ts'
import { outcome, picture, SampleBoats } from '../../testing/accounts/sample-boats.ts'
import { credentialHeaders } from '../../testing/client.ts'
import { signFrameLink } from './signed-link.ts'

const BASE_URL = 'https://boat.example'
const boats = await SampleBoats.start({ FRAME_GAP_MS: '0', BASE_URL })
const { client, dataDir } = boats.service
const ada = await boats.service.owner('Ada')
const vessel = await boats.vesselOf(ada)
const device = await boats.deviceOn(ada, vessel)
const image = await picture('png', 640, 480)
const { camera_id: camera, frame_id: frame } = await boats.taken(device, {
  image_base64: image.toString('base64'),
  mime: 'image/png',
})

/** The newest frame's link, as a path of this service. */
async function newestLink(): Promise<string> {
  const [newest] = await boats.frames(ada, camera)
  assert.ok(newest!.url!.startsWith(`${BASE_URL}/frames/`))
  return newest!.url!.slice(BASE_URL.length)
}

async function fetchImage(path: string) {
  const response = await fetch(boats.service.baseUrl + path)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a link gives the image as it was sent, to anyone, until it ends', async () => {
  const { response, bytes } = await fetchImage(await newestLink())
  assert.equal(response.status, 200)
  assert.deepEqual(bytes, image)
  const header = (name: string) => response.headers.get(name)
  assert.deepEqual(
    [header('content-type'), header('x-content-type-options'), header('content-security-policy')],
    ['image/png', 'nosniff', "default-src 'none'"],
  )
  const [, seconds] = /^private, max-age=(\d+)\b/.exec(header('cache-control')!) ?? []
  assert.ok(Number(seconds) > 1700 && Number(seconds) <= 1801, header('cache-control')!)
  const head = await fetch(boats.service.baseUrl + (await newestLink()), { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(image.length)])
})

/** The owner's links to the newest frame, as paths of this service. */
async function ownLinks() {
  const { frame } = await client.ok(contract.getVesselOverview, ada.session, { params: { id: vessel } })
  const [full, thumb, screen] = [frame.url, frame.thumb_url, frame.screen_url].map((url) => url.slice(BASE_URL.length))
  return { full: full!, thumb: thumb!, screen: screen! }
}

test('size=thumb gives a small WebP', async () => {
  const { response, bytes } = await fetchImage((await ownLinks()).thumb)
  const { format, width } = await sharp(bytes).metadata()
  assert.deepEqual([response.headers.get('content-type'), format, width], ['image/webp', 'webp', 320])
})

test('41 a link that is altered in any way is 403 link_invalid', async () => {
  const link = await newestLink()
  const [path, query] = link.split('?') as [string, string]
  const exp = /exp=(\d+)/.exec(query)![1]!
  const other = await boats.taken(device)
  const altered = [
    link.replace(exp, String(Number(exp) + 1)),
    link.replace(frame, other.frame_id),
    link.replace(frame, randomUUID()),
    link.replace(frame, frame.toUpperCase()),
    `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
    `${link}&exp=${exp}`,
    `${path}?exp=${exp}&${query}`,
    // The signature covers the size: a link for the picture is not one for another size, nor the other way round.
    `${link}&size=thumb`,
    link.replace('&sig=', '&size=screen&sig='),
    (await ownLinks()).thumb.replace('&size=thumb', ''),
    (await ownLinks()).screen.replace('&size=screen', ''),
    (await ownLinks()).screen.replace('screen', 'thumb'),
    link.replace('kid=1', 'kid=2'),
    path,
    `${path}?exp=`,
  ]
  for (const each of altered) assert.deepEqual(outcome(await client.raw('GET', each)), [403, 'link_invalid'], each)
})

test('41 one second past 30 minutes a link is 403', async () => {
  const key = { id: '1', secret: derivedKey((await keptSecrets({ dataDir }))!.current, 'frame-links') }
  const signed = (secondsAgo: number) =>
    signFrameLink(
      '',
      { frameId: frame, size: 'full' },
      key,
      new Date(Math.floor(Date.now() / 1000) * 1000 - secondsAgo * 1000),
    )
  assert.equal((await fetchImage(signed(29 * 60))).response.status, 200)
  assert.deepEqual(outcome(await client.raw('GET', signed(30 * 60 + 1))), [403, 'link_invalid'])
})

test('41 a frame that was dropped, and one whose file is gone, is 404', async () => {
  const taken = await boats.taken(device)
  const link = await newestLink()
  const folder = join(dataDir, 'frames', vessel.slice(-2), vessel, camera)
  await rm(join(folder, `${taken.frame_id}.jpg`))
  assert.deepEqual(outcome(await client.raw('GET', link)), [404, 'not_found'])
  const dropped = await boats.taken(device)
  const second = await newestLink()
  await boats.taken(device)
  await client.ok(contract.changeCamera, ada.session, { params: { id: camera }, body: { retain_frames: 1 } })
  assert.ok(second.includes(dropped.frame_id))
  assert.deepEqual(outcome(await client.raw('GET', second)), [404, 'not_found'])
})

test('42 a forged Host header never reaches a link', async () => {
  const headers = { ...credentialHeaders(ada.key), host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const { body } = await client.raw('GET', `/v1/cameras/${camera}/frames`, { headers })
  assert.ok(body.frames[0].url.startsWith(`${BASE_URL}/frames/`))
})

test('29 limit of the frames: 10 unless given, 50 at most, and nothing but a whole number', async () => {
  await client.ok(contract.changeCamera, ada.session, { params: { id: camera }, body: { retain_frames: 200 } })
  for (let i = 0; i < 51; i++) await boats.taken(device)
  const list = (query: string) => client.call(contract.listFrames, ada.key, { params: { id: camera }, query })
  const counts = []
  for (const query of ['', 'limit=3', 'limit=50', 'limit=5000']) counts.push((await list(query)).body.frames.length)
  assert.deepEqual(counts, [10, 3, 50, 50])
  for (const query of ['limit=0', 'limit=-1', 'limit=1e2', 'limit=0x10', 'limit=5&limit=6', 'limit=']) {
    assert.deepEqual(outcome(await list(query)), [400, 'invalid_request'], query)
  }
})

test('size=screen gives a WebP for a page: 800 px wide, or as wide as the picture', async () => {
  for (const [sent, shown] of [
    [1600, 800],
    [64, 64],
  ] as const) {
    const image_base64 = (
      await sharp({ create: { width: sent, height: 48, channels: 3, background: '#063' } })
        .jpeg()
        .toBuffer()
    ).toString('base64')
    await boats.taken(device, { image_base64, mime: 'image/jpeg' })
    const { response, bytes } = await fetchImage((await ownLinks()).screen)
    const { format, width } = await sharp(bytes).metadata()
    assert.deepEqual([response.headers.get('content-type'), format, width], ['image/webp', 'webp', shown])
    assert.equal(response.headers.get('content-length'), String(bytes.length))
  }
})

const folderOf = (camera_id: string) => join(dataDir, 'frames', vessel.slice(-2), vessel, camera_id)

test('the rendition for a page is made once, however many ask at once, kept, and removed with the frame', async () => {
  const { frame_id, camera_id } = await boats.taken(device)
  const { screen } = await ownLinks()
  const file = join(folderOf(camera_id), `${frame_id}.screen.webp`)
  const asked = await Promise.all(Array.from({ length: 15 }, () => fetchImage(screen)))
  for (const { response, bytes } of asked) {
    assert.equal(response.status, 200)
    assert.deepEqual(bytes, await readFile(file))
  }
  // What is kept is sent: a mark in the file is seen in the answer.
  await writeFile(file, 'kept')
  assert.equal((await fetchImage(screen)).bytes.toString(), 'kept')
  await client.ok(contract.deleteFrame, ada.session, { params: { id: frame_id } })
  await assert.rejects(readFile(file), { code: 'ENOENT' })
})

/** A picture as a phone takes it: with the place, a name and a comment in it. */
const SECRETS = /Sentinel|Exif|GPS|http:\/\/ns\.adobe/
async function pictureWithMetadata(format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '59/1 19/1 30/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '18/1 4/1 10/1',
  }
  const file = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#036' } })
    .withExif({ IFD0: { Artist: 'Sentinel Name', Copyright: 'Sentinel' }, IFD3: gps })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:creator>Sentinel</dc:creator></x:xmpmeta>')
    .toFormat(format)
    .toBuffer()
  assert.match(file.toString('latin1'), SECRETS)
  return file
}

const photoOf = (page: string) => /<img src="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&').slice(BASE_URL.length)
const share = (toggles: object) =>
  client
    .ok(contract.putShare, ada.session, { params: { id: vessel }, body: { toggles } })
    .then((answer) => answer.share)
const pageOf = async ({ token }: contract.Share) => (await client.raw('GET', `/v/${token}`)).text

test('strangers get a picture without its metadata, its owner gets it byte for byte', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const sent = await pictureWithMetadata(format)
    await boats.taken(device, { image_base64: sent.toString('base64'), mime: `image/${format}` })
    const text = await pageOf(await share({ photo: true, location: false }))
    const links = [...text.matchAll(/https:\/\/boat\.example(\/frames\/[^"]+)"/g)].map(([, path]) =>
      path!.replaceAll('&amp;', '&'),
    )
    assert.ok(links.length >= 3, 'the page has a picture and names it for other sites')
    const { full, thumb, screen } = await ownLinks()
    for (const path of [...links, thumb, screen]) {
      const { response, bytes } = await fetchImage(path)
      assert.equal(response.status, 200)
      const { exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata()
      assert.deepEqual([exif, xmp, icc, iptc, comments], Array(5).fill(undefined))
      assert.doesNotMatch(bytes.toString('latin1'), SECRETS)
    }
    assert.ok((await fetchImage(full)).bytes.equals(sent))
    // No stranger makes the original out of their link.
    const without = /&share=[\w-]+/
    for (const altered of [
      links[0]!.replace('&size=screen', ''),
      links[0]!.replace(without, ''),
      links[0]!.replace('&size=screen', '').replace(without, ''),
    ])
      assert.deepEqual(outcome(await client.raw('GET', altered)), [403, 'link_invalid'])
  }
})

test('a shared link ends with its share, and while the owner does not show the picture', async () => {
  await boats.taken(device)
  const shared = await share({ photo: true })
  const link = photoOf(await pageOf(shared))
  assert.ok(!link.includes(shared.token), 'the picture would give away the page')
  const first = await fetchImage(link)
  assert.deepEqual([first.response.status, first.response.headers.get('cache-control')], [200, 'no-store'])

  await share({ photo: false })
  assert.deepEqual(outcome(await client.raw('GET', link)), [404, 'not_found'])
  await share({ photo: true })
  assert.equal((await fetchImage(link)).response.status, 200)

  await client.ok(contract.deleteShare, ada.session, { params: { id: vessel } })
  assert.deepEqual(outcome(await client.raw('GET', link)), [404, 'not_found'])
  // Another share of the same boat does not revive it.
  const again = await share({ photo: true })
  assert.deepEqual(outcome(await client.raw('GET', link)), [404, 'not_found'])
  assert.equal((await fetchImage(photoOf(await pageOf(again)))).response.status, 200)
  assert.equal((await fetchImage((await ownLinks()).full)).response.status, 200)
})
