import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Lets `make` fill a folder when it is first needed. Another process may do so at the same time; nobody sees one that is not
 * complete.
 */
export async function madeOnce(place: string, make: (folder: string) => Promise<unknown>): Promise<void> {
  if (existsSync(place)) return
  mkdirSync(dirname(place), { recursive: true })
  const made = mkdtempSync(`${place}-`)
  await make(made)
  try {
    renameSync(made, place)
  } catch (error) {
    // Another one was quicker.
    if (!existsSync(place)) throw error
    rmSync(made, { recursive: true })
  }
}
