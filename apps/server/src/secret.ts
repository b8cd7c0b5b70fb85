import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

const MIN_CHARACTERS = 32

/** The installation's secret: the setting, or one made at the first start and kept in the data folder, for its owner only. */
export async function installationSecret(dataDir: string, setting: string | null): Promise<string> {
  if (setting) return setting
  const path = join(dataDir, 'secret-key')
  const kept = await readSecret(path)
  if (kept !== null) return kept
  await mkdir(dataDir, { recursive: true })
  await makeSecret(dataDir, path)
  return (await readSecret(path))!
}

async function readSecret(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new ConfigError([`SECRET_KEY is not set, and its file cannot be read: ${error.message}`])
  })
  if (text !== null && text.trim().length < MIN_CHARACTERS)
    throw new ConfigError([`SECRET_KEY is not set, and ${path} holds fewer than ${MIN_CHARACTERS} characters`])
  return text?.trim() ?? null
}

/** Written whole beside its place and put there by a link: nobody finds half of it, and of two processes the first is right. */
async function makeSecret(dataDir: string, path: string): Promise<void> {
  const fresh = `${path}.${randomUUID()}`
  try {
    const file = await open(fresh, 'wx', 0o600)
    try {
      await file.writeFile(`${randomBytes(32).toString('hex')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(fresh, { force: true })
  }
  const folder = await open(dataDir, 'r')
  await folder.sync().finally(() => folder.close())
}

/** A key for one purpose: what signs links is not what signs sessions. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(purpose).digest()
