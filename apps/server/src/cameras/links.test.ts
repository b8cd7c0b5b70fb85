import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import sharp from 'sharp'
import { derivedKey, installationSecret } from '../secret.ts'
import { credentialHeaders } from '../testing/client.ts'
import { outcome, picture, SampleBoats } from './sample-boat.ts'
import { signFrameLink } from './signed-link.ts'

const BASE_URL = 'https://boat.example'
const boats = await SampleBoats.start({ FRAME_GAP_MS: '0', BASE_URL })
const { client, dataDir } = boats.service
const ada = await boats.service.owner('Ada')
const vessel = await boats.vesselOf(ada)
const box = await boats.boxOn(ada, vessel)
const image = await picture('png', 640, 480)
const { camera_id: camera, frame_id: frame } = await boats.taken(box, {
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
  assert.ok(Number(seconds) > 1790 && Number(seconds) <= 1801, header('cache-control')!)
  const head = await fetch(boats.service.baseUrl + (await newestLink()), { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(image.length)])
})

test('size=thumb gives a small WebP', async () => {
  const { response, bytes } = await fetchImage(`${await newestLink()}&size=thumb`)
  const { format, width } = await sharp(bytes).metadata()
  assert.deepEqual([response.headers.get('content-type'), format, width], ['image/webp', 'webp', 320])
})

test('41 a link that is altered in any way is 403 link_invalid', async () => {
  const link = await newestLink()
  const [path, query] = link.split('?') as [string, string]
  const exp = /exp=(\d+)/.exec(query)![1]!
  const other = await boats.taken(box)
  const altered = [
    link.replace(exp, String(Number(exp) + 1)),
    link.replace(frame, other.frame_id),
    link.replace(frame, randomUUID()),
    link.replace(frame, frame.toUpperCase()),
    `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
    `${link}&exp=${exp}`,
    `${path}?exp=${exp}&${query}`,
    `${link}&size=thumb&size=thumb`,
    link.replace('kid=1', 'kid=2'),
    path,
    `${path}?exp=`,
  ]
  for (const each of altered) assert.deepEqual(outcome(await client.raw('GET', each)), [403, 'link_invalid'], each)
})

test('41 one second past 30 minutes a link is 403', async () => {
  const key = { id: '1', secret: derivedKey(await installationSecret(dataDir, null), 'frame-links') }
  const signed = (secondsAgo: number) =>
    signFrameLink('', frame, key, new Date(Math.floor(Date.now() / 1000) * 1000 - secondsAgo * 1000))
  assert.equal((await fetchImage(signed(29 * 60))).response.status, 200)
  assert.deepEqual(outcome(await client.raw('GET', signed(30 * 60 + 1))), [403, 'link_invalid'])
})

test('41 a frame that was dropped, and one whose file is gone, is 404', async () => {
  const taken = await boats.taken(box)
  const link = await newestLink()
  const folder = join(dataDir, 'frames', vessel.slice(-2), vessel, camera)
  await rm(join(folder, `${taken.frame_id}.jpg`))
  assert.deepEqual(outcome(await client.raw('GET', link)), [404, 'not_found'])
  const dropped = await boats.taken(box)
  const second = await newestLink()
  await boats.taken(box)
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
  for (let i = 0; i < 51; i++) await boats.taken(box)
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
    await boats.taken(box, { image_base64, mime: 'image/jpeg' })
    const { response, bytes } = await fetchImage(`${await newestLink()}&size=screen`)
    const { format, width } = await sharp(bytes).metadata()
    assert.deepEqual([response.headers.get('content-type'), format, width], ['image/webp', 'webp', shown])
    assert.equal(response.headers.get('content-length'), String(bytes.length))
  }
})
