import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { inTurn, type Log, readJsonFile, writeJsonFile } from '@binnacle/onboard'

/** In the data folder; without it every recording is played again. */
export const PLAYED_FILE = 'played.json'

/** Two recordings that begin alike for so long are one. */
const HEAD_BYTES = 1_000_000
const MAX_FILES = 1_000

/** A recording is known by its beginning: a copy is the same one, and one that has grown since goes on. */
interface Played {
  /** For those who look into the file. */
  path: string
  bytes: number
  sha256: string
  lines: number
}

/** How many of a recording's lines were played. */
export interface Progress {
  readonly lines: number
  /** Keeps a new number on disk, synced. */
  keep(lines: number): Promise<void>
}

/** What was played of the recordings, so that a start does not send once more what the queue or the service already has. */
export class PlayedFiles {
  readonly #path: string
  #files: Played[]
  readonly #inTurn = inTurn()

  private constructor(path: string, files: Played[]) {
    this.#path = path
    this.#files = files
  }

  static async open(folder: string, log: Pick<Log, 'warn'>): Promise<PlayedFiles> {
    const path = join(folder, PLAYED_FILE)
    return new PlayedFiles(path, (await readJsonFile(path, readPlayed, log)) ?? [])
  }

  /** Of the recording at a path. Rejects as fs does where it cannot be read. */
  async of(path: string): Promise<Progress> {
    const head = await headOf(path)
    const known = this.#files
      .filter(({ bytes, sha256 }) => bytes <= head.length && sha256 === hashOf(head.subarray(0, bytes)))
      .toSorted((a, b) => b.bytes - a.bytes)[0]
    const file: Played = known ?? { path, bytes: head.length, sha256: hashOf(head), lines: 0 }
    return {
      lines: file.lines,
      keep: (lines) => {
        file.lines = lines
        return this.#write(file)
      },
    }
  }

  #write(file: Played): Promise<void> {
    this.#files = [...this.#files.filter((one) => one !== file), file].slice(-MAX_FILES)
    return this.#inTurn(() => writeJsonFile(this.#path, this.#files))
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function readPlayed(value: unknown): Played[] {
  if (!Array.isArray(value) || !value.every(isPlayed)) throw new TypeError('not a list of recordings')
  return value
}

const isPlayed = (value: unknown): value is Played => {
  const { path, bytes, sha256, lines } = Object(value)
  return [path, sha256].every((text) => typeof text === 'string') && bytes > 0 && Number.isInteger(lines) && lines >= 0
}
