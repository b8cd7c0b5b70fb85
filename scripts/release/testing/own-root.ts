import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from '@binnacle/contract'

/** A root like the one given, over which everything is written into memory: it goes with the process that made it. */
const OWN_ROOT = `
cd "$0" && mount -t tmpfs tmpfs . && mkdir upper work root
mount -t overlay overlay -o lowerdir="$3",upperdir=upper,workdir=work root
mount --rbind /dev root/dev && mount -t proc proc root/proc && mount --rbind "$1" root/mnt
exec chroot root bash -c "$2"
`

/**
 * For root only: a command that runs the script in a root of its own, where `folder` is at /mnt: this machine's, or that of a new
 * Debian.
 */
export function ownRoot(folder: string, script: string, like = '/'): string {
  const place = mkdtempSync(join(folder, 'root-'))
  return `exec unshare --mount bash -c ${[OWN_ROOT, place, folder, script, like].map(shellWord).join(' ')}`
}
