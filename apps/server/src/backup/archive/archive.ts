import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { OperatorError } from '../../operator-error.ts'

/**
 * The file of a backup: a tar archive that every `tar` reads, and after its end a line with the SHA-256 of all before it in
 * hexadecimal. Damage at any byte, and a file that ends too early, show in that line.
 */
export interface Member {
  name: string
  bytes: Buffer
}

/** The archive is incomplete or was changed. */
export class DamagedArchive extends OperatorError {
  override name = 'DamagedArchive'
}

const CHECKSUM_LINE_BYTES = 65
/** No member is larger: rows are cut into pieces, and an image has 8 MiB. */
const LARGEST_MEMBER = 128 * 1024 * 1024

/** What stays free on the disk, where the database may be, too: it stops when it cannot write. */
const LEAVE_FREE_BYTES = 64 * 1024 * 1024
const CHECK_EVERY_BYTES = 8 * 1024 * 1024

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>
  /** Ends the archive; when it returns the file is on the disk. */
  finish(): Promise<void>
  /** Leaves no file. */
  abandon(): Promise<void>
  bytes(): number
}

/** Writes an archive to a file that is not there yet, for its owner only; not on a disk where less than `leaveFree` bytes would stay. */
export async function writeArchive(path: string, now: Date, leaveFree = LEAVE_FREE_BYTES): Promise<ArchiveWriter> {
  const file = await open(path, 'wx', 0o600)
  const tar = pack()
  const hash = createHash('sha256')
  let bytes = 0
  let checkedAt = 0
  const writing = pipeline(tar, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      if (bytes >= checkedAt) {
        await requireRoom(path, leaveFree)
        checkedAt = bytes + CHECK_EVERY_BYTES
      }
      hash.update(chunk)
      await writeAll(file, chunk)
      bytes += chunk.length
    }
  })
  writing.catch(() => {})
  return {
    async add(name, content) {
      const added = Promise.withResolvers<void>()
      const entry = tar.entry({ name, size: content.length, mode: 0o600, mtime: now }, (error) =>
        error ? added.reject(error) : added.resolve(),
      )
      entry.on('error', added.reject)
      entry.end(content)
      // When the disk is full it is the writing that fails and says so.
      await added.promise.catch(async (error) => {
        tar.destroy(error)
        await writing
        throw error
      })
    },
    async finish() {
      tar.finalize()
      await writing
      await writeAll(file, Buffer.from(`${hash.digest('hex')}\n`))
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
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length; ) from += (await file.write(bytes, from)).bytesWritten
}

async function requireRoom(path: string, leaveFree: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path))
  if (bavail * bsize < leaveFree)
    throw Object.assign(new Error(`The disk of ${dirname(path)} is nearly full: no backup was made.`), {
      code: 'ENOSPC',
    })
}

/** The members of an archive, one after the other. Throws DamagedArchive, at the latest after the last one. */
export async function* readArchive(path: string): AsyncGenerator<Member> {
  const archive = await readArchived(path)
  const hash = createHash('sha256')
  const tar = extract()
  const feeding = pipeline(
    createReadStream(path, { end: archive.at - 1, highWaterMark: 1024 * 1024 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    tar,
  )
  feeding.catch(() => {})
  const entries = tar[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value: entry, done } = await entries.next().catch(damaged)
      if (done) break
      if ((entry.header.size ?? 0) > LARGEST_MEMBER) damaged(new Error('a member is too large'))
      const bytes = Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>).catch(damaged))
      yield { name: entry.header.name, bytes }
    }
    await feeding.catch(damaged)
  } finally {
    await entries.return?.()
  }
  if (hash.digest('hex') !== archive.sha256) damaged(new Error('its checksum is not that of what is in it'))
}

async function readArchived(path: string): Promise<{ at: number; sha256: string }> {
  const file = await open(path)
  try {
    const at = (await file.stat()).size - CHECKSUM_LINE_BYTES
    if (at <= 0) damaged(new Error('it is too short'))
    const { buffer } = await file.read(Buffer.alloc(CHECKSUM_LINE_BYTES), 0, CHECKSUM_LINE_BYTES, at)
    const [, sha256] = /^([0-9a-f]{64})\n$/.exec(buffer.toString('latin1')) ?? []
    if (!sha256) damaged(new Error('its end is missing'))
    return { at, sha256 }
  } finally {
    await file.close()
  }
}

export function damaged(cause: unknown): never {
  throw new DamagedArchive(`The archive is damaged or not whole: ${(cause as Error).message}`, { cause })
}
