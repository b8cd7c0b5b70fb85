import { stat, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { isLoopback } from '../../loopback.ts'

/** A disk on which the service depends. */
export interface Disk {
  name: 'data' | 'database' | 'backups'
  path: string
  /** Of what an ordinary user may fill, as `df` says it. */
  freePercent: number
}

/** How full the disks are, each once. A folder that cannot be looked at is left out: nobody knows. */
export async function disksOf(folders: readonly Omit<Disk, 'freePercent'>[]): Promise<Disk[]> {
  const found = await Promise.all(folders.map((folder) => lookAt(folder).catch(() => [])))
  const byDevice = new Map<number, Disk>()
  for (const { device, disk } of found.flat()) if (!byDevice.has(device)) byDevice.set(device, disk)
  return [...byDevice.values()]
}

async function lookAt(folder: Omit<Disk, 'freePercent'>): Promise<{ device: number; disk: Disk }[]> {
  const [{ dev }, { blocks, bfree, bavail }] = await Promise.all([stat(folder.path), statfs(folder.path)])
  const all = blocks - bfree + bavail
  return all > 0 ? [{ device: dev, disk: { ...folder, freePercent: (100 * bavail) / all } }] : []
}

/** The folders that the service writes to. That of a database server counts where it is on this machine and lets us know it. */
export async function foldersOf(
  database: Pick<Database, 'db'>,
  { dataDir, databaseUrl, backupDir }: Pick<Config, 'dataDir' | 'databaseUrl' | 'backupDir'>,
): Promise<Omit<Disk, 'freePercent'>[]> {
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
