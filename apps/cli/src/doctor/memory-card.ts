import { shellWord } from '@binnacle/contract'

/** Of memory cards and eMMC, `/dev/mmcblk…`. Source: the kernel's devices.txt. */
const MMC_MAJOR = 179
/** Between two writes of the journal; ext4 has 5 unless it is told otherwise. */
const SECONDS = 60
const SELDOM_ENOUGH = 30

/**
 * How a memory card lasts longer: ext4's journal notes the time of each batch within seconds, which is half of all that is written
 * (decision 95). `device`: where the data folder is, as stat says it; `mounts`: /proc/self/mountinfo. undefined: nothing is to do.
 */
export function memoryCardAdvice(device: number, mounts: string): string | undefined {
  const [major, minor] = [(device >> 8) & 0xfff, (device & 0xff) | ((device >> 12) & 0xfff00)]
  if (major !== MMC_MAJOR) return
  const fields = mounts.split('\n').map((line) => line.split(' '))
  const mount = fields.find(([, , numbers]) => numbers === `${major}:${minor}`)
  if (!mount) return
  const [type, , options = ''] = mount.slice(mount.indexOf('-') + 1)
  const commit = Number(/(?:^|,)commit=(\d+)/.exec(options)?.[1] ?? 0)
  if (type !== 'ext4' || commit >= SELDOM_ENOUGH) return
  const folder = mount[4]!.replaceAll(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
  return `It is on a memory card that lasts longer if its journal is written each ${SECONDS} s. Write commit=${SECONDS} behind defaults in its line of /etc/fstab, and run: mount -o remount,commit=${SECONDS} ${shellWord(folder)}`
}
