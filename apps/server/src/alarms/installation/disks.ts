import { stat, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isLoopback } from '../../network/loopback.ts'
import type { Config } from '../../settings/config.ts'

/** A disk on which the service depends. */
export interface Disk {
  name: 'data' | 'database' | 'backups'
  path: string
  /** Of what an ordinary user may fill, as `df` says it. */
  freePercent: number
}

type Folder = Omit<Disk, 'freePercent'>
type Found = { device: number; disk: Disk }[]

/**
 * Gives a function that tells how full the disks are, each once. A folder that cannot be looked at is left out: nobody knows. So
 * is one that does not answer before `limit` settles, as on a network disk whose server is off; it is not asked again while it
 * has not answered.
 */
export function watchDisks(look: (folder: Folder) => Promise<Found> = lookAt) {
  const pending = new Set<string>()
  return async (folders: readonly Folder[], limit: Promise<unknown>): Promise<Disk[]> => {
    const late = limit.then(
      () => [],
      () => [],
    )
    const ask = async (folder: Folder): Promise<Found> => {
      if (pending.has(folder.path)) return []
      pending.add(folder.path)
      const answer = look(folder)
        .catch(() => [])
        .finally(() => pending.delete(folder.path))
      return Promise.race([answer, late])
    }
    const found = await Promise.all(folders.map(ask))
    const byDevice = new Map<number, Disk>()
    for (const { device, disk } of found.flat()) if (!byDevice.has(device)) byDevice.set(device, disk)
    return [...byDevice.values()]
  }
}

async function lookAt(folder: Folder): Promise<Found> {
  const { dev } = await stat(folder.path)
  const { blocks, bfree, bavail } = await statfs(folder.path)
  const all = blocks - bfree + bavail
  return all > 0 ? [{ device: dev, disk: { ...folder, freePercent: (100 * bavail) / all } }] : []
}

/** The folders that the service writes to. That of a database server counts where it is on this machine and lets us know it. */
export async function foldersOf(
  database: Pick<Database, 'db'>,
  { dataDir, databaseUrl, backupDir }: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupDir'>,
): Promise<Folder[]> {
  const files = databaseUrl && isHere(databaseUrl) ? await dataDirectory(database) : null
  return [
    { name: 'data', path: dataDir },
    ...(files ? [{ name: 'database' as const, path: files }] : []),
    ...(backupDir ? [{ name: 'backups' as const, path: backupDir }] : []),
  ]
}

function isHere(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl)
  const host = url?.searchParams.get('host') ?? url?.hostname ?? ''
  return host === '' || host.startsWith('/') || isLoopback(host)
}

/** null: the user of the service may not know it. PostgreSQL shows it to members of pg_read_all_settings. */
async function dataDirectory({ db }: Pick<Database, 'db'>): Promise<string | null> {
  const { rows } = await sql<{
    setting: string
  }>`select setting from pg_settings where name = 'data_directory'`.execute(db)
  return rows[0]?.setting ?? null
}
