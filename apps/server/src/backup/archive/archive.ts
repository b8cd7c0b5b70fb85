import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { OperatorError } from '../../process/operator-error.ts'
import { decrypt, type Encryption, encrypt, isEncrypted, type Keys, MAGIC_BYTES } from './encryption.ts'

/**
 * The file of a backup: a tar archive that every `tar` reads, and after its end a line with the SHA-256 of all before it in
 * hexadecimal. Damage at any byte, and a file that ends too early, show in that line. Each member has a mark, by which a damaged
 * archive tells what is whole (salvage-archive.ts). All of it may be encrypted.
 */
export interface Member {
  name: string
  bytes: Buffer
}

/** A member as it was read. */
export interface ReadMember extends Member {
  /** As it was written; null: the archive is of a version before marks. */
  mark: string | null
}

/** The archive is incomplete or was changed. */
export class DamagedArchive extends OperatorError {
  override name = 'DamagedArchive'
}

export const CHECKSUM_LINE_BYTES = 65
/** No member is larger: rows are cut into pieces, and an image has 8 MiB. */
export const MAX_MEMBER = 128 * 1024 * 1024

/** What stays free on the disk, where the database may be, too: it stops when it cannot write. */
const LEAVE_FREE_BYTES = 64 * 1024 * 1024
const CHECK_EVERY_BYTES = 8 * 1024 * 1024

export interface ArchiveWriter {
  /**
   * Random, and part of all marks: nobody who put an image into the archive can have put a member with a right mark into that
   * image.
   */
  id: string
  add(name: string, bytes: Buffer): Promise<void>
  /** Ends the archive; when it returns the file is on the disk. */
  finish(): Promise<void>
  /** Leaves no file. */
  abandon(): Promise<void>
  bytes(): number
  /** What reads the archive back. */
  keys(): Keys
}

interface WriteOptions {
  encryption?: Encryption | null
  leaveFree?: number
}

/** Tells whether a member is what it was. It is kept in the comment of its pax header, which `tar` passes over. */
export const markOf = (archiveId: string, { name, bytes }: Member): string =>
  createHash('sha256').update(`${archiveId}\0${name}\0`).update(bytes).digest('hex')

/** Whether a member is as it was written. */
export const isAsWritten = (archiveId: string, member: ReadMember): boolean => member.mark === markOf(archiveId, member)

/**
 * Writes an archive to a file that is not there yet, for its owner only; not on a disk where less than `leaveFree` bytes would
 * stay.
 */
export async function writeArchive(
  path: string,
  now: Date,
  { encryption = null, leaveFree = LEAVE_FREE_BYTES }: WriteOptions = {},
): Promise<ArchiveWriter> {
  const file = await open(path, 'wx', 0o600)
  const id = randomBytes(16).toString('hex')
  const tar = pack()
  let bytes = 0
  let checkedAt = 0
  let keys: Keys = {}
  const write = async (chunk: Uint8Array) => {
    if (bytes >= checkedAt) {
      await requireRoom(path, leaveFree)
      checkedAt = bytes + CHECK_EVERY_BYTES
    }
    await writeAll(file, chunk)
    bytes += chunk.length
  }
  const writeIt = async () => {
    let chunks: AsyncIterable<Uint8Array> = withChecksum(tar as unknown as AsyncIterable<Buffer>)
    if (encryption) ({ encrypted: chunks, keys } = await encrypt(chunks, encryption))
    for await (const chunk of chunks)
      await write(chunk).catch((error) => {
        tar.destroy(error)
        throw error
      })
  }
  const writing = writeIt()
  writing.catch(() => {})
  const put = async (name: string, content: Buffer) => {
    const added = Promise.withResolvers<void>()
    const pax = { comment: markOf(id, { name, bytes: content }) }
    const entry = tar.entry({ name, size: content.length, mode: 0o600, mtime: now, pax }, (error) =>
      error ? added.reject(error) : added.resolve(),
    )
    entry.on('error', added.reject)
    entry.end(content)
    await added.promise
  }
  return {
    id,
    add: (name, content) =>
      // When the disk is full it is the writing that fails and says so.
      put(name, content).catch(async (error) => {
        tar.destroy(error)
        await writing
        throw error
      }),
    async finish() {
      tar.finalize()
      await writing
      await file.sync()
      await file.close()
    },
    async abandon() {
      tar.destroy()
      await writing.catch(() => {})
      await file.close().catch(() => {})
      await rm(path, { force: true })
    },
    bytes: () => bytes,
    keys: () => keys,
  }
}

async function* withChecksum(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.from(`${hash.digest('hex')}\n`)
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; ) from += (await file.write(bytes, from)).bytesWritten
}

async function requireRoom(path: string, leaveFree: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path))
  if (bavail * bsize < leaveFree)
    throw Object.assign(new Error(`The disk of ${dirname(path)} is nearly full: no backup was made.`), {
      code: 'ENOSPC',
    })
}

/**
 * The members of an archive, one after the other. Throws DamagedArchive, at the latest after the last one, and an OperatorError
 * when the archive is encrypted and the keys do not decrypt it.
 */
export async function* readArchive(path: string, keys: Keys = {}): AsyncGenerator<ReadMember> {
  const file = await openArchive(path)
  const tar = extract()
  const entries = tar[Symbol.asyncIterator]()
  try {
    const plain = file.encrypted ? await decrypt(file.stream, keys).catch(notForUs) : file.stream
    const feeding = pipeline(withoutChecksum(plain), tar)
    feeding.catch(() => {})
    for (;;) {
      const { value: entry, done } = await entries.next().catch(damaged)
      if (done) break
      if ((entry.header.size ?? 0) > MAX_MEMBER) damaged(new Error('a member is too large'))
      const bytes = Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>).catch(damaged))
      const { comment } = (entry.header.pax ?? {}) as { comment?: string }
      yield { name: entry.header.name, bytes, mark: comment ?? null }
    }
    await feeding.catch(damaged)
  } finally {
    await entries.return?.()
    file.stream.destroy()
  }
}

export async function openArchive(path: string): Promise<{ encrypted: boolean; stream: Readable }> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new OperatorError(`${path} does not exist`) : error
  })
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0)
  const stream = file.createReadStream({ start: 0, highWaterMark: 1024 * 1024 })
  return { encrypted: isEncrypted(buffer.subarray(0, bytesRead)), stream }
}

/** What is before the last line. Throws after it, when that is not its checksum. */
async function* withoutChecksum(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([last, chunk])
    const before = bytes.subarray(0, -CHECKSUM_LINE_BYTES)
    last = bytes.subarray(before.length)
    hash.update(before)
    yield before
  }
  const [, sha256] = /^([0-9a-f]{64})\n$/.exec(last.toString('latin1')) ?? []
  if (!sha256) throw new Error('its end is missing')
  if (hash.digest('hex') !== sha256) throw new Error('its checksum is not that of what is in it')
}

function notForUs(error: unknown): never {
  throw error instanceof OperatorError ? error : damaged(error)
}

const SALVAGE = 'Use another backup, or restore what is whole of this one with --salvage.'

export function damaged(cause: unknown, whatToDo = SALVAGE): never {
  const why = (cause as Error).message
  throw new DamagedArchive(`The archive is damaged or not whole: ${why}. ${whatToDo}`, { cause })
}
