import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { FrameMime } from '@binnacle/contract'
import { lacks } from '../../../../../scripts/programs.ts'
import { until } from '../../../../../scripts/until.ts'
import { type BadLink, startBadLink } from '../../testing/programs/bad-link.ts'
import { startS3, type TestS3 } from '../../testing/programs/s3.ts'
import type { FrameKey, FrameSize, FrameStore } from './frame-store.ts'
import { imagePath } from './image-path.ts'
import { openFrameStore } from './open-frame-store.ts'
import { openBucket } from './s3-bucket.ts'

const AN_HOUR_MS = 3_600_000

const newKey = (mime: FrameMime = 'image/jpeg'): FrameKey => ({
  vesselId: randomUUID(),
  cameraId: randomUUID(),
  frameId: randomUUID(),
  mime,
})

/** What every store does, over one of them that is empty at first. */
interface Subject {
  store: FrameStore
  /** The paths of all images in it. */
  paths(): Promise<string[]>
  /** Makes all that is stored until now an hour old. */
  ageAll(): Promise<void>
  end(): Promise<void>
}

async function onFiles(): Promise<Subject> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frame-store-'))
  const root = join(dataDir, 'frames')
  const paths = () =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('/tmp'))
      .map((entry) => join(entry.parentPath, entry.name))
  const anHourAgo = new Date(Date.now() - AN_HOUR_MS)
  return {
    store: await openFrameStore({ dataDir, frameStore: null, s3Endpoint: null, s3Region: '', s3PathStyle: false }),
    paths: async () => paths().map((path) => relative(root, path)),
    async ageAll() {
      for (const path of paths()) utimesSync(path, anHourAgo, anHourAgo)
    },
    end: () => rm(dataDir, { recursive: true }),
  }
}

interface InBucket extends Subject {
  s3: TestS3
  link: BadLink
  dataDir: string
}

