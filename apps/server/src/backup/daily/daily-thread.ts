import { parentPort, workerData } from 'node:worker_threads'
import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { connectDatabase, type Database } from '../../db/database.ts'
import type { Config } from '../../settings/config.ts'
import { quiet } from '../archive/progress.ts'
import { makeBackup } from '../make/make-backup.ts'
import { withCopy } from '../make/source.ts'

export interface DailyOrder {
  config: Config
  /** A copy of the embedded database; null: DATABASE_URL. */
  copy: string | null
  file: string
  now: Date
}

export type DailyAnswer = { bytes: number; missing: number; foreign: string[]; loose: string[] } | { problem: string }

/** The thread in which a daily backup is made, so that requests go on meanwhile, and its memory goes with it. */
async function backUp({ config, copy, file, now }: DailyOrder): Promise<DailyAnswer> {
  const store = await openFrameStore(config)
  const make = ({ db }: Database) => makeBackup({ db, config, store, file, now, report: quiet })
  try {
    const made = await (copy ? withCopy(copy, make) : withServer(config, make))
    const { foreign = [], loose = [] } = made.head
    return { bytes: made.bytes, missing: made.missing_images.length, foreign, loose }
  } finally {
    await store.close()
  }
}

async function withServer<T>(config: Config, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase(config)
  return use(database).finally(database.close)
}

const answer = await backUp(workerData as DailyOrder).catch((error: Error): DailyAnswer => ({ problem: error.message }))
parentPort!.postMessage(answer)
