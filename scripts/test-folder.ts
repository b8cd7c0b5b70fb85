import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spreadFolders } from './spread-folders.ts'

const MEMORY = '/dev/shm'
/** Twice what a run of all tests has there at most. */
const NEEDED_BYTES = 8e9
/** Beside what the tests need themselves. */
const NEEDED_MEMORY_BYTES = NEEDED_BYTES + 8e9

/**
 * A folder for all temporary files of a run: tests make and delete databases of 600 files, which costs a tenth less in memory.
 * Where there is less than plenty of it, on the disk (docs/decisions/0101).
 */
export async function makeTestFolder(): Promise<string> {
  const folder = await mkdtemp(join(isPlentyOfMemory() ? MEMORY : tmpdir(), 'binnacle-tests-'))
  // PostgreSQL runs as a user of its own, with its folder in here.
  await chmod(folder, 0o711)
  await spreadFolders(folder)
  return folder
}

function isPlentyOfMemory(): boolean {
  if (process.env.TMPDIR || !existsSync('/proc/mounts')) return false
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, place]) => place === MEMORY)
  // Tests start programs there, and make a Debian with its devices.
  if (!mount || mount[3]!.split(',').some((option) => ['noexec', 'nodev'].includes(option))) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= NEEDED_MEMORY_BYTES
}
