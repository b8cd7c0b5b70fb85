import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Finding, fine, todo } from './finding.ts'

/** Says nothing where systemd does not know. */
export async function checkClock(): Promise<Finding[]> {
  const { stdout } = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value']).catch(
    () => ({ stdout: '' }),
  )
  if (stdout.trim() === 'yes') return [fine('Clock', 'set by NTP')]
  return stdout.trim() === 'no' ? [todo('Clock', 'The clock is not set by NTP. Run: timedatectl set-ntp true')] : []
}
