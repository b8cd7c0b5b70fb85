import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, beforeEach, type TestContext, test } from 'node:test'
import type { FrameMime } from '@binnacle/contract'
import { DiskFrameStore } from './disk-frame-store.ts'
import type { FrameKey, FrameSize } from './frame-store.ts'

const own = mkdtempSync(join(tmpdir(), 'frame-store-'))
// So deep that a store without its guard could not leave this test's own folder through the ids tried below.
const folder = join(own, 'a/b/c/d/e/f')
mkdirSync(folder, { recursive: true })
after(() => rmSync(own, { recursive: true }))

let store: DiskFrameStore
beforeEach(() => {
  rmSync(join(folder, 'frames'), { recursive: true, force: true })
  store = new DiskFrameStore(folder)
})

const newKey = (mime: FrameMime = 'image/jpeg'): FrameKey => ({
  vesselId: randomUUID(),
  cameraId: randomUUID(),
  frameId: randomUUID(),
  mime,
})

function temporary(content: string): string {
  const path = store.temporaryPath()
  writeFileSync(path, content)
  return path
}

async function putNew(key = newKey()): Promise<FrameKey> {
  await store.put(temporary('image'), temporary('thumbnail'), key)
  return key
}

async function content(key: FrameKey, size: FrameSize): Promise<string | null> {
  const found = await store.open(key, size)
  if (!found) return null
  const bytes = await buffer(found.stream)
  assert.equal(bytes.length, found.bytes)
  return bytes.toString()
}