async function inBucket(kind: 's3rver' | 'swift'): Promise<InBucket> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frame-store-'))
  const s3 = await startS3(kind)
  const link = await startBadLink(s3.env.S3_ENDPOINT)
  const store = await openFrameStore({ ...s3.config, s3Endpoint: link.endpoint, dataDir })
  return {
    store,
    s3,
    link,
    dataDir,
    paths: s3.names,
    ageAll: async () => link.suffer({ kind: 'old' }),
    async end() {
      store.close()
      await link.stop()
      await s3.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

describe('frames as files', () => {
  storeTests(onFiles)
})
describe('frames in a bucket of s3rver', () => bucketTests(storeTests(() => inBucket('s3rver'))))
describe('frames in a bucket of Swift', { skip: lacks('swift-proxy-server') }, () => {
  const subject = storeTests(() => inBucket('swift'))
  bucketTests(subject)
  strictTests(subject)
})

/** Gives what is tested, for more tests of it. */
function storeTests<S extends Subject>(start: () => Promise<S>): () => S {
  let subject: S
  let store: FrameStore
  before(async () => {
    subject = await start()
    store = subject.store
  })
  after(() => subject?.end())

  const temporary = (content: string) => write(store, content)

  async function putNew(key = newKey()): Promise<FrameKey> {
    await store.put(temporary(`image ${key.frameId}`), temporary(`thumbnail ${key.frameId}`), key)
    return key
  }

  async function content(key: FrameKey, size: FrameSize): Promise<string | null> {
    const found = await store.open(key, size)
    if (!found) return null
    const bytes = await buffer(found.stream)
    assert.equal(bytes.length, found.bytes)
    return bytes.toString()
  }

  const both = (...keys: FrameKey[]) => keys.flatMap((key) => [imagePath(key, 'full'), imagePath(key, 'thumb')]).sort()

  test('a frame that was put can be opened, in both sizes, until it is removed', async () => {
    for (const mime of ['image/jpeg', 'image/png', 'image/webp'] as const) {
      const key = await putNew(newKey(mime))
      assert.equal(await content(key, 'full'), `image ${key.frameId}`)
      assert.equal(await content(key, 'thumb'), `thumbnail ${key.frameId}`)
      assert.deepEqual((await subject.paths()).sort(), both(key))
      await store.remove(key)
      assert.equal(await content(key, 'full'), null)
      assert.equal(await content(key, 'thumb'), null)
      await store.remove(key)
    }
    assert.deepEqual(await subject.paths(), [])
  })

  test('a rendition is kept beside its frame and goes with it', async () => {
    const key = await putNew()
    assert.equal(await content(key, 'screen'), null)
    await store.keepScreen(Buffer.from('rendition'), key)
    assert.equal(await content(key, 'screen'), 'rendition')
    assert.deepEqual((await subject.paths()).sort(), [...both(key), imagePath(key, 'screen')].sort())
    await store.remove(key)
    assert.deepEqual(await subject.paths(), [])
  })

  test('a large picture comes back byte by byte', async () => {
    const key = newKey('image/png')
    const bytes = Buffer.alloc(8 * 1024 * 1024, randomUUID())
    const image = store.temporaryPath()
    writeFileSync(image, bytes)
    await store.put(image, temporary('thumbnail'), key)
    const found = await store.open(key, 'full')
    assert.ok(bytes.equals(await buffer(found!.stream)))
    await store.remove(key)
  })

  test('its temporary files are gone when a frame is stored, and when it cannot be', async () => {
    const [image, thumbnail] = [temporary('image'), temporary('thumbnail')]
    const key = newKey()
    await store.put(image, thumbnail, key)
    const left = temporary('image')
    await assert.rejects(store.put(left, store.temporaryPath(), newKey()), { code: 'upload_failed' })
    for (const path of [image, thumbnail, left]) await assert.rejects(rm(path), { code: 'ENOENT' })
    assert.deepEqual((await subject.paths()).sort(), both(key))
    await store.remove(key)
  })

  test('removing one frame leaves the others of its camera; removing a vessel leaves other vessels', async () => {
    const first = await putNew()
    const second = await putNew({ ...first, frameId: randomUUID() })
    const third = await putNew({ ...newKey(), vesselId: first.vesselId })
    const other = await putNew()
    await store.remove(first)
    assert.deepEqual((await subject.paths()).sort(), both(second, third, other))
    await store.removeVessel(first.vesselId)
    await store.removeVessel(first.vesselId)
    assert.deepEqual((await subject.paths()).sort(), both(other))
    for (const id of ['..', '', `${other.vesselId}/..`]) await assert.rejects(store.removeVessel(id), TypeError)
    await store.remove(other)
  })

  test('a sweep asks about every frame, at most 500 at a time, and takes none that is known or young', async () => {
    const keys = [await putNew(), await putNew(), await putNew()]
    const asked = new Set<string>()
    const sweep = () =>
      store.sweep(async (ids) => {
        assert.ok(ids.length <= 500)
        for (const id of ids) asked.add(id)
        return new Set([keys[0]!.frameId])
      }, new Date())
    assert.equal(await sweep(), 0)
    assert.deepEqual((await subject.paths()).sort(), both(...keys))
    assert.deepEqual(asked, new Set(keys.map(({ frameId }) => frameId)))
    await subject.ageAll()
    await assert.rejects(store.sweep(() => Promise.reject(new Error('the database is away')), new Date()))
    assert.deepEqual((await subject.paths()).sort(), both(...keys))
    assert.equal(await sweep(), 4)
    assert.deepEqual((await subject.paths()).sort(), both(keys[0]!))
  })
  return () => subject
}

function write(store: FrameStore, content: Buffer | string): string {
  const path = store.temporaryPath()
  writeFileSync(path, content)
  return path
}

function bucketTests(subject: () => InBucket): void {
  test('an address for everyone: whole, of the right type, to be kept as long as it lasts, and no longer', async () => {
    const { store } = subject()
    const key = newKey('image/png')
    await store.put(write(store, 'image'), write(store, 'small'), key)
    for (const [size, type, content] of [
      ['full', 'image/png', 'image'],
      ['thumb', 'image/webp', 'small'],
    ] as const) {
      const url = new URL((await store.link(key, size, new Date()))!)
      assert.deepEqual([url.origin, url.searchParams.get('X-Amz-Expires')], [store.linkOrigin, '1800'])
      const answer = await fetch(url)
      assert.deepEqual([answer.status, await answer.text()], [200, content])
      assert.equal(answer.headers.get('content-type'), type)
      assert.equal(answer.headers.get('cache-control'), 'private, max-age=1800, immutable')
    }
    const fetched = async (secondsAgo: number) => {
      const answer = await fetch((await store.link(key, 'full', new Date(Date.now() - secondsAgo * 1000)))!)
      await answer.arrayBuffer()
      return answer.status
    }
    assert.deepEqual([await fetched(1700), await fetched(1802)], [200, 403])
    await store.remove(key)
  })

  test('a stream that is destroyed gives its socket back, however many there are', async () => {
    const { store, link } = subject()
    const key = newKey()
    await store.put(write(store, Buffer.alloc(8 * 1024 * 1024)), write(store, 'x'), key)
    for (let times = 0; times < 80; times++) (await store.open(key, 'full'))!.stream.destroy()
    assert.equal((await buffer((await store.open(key, 'thumb'))!.stream)).toString(), 'x')
    await until(() => link.underWay() === 0, 'the end of all requests')
    await store.remove(key)
  })
}

/** What s3rver does not check, or cannot do. */
function strictTests(subject: () => InBucket): void {
  test('an address that is altered is refused', async () => {
    const { store } = subject()
    const [key, other] = [newKey(), newKey()]
    for (const each of [key, other]) await store.put(write(store, 'image'), write(store, 'small'), each)
    const url = (await store.link(key, 'full', new Date()))!
    for (const altered of [
      url.replace(key.frameId, other.frameId),
      url.replace('X-Amz-Expires=1800', 'X-Amz-Expires=9000'),
      url.replace('.jpg', '.thumb.webp'),
      url.split('?')[0]!,
    ]) {
      const answer = await fetch(altered)
      await answer.arrayBuffer()
      assert.ok(answer.status === 403 || answer.status === 400, altered)
    }
    for (const each of [key, other]) await store.remove(each)
  })

  test('all pages of a list are read', async () => {
    const { store, s3 } = subject()
    const before = (await s3.names()).length
    const { vesselId } = newKey()
    for (let count = 0; count < 4; count++)
      await store.put(write(store, 'image'), write(store, 'small'), { ...newKey(), vesselId })
    const bucket = await openBucket(s3.config)
    const pages = await Array.fromAsync(bucket.list('', 3))
    bucket.close()
    assert.equal(pages.flatMap(({ objects }) => objects).length, before + 8)
    assert.ok(pages.length > 2 && pages.every(({ objects }) => objects.length <= 3))
    for (const { now } of pages) assert.ok(Math.abs(now.getTime() - Date.now()) < AN_HOUR_MS)
    await store.removeVessel(vesselId)
  })

  test('what the settings say wrongly is a ConfigError that names it; a bucket that is away is only told', async () => {
    const { s3, link, dataDir } = subject()
    const told: object[] = []
    const log = { warn: (what: object) => told.push(what) }
    const open = (change: object) =>
      openFrameStore({ ...s3.config, s3Endpoint: link.endpoint, dataDir, ...change }, log)
    const wrong = async (change: object, message: RegExp) =>
      assert.rejects(open(change), { name: 'ConfigError', message })
    await wrong({ frameStore: { bucket: 'no-such', prefix: '' } }, /FRAME_STORE s3:\/\/no-such .*no such bucket$/)
    const { AWS_SECRET_ACCESS_KEY: secret } = process.env
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong'
    await wrong({}, /AWS_SECRET_ACCESS_KEY is not right$/)
    process.env.AWS_SECRET_ACCESS_KEY = secret
    assert.deepEqual(told, [])
    link.suffer({ kind: 'status', status: 503 })
    const store = await open({})
    assert.equal(told.length, 1)
    link.suffer({ kind: 'none' })
    assert.equal(await store.open(newKey(), 'full'), undefined)
    store.close()
  })
}
