import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeJsonFile } from '@binnacle/onboard'
import type { Keys, Settings } from './settings.ts'

/** The keys that are stored in the plugin's folder. */
export function readKeys(folder: string): Keys {
  try {
    const { key, cameraKey } = JSON.parse(readFileSync(fileIn(folder), 'utf8'))
    return { key, cameraKey }
  } catch {
    // None yet; or damaged, which only entering them again can cure.
    return {}
  }
}

/**
 * Signal K saves a plugin's settings where anybody on the machine can read them: this splits the keys off, so that they can be
 * kept in a file of their own. `entered` is what the owner has typed; a field left empty keeps the stored key.
 */
export function splitKeys({ key, advanced, ...settings }: Settings): { entered: Keys; settings: Settings } {
  const { cameraKey, ...others } = advanced ?? {}
  return {
    entered: { ...(key?.trim() && { key: key.trim() }), ...(cameraKey?.trim() && { cameraKey: cameraKey.trim() }) },
    settings: advanced ? { ...settings, advanced: others } : settings,
  }
}

/** Keeps the keys in a file that only its owner can read. Rejects where the folder cannot be written. */
export async function storeKeys(folder: string, entered: Keys): Promise<Keys> {
  const keys = { ...readKeys(folder), ...entered }
  await writeJsonFile(fileIn(folder), keys)
  return keys
}

function fileIn(folder: string): string {
  return join(folder, 'keys.json')
}
