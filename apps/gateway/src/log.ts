import { type Log, printable } from '@binnacle/onboard'
import type { LogLevel } from './config/gateway.ts'

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
/** Of syslog, as systemd reads them at the start of a line: `journalctl -p warning` then finds what matters. */
const SYSLOG = { debug: '<7>', info: '<6>', warn: '<4>', error: '<3>' } as const

/** One line a message from `level` up; marked for the journal, or readable on a terminal. */
export function lineLog(level: LogLevel, journal: boolean, write: (line: string) => void): Log {
  const at = (of: LogLevel) => (message: string) => {
    if (ORDER.indexOf(of) < ORDER.indexOf(level)) return
    const oneLine = printable(
      message
        .split(/\n\s*/)
        .map((line) => line.trimEnd())
        .join(' | '),
    )
    write(journal ? `${SYSLOG[of]}${oneLine}\n` : `${of}: ${oneLine}\n`)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
