import { readdir, stat } from 'node:fs/promises'
import { ownArchives } from '../../../server/src/backup/archive/archive-names.ts'
import { marksOf } from '../../../server/src/backup/daily/own-folder.ts'
import type { Config } from '../../../server/src/settings/config.ts'
import { keptSecrets } from '../../../server/src/settings/secret.ts'
import { type Finding, fine, reasonOf, todo } from './finding.ts'

const PART = 'Backups'
const MAX_AGE_MS = 2 * 86_400_000

/** The newest of this installation's own, and whether its disk is another one. Makes no secret. */
export async function checkBackups(config: Config, now: Date): Promise<Finding[]> {
  const { backupDir, dataDir } = config
  if (!backupDir) return [todo(PART, 'None are made. Set BACKUP_DIR to a folder on another disk.')]
  try {
    const findings = [await newest(backupDir, config, now)]
    const [own, data] = await Promise.all([stat(backupDir), stat(dataDir).catch(() => null)])
    if (data && own.dev === data.dev)
      findings.push(
        todo(PART, `${backupDir} is on the same disk as DATA_DIR. Set BACKUP_DIR to a folder on another one.`),
      )
    return findings
  } catch (error) {
    return [todo(PART, `BACKUP_DIR cannot be read: ${reasonOf(error)}. Let the user of the service write there.`)]
  }
}

async function newest(folder: string, config: Config, now: Date): Promise<Finding> {
  const { secretKey, formerSecretKeys } = config
  const kept = secretKey ? { current: secretKey, former: [] } : await keptSecrets(config)
  const marks = kept ? marksOf({ ...kept, former: [...kept.former, ...(formerSecretKeys ?? [])] }) : []
  const [last] = ownArchives(await readdir(folder), 'daily', marks)
  if (!last) return todo(PART, `There is none of this installation in ${folder}. See the log of the service.`)
  const at = last.at.toISOString().slice(0, 16).replace('T', ' ')
  return now.getTime() - last.at.getTime() > MAX_AGE_MS
    ? todo(PART, `The newest is of ${at} UTC. See the log of the service, or Operator in the app.`)
    : fine(PART, `the newest is of ${at} UTC`)
}
