import { writeFile } from 'node:fs/promises'
import { FRAME_EXTENSIONS, type FrameMime } from '@binnacle/contract'
import { sql } from 'kysely'
import { inspectImage } from '../../cameras/images/image.ts'
import type { FrameKey, FrameStore } from '../../cameras/stores/frame-store.ts'
import { mimeOfPath } from '../../cameras/stores/image-path.ts'
import type { Db } from '../../db/database.ts'
import type { Member } from './archive.ts'
import { type BackedUpTable, pages } from './tables-sql.ts'

/** Each image is two members, in this order. What is made on demand is made again. */
const SIZES = ['full', 'thumb'] as const
type BackedUpSize = (typeof SIZES)[number]
const NAME = /^images\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.(thumb\.webp|jpg|png|webp)$/

interface Row {
  vessel_id: string
  place_id: string
  id: string
  mime: FrameMime
}

/** What names images, with the place of an image within its vessel. */
const NAMED_BY = { frame: 'camera_id', inspection_photo: 'inspection_id' }

/** The images that the rows of these tables name: frames and photos of inspections. Needs a transaction. */
export async function* listImages(tx: Db, tables: BackedUpTable[]): AsyncGenerator<FrameKey> {
  for (const [table, place] of Object.entries(NAMED_BY)) {
    if (!tables.some(({ name }) => name === table)) continue
    const all = sql`select vessel_id, ${sql.ref(place)} as place_id, id, mime from ${sql.table(table)}`
    for await (const rows of pages<Row>(tx, all))
      for (const { vessel_id, place_id, id, mime } of rows)
        yield { vesselId: vessel_id, cameraId: place_id, frameId: id, mime }
  }
}

/** Both sizes of an image, if it exists. */
export async function readImage(store: FrameStore, key: FrameKey): Promise<Member[] | undefined> {
  const members: Member[] = []
  for (const size of SIZES) {
    // One that a network has cut is read again: a backup of a bucket must not begin anew for it.
    const bytes = await bytesOf(store, key, size).catch(() => bytesOf(store, key, size))
    if (!bytes) return undefined
    members.push({ name: imageName(key, size), bytes })
  }
  return members
}

async function bytesOf(store: FrameStore, key: FrameKey, size: BackedUpSize): Promise<Buffer | undefined> {
  try {
    const found = await store.open(key, size)
    return found && Buffer.concat(await found.stream.toArray())
  } catch (error) {
    const { message, cause } = error as Error
    throw new Error(`${imageName(key, size)} could not be read: ${(cause as Error | undefined)?.message ?? message}`, {
      cause: error,
    })
  }
}

export const imageName = ({ vesselId, cameraId, frameId, mime }: FrameKey, size: BackedUpSize): string =>
  `images/${vesselId}/${cameraId}/${frameId}.${size === 'thumb' ? 'thumb.webp' : FRAME_EXTENSIONS[mime]}`

export function imageOf(name: string): { key: Omit<FrameKey, 'mime'>; mime: FrameMime; size: BackedUpSize } | null {
  const [, vesselId, cameraId, frameId, extension] = NAME.exec(name) ?? []
  if (!vesselId || !cameraId || !frameId) return null
  const size = extension === 'thumb.webp' ? 'thumb' : 'full'
  return { key: { vesselId, cameraId, frameId }, mime: mimeOfPath(name), size }
}

/** Images of a damaged archive: also those whose thumbnail is lost, which is made again. `end` puts the last one. */
export function putWholeImages(store: FrameStore) {
  const put = putImages(store)
  const done = new Set<string>()
  let full: Member | undefined
  async function withNewThumbnail(member: Member): Promise<void> {
    const { key, mime } = imageOf(member.name)!
    const [image, thumbnail] = [store.temporaryPath(), store.temporaryPath()]
    await writeFile(image, member.bytes, { mode: 0o600 })
    await inspectImage(image, mime, thumbnail)
    await store.put(image, thumbnail, { ...key, mime })
    done.add(key.frameId)
  }
  const end = async () => {
    if (full) await withNewThumbnail(full)
    full = undefined
  }
  return {
    done,
    end,
    async put(member: Member): Promise<void> {
      const { key, size } = imageOf(member.name)!
      if (size === 'full') {
        await end()
        full = member
      } else if (full && imageOf(full.name)!.key.frameId === key.frameId) {
        await put(full)
        await put(member)
        done.add(key.frameId)
        full = undefined
      }
    },
  }
}

/** Puts images back as their members come; the two of an image come one after the other. */
export function putImages(store: FrameStore): (member: Member) => Promise<void> {
  let full: { key: FrameKey; bytes: Buffer } | undefined
  return async ({ name, bytes }) => {
    const { key, mime, size } = imageOf(name)!
    if (size === 'full') {
      full = { key: { ...key, mime }, bytes }
      return
    }
    if (full?.key.frameId !== key.frameId) throw new Error(`${name} comes without its image`)
    const [image, thumbnail] = [store.temporaryPath(), store.temporaryPath()]
    await writeFile(image, full.bytes, { mode: 0o600 })
    await writeFile(thumbnail, bytes, { mode: 0o600 })
    await store.put(image, thumbnail, full.key)
  }
}
