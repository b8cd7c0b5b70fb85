import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HOURS_FILE, lockFolder } from '@binnacle/onboard'
import { PLAYED_FILE } from './transport/played-files.ts'

const MEMORIES = {
  recordings: { file: PLAYED_FILE, sentence: 'Recordings are played again at the next start.' },
  hours: { file: HOURS_FILE, sentence: 'The next engine hours that agree for five seconds count again.' },
} as const

export type Forgettable = keyof typeof MEMORIES
export const FORGETTABLE = Object.keys(MEMORIES) as Forgettable[]

/**
 * Makes a gateway forget something; gives a sentence for its owner. Rejects while it runs: it would write it down again.
 */
export async function forget(what: Forgettable, folder: string): Promise<string> {
  const { file, sentence } = MEMORIES[what]
  const unlock = await lockFolder(join(folder, 'queue')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`there is no gateway data in ${folder}`)
    throw error
  })
  await rm(join(folder, file), { force: true })
  await unlock()
  return sentence
}
