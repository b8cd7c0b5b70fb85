import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import type { Db } from '../../db/database.ts'
import type { Config } from '../../settings/config.ts'
import { listImages, readImage } from '../archive/images.ts'
import { listTables, setSession } from '../archive/tables-sql.ts'

type Everything = Record<string, string[]>

/** What a backup of it holds: whoever has one must not be signed in by it. */
export const inABackup = (of: Everything): Everything => ({ ...of, session: [], verification: [], attempt: [] })

/** All that an installation holds: each table's rows as text, and each image's hash. What two hold can be compared with deepEqual. */
export function everythingOf(db: Db, config: Config): Promise<Everything> {
  return db.transaction().execute(async (tx) => {
    await setSession(tx)
    const tables = await listTables(tx)
    const found: Everything = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(tx)
      found[name] = rows.map(({ row }) => row).sort()
    }
    const store = await openFrameStore(config)
    const images: string[] = []
    for await (const key of listImages(tx, tables)) {
      const members = (await readImage(store, key)) ?? []
      if (members.length === 0) images.push(`${key.frameId} missing`)
      for (const { name, bytes } of members) images.push(`${name} ${createHash('sha256').update(bytes).digest('hex')}`)
    }
    await store.close()
    return { ...found, images: images.sort() }
  })
}

/**
 * What the work gives, and all that the installation held meanwhile: again when the service wrote something, as it does each
 * minute.
 */
export async function atRest<T>(db: Db, config: Config, work: () => Promise<T>) {
  for (let before = await everythingOf(db, config); ; ) {
    const given = await work()
    const holds = await everythingOf(db, config)
    if (isDeepStrictEqual(holds, before)) return { given, holds }
    before = holds
  }
}
