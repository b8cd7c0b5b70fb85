import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The installation's secret: the setting, or one made at the first start and kept in the data folder, for its owner only. */
export async function installationSecret(dataDir: string, setting: string | null): Promise<string> {
  if (setting) return setting
  const path = join(dataDir, 'secret-key')
  const kept = await readFile(path, 'utf8').catch(() => '')
  if (kept.trim().length >= 32) return kept.trim()
  await mkdir(dataDir, { recursive: true })
  const made = randomBytes(32).toString('hex')
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  // Another process that starts at the same moment was first.
  if (!file) return installationSecret(dataDir, setting)
  try {
    await file.writeFile(`${made}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return made
}

/** A key for one purpose: what signs links is not what signs sessions. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(purpose).digest()
