import { CHECKSUM_LINE_BYTES, damaged, isAsWritten, openArchive } from './archive.ts'
import { hasOurFormat, ONLY_CHECK, requireOurFormat, type Take } from './check-archive.ts'
import { HEAD, type Head, MANIFEST, type Manifest, SECRET, tableOf } from './contents.ts'
import { decodeRows } from './encode-rows.ts'
import { decryptWhole, type Keys } from './encryption.ts'
import { imageOf } from './images.ts'
import type { Report } from './progress.ts'
import { type FoundMember, findMembers } from './whole-members.ts'

/** What a damaged archive says of itself. */
interface Survey {
  head: Head
  /** null: it is lost, and with it how many rows there were. */
  manifest: Manifest | null
  /** Of images that may be whole. */
  imageBytes: number
}

/** What tar writes after the last member. */
const END_OF_TAR_BYTES = 1024

/** The bytes of an archive, with zeros where an encrypted one cannot be decrypted. */
async function* contentsOfFile(path: string, keys: Keys): AsyncGenerator<Uint8Array> {
  const file = await openArchive(path)
  try {
    yield* file.encrypted ? decryptWhole(file.stream, keys) : file.stream
  } finally {
    file.stream.destroy()
  }
}

/**
 * Finds what it takes to read the rest: the list of tables is at the beginning and at the end. Throws DamagedArchive without
 * either.
 */
export async function surveyDamaged(path: string, report: Report, keys: Keys = {}): Promise<Survey> {
  let head: Head | undefined
  let last: { manifest: Manifest; end: number } | undefined
  let isFirst = true
  let imageBytes = 0
  let total = 0
  async function* counted() {
    for await (const chunk of contentsOfFile(path, keys)) {
      total += chunk.length
      yield chunk
    }
  }
  const vouchesForItself = (member: FoundMember) => {
    if (member.name !== HEAD && member.name !== MANIFEST) return true
    const head = headOf(member)
    if (head?.id) return isAsWritten(head.id, member)
    return member.mark === null && (member.name === MANIFEST || (head !== undefined && hasOurFormat(head)))
  }
  for await (const member of findMembers(counted(), vouchesForItself)) {
    // Only at the very beginning and at the very end: between them an image may hold anything.
    if (member.right && member.name === HEAD && isFirst && !member.afterGap) head = headOf(member)
    if (member.right && member.name === MANIFEST)
      last = { manifest: JSON.parse(member.bytes.toString()) as Manifest, end: member.end }
    if (imageOf(member.name)) imageBytes += member.bytes.length
    isFirst = false
    report('Checking', { rows: 0, images: 0, bytes: total })
  }
  const manifest = last && last.end + END_OF_TAR_BYTES + CHECKSUM_LINE_BYTES === total ? last.manifest : null
  const known = head ?? manifest?.head
  if (!known)
    damaged(
      new Error('neither its beginning nor its end says what it holds'),
      'Nothing of it can be restored; use another.',
    )
  requireOurFormat(known)
  return { head: known, manifest, imageBytes }
}

function headOf({ name, bytes }: FoundMember): Head | undefined {
  try {
    const content = JSON.parse(bytes.toString())
    return name === HEAD ? content : content.head
  } catch {
    return undefined
  }
}

/** Hands on what of a damaged archive is whole, and gives the names of the members that are seen to be damaged. */
export async function salvageArchive(
  path: string,
  { head }: Survey,
  report: Report,
  take: Take,
  keys: Keys = {},
): Promise<string[]> {
  const lost: string[] = []
  const done = { rows: 0, images: 0, bytes: 0 }
  await take.head(head)
  const isRight = head.id ? (member: FoundMember) => isAsWritten(head.id!, member) : withoutMarks()
  for await (const member of findMembers(contentsOfFile(path, keys), isRight)) {
    const { name, right, bytes } = member
    const table = tableOf(name)
    const image = imageOf(name)
    if (!table && !image && name !== SECRET) continue
    const rows = right && table ? await decodeRows(bytes).catch(() => null) : []
    if (!right || !rows) {
      lost.push(name)
      continue
    }
    if (table) await take.rows(table, rows)
    else await take.other({ name, bytes })
    done.rows += rows.length
    if (image?.size === 'full') done.images++
    done.bytes += bytes.length
    report(take.rows === ONLY_CHECK.rows ? 'Checking' : 'Loading', done)
  }
  return lost
}

/**
 * An archive of a version before marks: its members follow each other. What comes after a gap among the images is not trusted, since
 * whoever sent an image may have put a member into it.
 */
function withoutMarks(): (member: FoundMember) => boolean {
  let amongImages = false
  let isTrusted = true
  return ({ name, afterGap }) => {
    if (afterGap && amongImages) isTrusted = false
    if (imageOf(name)) amongImages = true
    return isTrusted
  }
}
