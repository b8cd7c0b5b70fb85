import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Finding, fine, todo } from './finding.ts'

/** It is later than this, which is before the first release. */
const EARLIEST = new Date('2026-01-01T00:00:00Z')

/** Says nothing where systemd does not know and the time may be right. */
export async function checkClock(now: Date): Promise<Finding[]> {
  if (now < EARLIEST)
    return [
      todo(
        'Clock',
        `It says ${now.toISOString()}, which is in the past. Set it by NTP, or run: date --set "YYYY-MM-DD HH:MM"`,
      ),
    ]
  const { stdout } = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value']).catch(
    () => ({ stdout: '' }),
  )
  if (stdout.trim() === 'yes') return [fine('Clock', 'set by NTP')]
  return stdout.trim() === 'no' ? [todo('Clock', 'The clock is not set by NTP. Run: timedatectl set-ntp true')] : []
}
