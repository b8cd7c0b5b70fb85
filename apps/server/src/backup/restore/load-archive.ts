import { stat } from 'node:fs/promises'
import type { FrameStore } from '../../cameras/stores/frame-store.ts'
import type { Db } from '../../db/database.ts'
import { unknownMigrations } from '../../db/schema/migrate.ts'
import { commandLine } from '../../process/command-line.ts'
import { DamagedArchive, type Member } from '../archive/archive.ts'
import { checkArchive, ONLY_CHECK, type Take } from '../archive/check-archive.ts'
import { type Head, type Manifest, SECRET } from '../archive/contents.ts'
import type { Keys } from '../archive/encryption.ts'
import { imageName, imageOf, listImages, putImages, putWholeImages } from '../archive/images.ts'
import type { Report } from '../archive/progress.ts'
import { salvageArchive, surveyDamaged } from '../archive/salvage-archive.ts'
import { EMPTY_IN_A_BACKUP, listTables } from '../archive/tables-sql.ts'
import { BackupRefused } from '../make/make-backup.ts'
import { type Loader, startLoading } from './load-rows.ts'
import { KEEP_FREE_BYTES, neededBytes, requireRoom } from './room.ts'

/** An archive that was read once from end to end. */
export interface Source {
  head: Head
  /** null: it is lost. */
  manifest: Manifest | null
  imageBytes: number
  fileBytes: number
  secret: Buffer | null
  isDamaged: boolean
  /** Hands on what it holds; gives the names of members that are damaged. */
  read(take: Take): Promise<string[]>
}

interface SourceOrder {
  file: string
  report: Report
  keys?: Keys
  salvage?: boolean
}

/**
 * Reads an archive from end to end. Throws DamagedArchive unless what is whole of it is wanted, and BackupRefused for one of a
 * newer version.
 */
export async function openSource({ file, report, keys, salvage }: SourceOrder): Promise<Source> {
  const source = await checked({ file, report, keys }).catch((error) => {
    if (!salvage || !(error instanceof DamagedArchive)) throw error
    return surveyed({ file, report, keys })
  })
  const unknown = await unknownMigrations(source.head.schema)
  if (unknown.length > 0)
    throw new BackupRefused(
      `The backup was made by a newer version of Binnacle, with ${unknown.join(', ')}. Restore it with that version or a later one.`,
    )
  return source
}

async function checked({ file, report, keys }: SourceOrder): Promise<Source> {
  let secret: Buffer | null = null
  const other = async ({ name, bytes }: Member) => {
    if (name === SECRET) secret = bytes
  }
  const found = await checkArchive(file, report, { ...ONLY_CHECK, other }, keys)
  const read = async (take: Take) => {
    await checkArchive(file, report, take, keys)
    return []
  }
  return { ...found, fileBytes: (await stat(file)).size, secret, isDamaged: false, read }
}

async function surveyed({ file, report, keys }: SourceOrder): Promise<Source> {
  const survey = await surveyDamaged(file, report, keys)
  let secret: Buffer | null = null
  const other = async ({ name, bytes }: Member) => {
    if (name === SECRET) secret = bytes
  }
  await salvageArchive(file, survey, report, { ...ONLY_CHECK, other }, keys)
  const read = (take: Take) => salvageArchive(file, survey, report, take, keys)
  return { ...survey, fileBytes: (await stat(file)).size, secret, isDamaged: true, read }
}

/** On the disk of an embedded database, with images or without. */
export const bytesNeeded = ({ head, imageBytes, fileBytes }: Source, withImages: boolean): number =>
  neededBytes(head, imageBytes, fileBytes) - (withImages ? 0 : imageBytes)

export interface Loaded {
  head: Head
  manifest: Manifest | null
  /** Tables and columns of the archive that are not Binnacle's, and were left out. */
  foreign: string[]
  /** A line for each thing that was lost, or does not fit: empty unless it was salvaged. */
  lost: string[]
  /** What is there in the end; of images, those that a row names. */
  rows: Record<string, number>
  images: number
}

interface LoadOptions {
  /** Without it images are left out. */
  store?: FrameStore
  secret?: (member: Member) => Promise<void>
  /** A folder on the disk of the database; null: that is elsewhere. */
  room: string | null
  salvage?: boolean | undefined
}

/** Loads an archive into an empty database. In a transaction, or where nobody sees it yet. */
export async function loadSource(
  db: Db,
  source: Source,
  { store, secret, room, salvage = false }: LoadOptions,
): Promise<Loaded> {
  const { head, manifest, isDamaged } = source
  const whole = salvage && store ? putWholeImages(store) : null
  const putImage = whole?.put ?? (store && putImages(store))
  let loader: Loader | undefined
  let images = 0
  const found = new Set<string>()
  const take: Take = {
    head: async ({ schema, tables }) => {
      loader = await startLoading(db, schema, tables, salvage)
    },
    rows: async (table, texts) => {
      if (table in EMPTY_IN_A_BACKUP) return
      found.add(table)
      if (room) await requireRoom(room, KEEP_FREE_BYTES, 'It was full before all was loaded. Nothing was restored.')
      await loader!.rows(table, texts)
    },
    other: async (member) => {
      if (member.name === SECRET) return secret?.(member)
      if (imageOf(member.name)?.size === 'full') images++
      await putImage?.(member)
    },
  }
  const damaged = await source.read(take)
  await whole?.end()
  const none = Object.fromEntries(Object.keys(EMPTY_IN_A_BACKUP).map((table) => [table, 0]))
  const { lost, rows } = await loader!.finish(manifest && { ...manifest.rows, ...none })
  if (isDamaged) lost.unshift(...notes(source, found), ...damaged.map((name) => `${name} is damaged.`))
  if (whole && head.images) {
    const named = await namedImages(db, manifest, whole.done)
    images = named.there
    lost.push(...named.lost)
  }
  return { head, manifest, foreign: loader!.foreign, lost, rows, images }
}

/** What is not known of a damaged archive; `found` are the tables that rows came of. */
function notes({ head, manifest, secret }: Source, found: Set<string>): string[] {
  const nothing = head.tables.map(({ name }) => name).filter((name) => !found.has(name) && !(name in EMPTY_IN_A_BACKUP))
  return [
    ...(manifest
      ? []
      : ['manifest.json is lost: how many rows each table had is not known, nor which pictures were missing before.']),
    ...(manifest || nothing.length === 0
      ? []
      : [`Nothing was found of: ${nothing.join(', ')}, which may have been empty.`]),
    ...(head.id
      ? []
      : ['An older version made this backup: a changed character in a part that can be read cannot be found.']),
    ...(secret
      ? []
      : [
          `secret-key was not found. Unless SECRET_KEY was a setting it is lost: authenticator apps stop working (${commandLine('reset-password', 'E-MAIL')}).`,
        ]),
  ]
}

/** Of the images that a row names: how many came, and a line for each that neither came nor was missing when the archive was made. */
async function namedImages(db: Db, manifest: Manifest | null, done: Set<string>) {
  const missing = new Set(manifest?.missing_images)
  const lost: string[] = []
  let there = 0
  const list = async (tx: Db) => {
    for await (const key of listImages(tx, await listTables(tx)))
      if (done.has(key.frameId)) there++
      else if (!missing.has(`${key.vesselId}/${key.cameraId}/${key.frameId}`))
        lost.push(`${imageName(key, 'full')} is lost.`)
  }
  await (db.isTransaction ? list(db) : db.transaction().execute(list))
  return { there, lost }
}
