import type { Log } from '../log.ts'

/** A log that gives each message, and its level, to `take`. */
export function logTo(take: (message: string, level: keyof Log) => void): Log {
  const at = (level: keyof Log) => (message: string) => take(message, level)
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

export const SILENT: Log = logTo(() => {})
