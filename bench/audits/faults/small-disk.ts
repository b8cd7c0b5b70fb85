import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { folderFor } from './stage.ts'

const exec = promisify(execFile)

interface SmallDisk {
  /** Where it is mounted. */
  folder: string
  /** All that has been written is on the disk. */
  sync(): Promise<void>
  /** The power goes: what the kernel holds and has not written is lost, and nothing can be written any more. */
  cutPower(): Promise<void>
  /** The machine is on again: the file system recovers from its journal and is mounted in the same place. */
  powerOn(): Promise<void>
}

/** Why there can be none here. */
export async function lacksSmallDisk(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it mounts a file system of its own, for which it must be root on Linux'
  return exec('losetup', ['-f']).then(
    () => null,
    () => 'there is no loop device on this machine (losetup -f)',
  )
}

/** FS_IOC_SHUTDOWN with "no flush of the log": what the makers of ext4 and xfs test their recovery from a power failure with. */
const SHUTDOWN = 'my $how = pack("L", 2); open(D, "<", $ARGV[0]) && ioctl(D, 0x8004587d, $how) || die "$!\\n"'

/** An ext4 file system of its own in a file. It is gone when `resources` are, or when this process exits. */
export async function makeSmallDisk(resources: AsyncDisposableStack, megabytes: number): Promise<SmallDisk> {
  const place = folderFor(resources)
  const image = join(place, 'image')
  const folder = join(place, 'disk')
  mkdirSync(folder)
  await writeFile(image, '')
  await truncate(image, megabytes * 1024 * 1024)
  await exec('mkfs.ext4', ['-q', '-F', '-m', '0', image])
  const mount = () => exec('mount', ['-o', 'loop', image, folder])
  const unmount = () => {
    try {
      execFileSync('umount', [folder], { stdio: 'ignore' })
    } catch {
      // A process that is just ending still has a file open: then it goes with that.
      execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
    }
  }
  await mount()
  process.prependOnceListener('exit', unmount)
  resources.defer(() => {
    process.off('exit', unmount)
    unmount()
  })
  return {
    folder,
    async sync() {
      await exec('sync', ['-f', folder])
    },
    async cutPower() {
      await exec('perl', ['-e', SHUTDOWN, folder])
    },
    async powerOn() {
      await exec('umount', [folder])
      await mount()
    },
  }
}
