import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { BackupRefused } from './make-backup.ts'

const ending = () => new BackupRefused('The service is stopping.')

/** Copies of the embedded database of a running service, for backups that read them at leisure: one at a time, gone afterwards. */
export class LiveCopies {
  readonly #database: Database
  readonly #folder: string
  readonly #ended = Promise.withResolvers<never>()
  #inUse = false
  #ending = false

  constructor(database: Database, dataDir: string) {
    this.#database = database
    this.#folder = join(dataDir, 'backup-copy')
    this.#ended.promise.catch(() => {})
  }

  /** `use` gets a DATA_DIR to open. */
  async with<T>(use: (folder: string) => Promise<T>): Promise<T> {
    if (this.#inUse) throw new BackupRefused('A backup is being made already. Try again when it is done.')
    if (this.#ending) throw ending()
    this.#inUse = true
    let copied = false
    try {
      await Promise.race([this.#database.copyTo!(this.#folder), this.#ended.promise])
      copied = true
      return await use(this.#folder)
    } finally {
      // One that is still being made is left to the next start.
      if (copied || !this.#ending) await this.clear()
      this.#inUse = false
    }
  }

  /**
   * Nobody waits any more for a copy that is being made: it ends with the database, and the next start removes what there is of
   * it.
   */
  end(): void {
    this.#ending = true
    this.#ended.reject(ending())
  }

  /** Also of what a process that was killed has left. */
  clear(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }
}
