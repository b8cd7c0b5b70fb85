import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../settings/config.ts'
import { derivedKey, installationSecrets, type Secrets } from '../../settings/secret.ts'
import {
  archiveName,
  expiredBeforeUpgrade,
  expiredDaily,
  type Kind,
  type OwnArchive,
  ownArchives,
} from '../archive/archive-names.ts'
import { isEncrypting } from '../archive/encryption.ts'

const PART = '.part'

/**
 * What tells the archives of this installation from those of another in the same folder, first its present mark, then those
 * before.
 */
export function marksOf({ current, former }: Secrets): [string, ...string[]] {
  const markOf = (secret: string) => derivedKey(secret, 'backups').toString('hex').slice(0, 8)
  return [markOf(current), ...former.map(markOf)]
}

/**
 * Where the next archive of this kind goes. The folder is made when it is not there; what a backup that was cut short has left
 * goes, since the next one may need the room.
 */
export async function nextArchive(folder: string, kind: Kind, config: Config, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const marks = marksOf(await installationSecrets(config))
  const halves = (await readdir(folder))
    .filter((name) => name.endsWith(PART))
    .map((name) => name.slice(0, -PART.length))
  for (const { name } of ownArchives(halves, kind, marks)) await rm(join(folder, name + PART), { force: true })
  const pathAt = (at: Date) => join(folder, archiveName(kind, marks[0], at, isEncrypting(config)))
  // Its name has the second: who was killed after a backup and starts again at once is not held up by it.
  let at = now
  while (existsSync(pathAt(at))) at = new Date(at.getTime() + 1000)
  return pathAt(at)
}

/** Removes archives whose time is over. Only when a new one is made, which stays: a clock that went back gives it an older name. */
export async function removeExpired(made: string, kind: Kind, config: Config, now: Date): Promise<OwnArchive[]> {
  const folder = dirname(made)
  const archives = ownArchives(await readdir(folder), kind, marksOf(await installationSecrets(config)))
  const old = kind === 'daily' ? expiredDaily(archives, now, config.backupKeepDays) : expiredBeforeUpgrade(archives)
  const expired = old.filter(({ name }) => name !== basename(made))
  for (const { name } of expired) await rm(join(folder, name), { force: true })
  return expired
}
