import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BOAT_FILES, HOURS_FILE, lockFolder } from '@binnacle/onboard'
import { PROGRAM_FILE } from './status/status-file.ts'
import { PLAYED_FILE } from './transport/played-files.ts'

const MEMORIES = {
  recordings: { files: [PLAYED_FILE], sentence: 'Recordings are played again at the next start.' },
  hours: { files: [HOURS_FILE], sentence: 'The next engine hours that agree for five seconds count again.' },
  boat: {
    files: [...BOAT_FILES, PROGRAM_FILE, PLAYED_FILE],
    sentence: 'All data of the boat is removed. After the next start it is the data of the boat whose key it is.',
  },
}

export type Forgettable = keyof typeof MEMORIES
export const FORGETTABLE = Object.keys(MEMORIES) as Forgettable[]

/**
 * Makes a gateway forget something; gives a sentence for its owner. Rejects while it runs: it would write it down again.
 */
export async function forget(what: Forgettable, folder: string): Promise<string> {
  const { files, sentence } = MEMORIES[what]
  const unlock = await lockFolder(join(folder, 'queue')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`there is no gateway data in ${folder}`)
    throw error
  })
  const paths = files.map((name) => join(folder, name))
  const known = await Promise.any(paths.map((path) => access(path))).then(
    () => true,
    () => false,
  )
  for (const path of paths) await rm(path, { recursive: true, force: true })
  await unlock()
  return known ? sentence : `No ${what} are remembered: there is nothing to forget.`
}
