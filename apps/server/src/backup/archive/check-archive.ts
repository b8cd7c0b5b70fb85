import { isDeepStrictEqual } from 'node:util'
import { OperatorError } from '../../process/operator-error.ts'
import { damaged, isAsWritten, type Member, type ReadMember, readArchive } from './archive.ts'
import { FORMAT, HEAD, type Head, MANIFEST, type Manifest, SECRET, tableOf } from './contents.ts'
import { decodeRows } from './encode-rows.ts'
import type { Keys } from './encryption.ts'
import { imageOf } from './images.ts'
import type { Report } from './progress.ts'

export interface Found {
  head: Head
  manifest: Manifest
  imageBytes: number
}

/** What comes of an archive's members as they are read; whoever only checks does nothing with them. */
export interface Take {
  head(head: Head): Promise<void>
  rows(table: string, rows: Buffer[]): Promise<void>
  other(member: Member): Promise<void>
}

export const ONLY_CHECK: Take = { head: async () => {}, rows: async () => {}, other: async () => {} }

/**
 * Reads an archive from end to end and hands on what it holds, which is whole and right only when this returns: it throws
 * DamagedArchive when a byte is not what it was, or when rows or images are not those that the manifest counts, and an
 * OperatorError when the archive has a format that this version does not read.
 */
export async function checkArchive(
  path: string,
  report: Report,
  take: Take = ONLY_CHECK,
  keys: Keys = {},
): Promise<Found> {
  let head: Head | undefined
  let manifest: Manifest | undefined
  const rows: Record<string, number> = {}
  const done = { rows: 0, images: 0, bytes: 0 }
  let imageBytes = 0
  for await (const member of readArchive(path, keys)) {
    const table = tableOf(member.name)
    if (!head) {
      head = readHead(member)
      for (const { name } of head.tables) rows[name] = 0
      await take.head(head)
    } else if (member.name === MANIFEST) manifest = parse<Manifest>(member)
    else if (table) {
      const found = await decodeRows(member.bytes).catch(damaged)
      rows[table] = (rows[table] ?? 0) + found.length
      done.rows += found.length
      await take.rows(table, found)
    } else {
      const image = imageOf(member.name)
      if (!image && member.name !== SECRET) damaged(new Error('it holds what no backup has'))
      if (image) imageBytes += member.bytes.length
      if (image?.size === 'full') done.images++
      await take.other(member)
    }
    done.bytes += member.bytes.length
    report(take.rows === ONLY_CHECK.rows ? 'Checking' : 'Loading', done)
  }
  if (!head || !manifest) damaged(new Error('its list of contents is missing'))
  const { images, missing_images } = manifest
  const found: Manifest = { rows, images: done.images, missing_images }
  if (!isDeepStrictEqual(found, { rows: manifest.rows, images, missing_images }))
    damaged(new Error('it does not hold what it lists'))
  return { head, manifest, imageBytes }
}

function readHead(member: ReadMember): Head {
  if (member.name !== HEAD) damaged(new Error('it is no backup of Binnacle'))
  const head = parse<Head>(member)
  // Before anything in it is believed: a changed byte may make another format of it.
  if (head.id ? !isAsWritten(head.id, member) : !hasOurFormat(head)) damaged(new Error('its beginning was changed'))
  requireOurFormat(head)
  return head
}

/** What tells a head without a mark from a damaged one: archives of versions before marks have no other format. */
export const hasOurFormat = ({ format, schema, tables }: Partial<Head>): boolean =>
  format === FORMAT && Array.isArray(schema) && Array.isArray(tables)

/** Throws an OperatorError for a head that is as it was written, by a version with another format. */
export function requireOurFormat({ format, version }: Head): void {
  if (format === FORMAT) return
  throw new OperatorError(
    `The archive has the format ${format}, and this version of Binnacle reads ${FORMAT}. Use the version of Binnacle that made it${version ? ` (${version})` : ''}, or a later one.`,
  )
}

function parse<T>({ bytes }: Member): T {
  try {
    return JSON.parse(bytes.toString()) as T
  } catch (error) {
    damaged(error)
  }
}
