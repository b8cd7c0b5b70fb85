import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { derivedKey, installationSecret } from '../secret.ts'
import {
  archiveName,
  expiredBeforeUpgrade,
  expiredDaily,
  type Kind,
  type OwnArchive,
  ownArchives,
} from './archive-names.ts'

/** What tells the archives of this installation from those of another in the same folder. */
async function installationOf({ dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>): Promise<string> {
  return derivedKey(await installationSecret(dataDir, secretKey), 'backups')
    .toString('hex')
    .slice(0, 8)
}

/** Where the next archive of this kind goes. The folder is made when it is not there. */
export async function nextArchive(folder: string, kind: Kind, config: Config, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, archiveName(kind, await installationOf(config), now))
}

/** Removes archives whose time is over, and what a backup that was killed has left. Only when a new one is there. */
export async function removeExpired(folder: string, kind: Kind, config: Config, now: Date): Promise<OwnArchive[]> {
  const installation = await installationOf(config)
  const names = await readdir(folder)
  const archives = ownArchives(names, kind, installation)
  const expired = kind === 'daily' ? expiredDaily(archives, now, config.backupKeepDays) : expiredBeforeUpgrade(archives)
  const halves = ownArchives(
    names.filter((name) => name.endsWith('.part')).map((name) => name.slice(0, -'.part'.length)),
    kind,
    installation,
  )
  for (const { name } of expired) await rm(join(folder, name), { force: true })
  for (const { name } of halves) await rm(join(folder, `${name}.part`), { force: true })
  return expired
}
