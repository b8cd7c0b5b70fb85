import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/database.ts'
import { BackupRefused } from './make-backup.ts'

/** Copies of the embedded database of a running service, for backups that read them at leisure: one at a time, gone afterwards. */
export class LiveCopies {
  readonly #database: Database
  readonly #folder: string
  #inUse = false

  constructor(database: Database, dataDir: string) {
    this.#database = database
    this.#folder = join(dataDir, 'backup-copy')
  }

  /** `use` gets a DATA_DIR to open. */
  async with<T>(use: (folder: string) => Promise<T>): Promise<T> {
    if (this.#inUse) throw new BackupRefused('A backup is being made already. Try again when it is done.')
    this.#inUse = true
    try {
      await this.#database.copyTo!(this.#folder)
      return await use(this.#folder)
    } finally {
      await this.clear()
      this.#inUse = false
    }
  }

  /** Also of what a process that was killed has left. */
  clear(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }
}
