import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { temporaryFolder } from './resources.ts'

const SECTOR = 512

export interface OwnDisk {
  folder: string
  /** Bytes written to the device since it was mounted: data, journal and metadata. */
  writtenBytes(): number
  /** What the kernel does in some seconds: what is dirty goes to the device, and the journal's transaction ends. */
  sync(): Promise<void>
}

/** An ext4 file system with nothing else on it, in memory. Linux, as root. */
export function mountOwnDisk(resources: AsyncDisposableStack, options = 'defaults'): OwnDisk {
  if (process.getuid?.() !== 0) throw new Error('a file system of its own needs root')
  const parent = temporaryFolder(resources, '/dev/shm')
  const image = join(parent, 'image')
  const folder = join(parent, 'disk')
  mkdirSync(folder)
  // PostgreSQL is another user.
  chmodSync(parent, 0o711)
  writeFileSync(image, '')
  truncateSync(image, 4 * 2 ** 30)
  // Inode tables that are zeroed later would count as written.
  execFileSync('mkfs.ext4', ['-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image])
  execFileSync('mount', ['-o', `loop,${options}`, image, folder])
  resources.defer(() => void execFileSync('umount', [folder]))
  const device = basename(execFileSync('findmnt', ['-n', '-o', 'SOURCE', folder], { encoding: 'utf8' }).trim())
  const written = () => Number(readFileSync(`/sys/block/${device}/stat`, 'utf8').trim().split(/\s+/)[6]) * SECTOR
  const before = written()
  // One process for all: to start another for each is dear.
  const syncer = spawn('sh', ['-c', 'while read -r folder; do sync -f "$folder"; echo done; done'])
  resources.defer(() => void syncer.stdin.end())
  return {
    folder,
    writtenBytes: () => written() - before,
    async sync() {
      syncer.stdin.write(`${folder}\n`)
      await once(syncer.stdout, 'data')
    },
  }
}
