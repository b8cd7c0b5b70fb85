import { type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** One file of an archive. */
export interface Entry {
  /** With slashes, relative. */
  path: string
  /** Its bytes; text goes out as UTF-8. Begun when its turn comes, and ended early when the reader goes away. */
  content: Iterable<string> | AsyncIterable<string> | Readable
  /** What the archive gives as its time; now unless given. */
  at?: Date
  /** Images are as small as they get. */
  compress?: boolean
}

/**
 * A ZIP archive of the entries, made while it is read: one entry at a time, and none before the one before it has been read, so
 * that its memory does not grow with its size. Destroyed, it ends the entry under way and asks for no more. When an entry
 * fails, so does the stream: what the reader has then is no whole archive and does not look like one.
 */
export function archive(entries: AsyncIterable<Entry>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const gone = new AbortController()
  output.once('close', () => gone.abort())
  fill(zip, entries, gone.signal).catch((error: Error) => output.destroy(error))
  return output
}

async function fill(zip: ZipFile, entries: AsyncIterable<Entry>, gone: AbortSignal): Promise<void> {
  for await (const entry of entries) {
    const source = entry.content instanceof Readable ? entry.content : Readable.from(entry.content)
    try {
      gone.throwIfAborted()
      const options = { mtime: withinZip(entry.at ?? new Date()), compress: entry.compress ?? true }
      zip.addReadStream(source, entry.path, options)
      await finished(source, { signal: gone })
    } finally {
      source.destroy()
    }
  }
  zip.end()
}

const FIRST_OF_ZIP = new Date('1980-01-01T00:00:00Z')

/** The format knows no earlier time, and yazl fails at one before 1970. */
const withinZip = (at: Date) => (at < FIRST_OF_ZIP ? FIRST_OF_ZIP : at)