/** The files in the store, without folders, as paths from its root. */
const filesLeft = () =>
  readdirSync(join(folder, 'frames'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const foldersLeft = () =>
  readdirSync(join(folder, 'frames'), { recursive: true }).filter((path) => /^..\/.+/.test(String(path)))

const pathOf = ({ vesselId, cameraId, frameId }: FrameKey, end = 'jpg') =>
  join(folder, 'frames', vesselId.slice(-2), vesselId, cameraId, `${frameId}.${end}`)

function age(path: string, minutes: number): void {
  const time = new Date(Date.now() - minutes * 60_000)
  utimesSync(path, time, time)
}

test('a frame that was put can be opened, in both sizes, until it is removed', async () => {
  for (const mime of ['image/jpeg', 'image/png', 'image/webp'] as const) {
    const key = await putNew(newKey(mime))
    assert.equal(await content(key, 'full'), 'image')
    assert.equal(await content(key, 'thumb'), 'thumbnail')
    await store.remove(key)
    assert.equal(await content(key, 'full'), null)
    assert.equal(await content(key, 'thumb'), null)
    await store.remove(key)
  }
  assert.deepEqual(filesLeft(), [])
  assert.deepEqual(foldersLeft(), [])
})

test('a rendition is kept beside its frame and goes with it; that of a deleted frame is not kept', async () => {
  const key = await putNew()
  assert.equal(await content(key, 'screen'), null)
  await store.keepScreen(Buffer.from('rendition'), key)
  assert.equal(await content(key, 'screen'), 'rendition')
  assert.equal(statSync(pathOf(key, 'screen.webp')).mode & 0o777, 0o600)
  await store.remove(key)
  await assert.rejects(store.keepScreen(Buffer.from('late'), key), { code: 'ENOENT' })
  assert.deepEqual(filesLeft(), [])
  assert.deepEqual(foldersLeft(), [])
})

/** The paths that are synced from here on, in order. */
async function watchSyncs(t: TestContext): Promise<string[]> {
  const synced: string[] = []
  const file = await open(folder)
  const handles = Object.getPrototypeOf(file)
  await file.close()
  const sync = handles.sync
  t.mock.method(handles, 'sync', function (this: { fd: number }) {
    synced.push(readlinkSync(`/proc/self/fd/${this.fd}`))
    return sync.call(this)
  })
  return synced
}

test('both files are synced before they move, and every folder on the way after', async (t) => {
  const key = newKey()
  const [image, thumbnail] = [temporary('image'), temporary('thumbnail')]
  const synced = await watchSyncs(t)
  await store.put(image, thumbnail, key)
  assert.deepEqual(new Set(synced.slice(0, 2)), new Set([image, thumbnail]))
  const camera = dirname(pathOf(key))
  assert.deepEqual(synced.slice(2), [camera, dirname(camera), dirname(dirname(camera)), join(folder, 'frames')])
})

test('only the service can read the frames', async () => {
  const key = await putNew()
  for (const path of [join(folder, 'frames'), dirname(pathOf(key))]) assert.equal(statSync(path).mode & 0o777, 0o700)
})

test('a frame that cannot be stored is a failed upload and leaves nothing', async () => {
  // A folder where the image is to be: the thumbnail has moved already when that fails.
  const key = newKey()
  mkdirSync(join(pathOf(key), 'in the way'), { recursive: true })
  await assert.rejects(putNew(key), { code: 'upload_failed' })
  // A file where the vessel's folder is to be.
  const other = newKey()
  mkdirSync(join(folder, 'frames', other.vesselId.slice(-2)), { recursive: true })
  const blocked = join(folder, 'frames', other.vesselId.slice(-2), other.vesselId)
  writeFileSync(blocked, '')
  await assert.rejects(putNew(other), { code: 'upload_failed' })
  // No thumbnail.
  await assert.rejects(store.put(temporary('image'), store.temporaryPath(), newKey()), { code: 'upload_failed' })
  assert.deepEqual(filesLeft(), [blocked])
})

test('what is not a UUID never becomes a path', async () => {
  for (const id of ['..', '../../etc', '', 'A'.repeat(36), `${randomUUID()}/..`, randomUUID().toUpperCase()]) {
    for (const part of ['vesselId', 'cameraId', 'frameId']) {
      await assert.rejects(store.open({ ...newKey(), [part]: id }, 'full'), TypeError)
      await assert.rejects(store.remove({ ...newKey(), [part]: id }), TypeError)
      await assert.rejects(store.put('image', 'thumbnail', { ...newKey(), [part]: id }), TypeError)
    }
  }
})

test('a sweep removes old files without a row, and old temporary files', async () => {
  const [known, orphan, young, fromTheFuture] = [await putNew(), await putNew(), await putNew(), await putNew()]
  for (const key of [known, orphan]) for (const end of ['jpg', 'thumb.webp']) age(pathOf(key, end), 16)
  for (const end of ['jpg', 'thumb.webp']) age(pathOf(fromTheFuture, end), -16)
  const [old, arriving] = [temporary('old'), temporary('arriving')]
  age(old, 16)
  const stranger = join(dirname(pathOf(known)), 'README')
  writeFileSync(stranger, 'not ours')
  age(stranger, 16)

  assert.equal(await store.sweep(async () => new Set([known.frameId]), new Date()), 4)
  assert.equal(await store.sweepTemporary(new Date()), 1)
  const left = [known, young].flatMap((key) => [pathOf(key), pathOf(key, 'thumb.webp')])
  assert.deepEqual(filesLeft().sort(), [...left, arriving, stranger].sort())
  assert.equal(existsSync(dirname(pathOf(orphan))), false)
})

test('a sweep asks about every frame once, at most 500 at a time', async () => {
  const keys = [newKey(), newKey(), newKey()]
  const ids = new Set<string>()
  for (const key of keys) {
    mkdirSync(dirname(pathOf(key)), { recursive: true })
    for (let index = 0; index < 300; index++) {
      const frameId = randomUUID()
      ids.add(frameId)
      writeFileSync(pathOf({ ...key, frameId }), '')
    }
  }
  const asked: string[] = []
  await store.sweep(async (frameIds) => {
    assert.ok(frameIds.length <= 500)
    asked.push(...frameIds)
    return new Set(frameIds)
  }, new Date())
  assert.equal(asked.length, ids.size)
  assert.deepEqual(new Set(asked), ids)
})

test('frames of before are found after a restart; the free space is known', async () => {
  const key = await putNew()
  store = new DiskFrameStore(folder)
  assert.equal(await content(key, 'full'), 'image')
  assert.ok((await store.freeBytes()) > 1_000_000)
})
