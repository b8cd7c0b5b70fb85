import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from '@binnacle/contract'
import { OperatorError } from '../process/operator-error.ts'
import { secretPath } from '../settings/secret.ts'

/**
 * Refuses, before anything is read or made, whoever is not the user of DATA_DIR. PostgreSQL has the same rule for root: files
 * that root made here would keep the service, which is not root, out of its own data.
 */
export function refuseOtherUser({ dataDir }: { dataDir: string }): void {
  const user = process.getuid?.()
  const owner = ownerOf(dataDir)
  if (user === undefined || owner === undefined || user === owner) return
  if (user !== 0 && mayUse(dataDir)) return
  throw new OperatorError(
    owner === 0
      ? `DATA_DIR ${dataDir} belongs to root, and this is user ${user}. Do this with sudo if the service runs as root; else let this user write there: sudo chown -R ${user} ${shellWord(dataDir)}`
      : `DATA_DIR ${dataDir} belongs to user ${owner}, as whom the service runs, and this is user ${user}. Do this as that user: sudo -u '#${owner}' ...`,
  )
}

/** Undefined where nothing is there. The folder may be of root, and what is in it of the service. */
function ownerOf(dataDir: string): number | undefined {
  for (const path of [join(dataDir, 'db'), secretPath({ dataDir }), dataDir])
    try {
      return statSync(path).uid
    } catch {
      // It is not there, or this user may not see it.
    }
  return undefined
}

function mayUse(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
