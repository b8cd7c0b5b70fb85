import pino, { type Logger } from 'pino'

/** Keys and tokens of every form that the service knows, wherever they stand in a line. */
const SECRETS =
  /\b(bnk_|ct_)[0-9A-Za-z]{20,}|([?&](?:sig|token|key)=)[^&\s"]+|((?:binnacle\.session_token|authorization)["=: ]+)[^;\s"]+/gi

/** Blanks what could open something: keys, signatures, session cookies. */
export const redact = (line: string): string =>
  line.replace(SECRETS, (_all, key = '', query = '', cookie = '') => `${key || query || cookie}[redacted]`)

/** One JSON object a line on standard output; secrets are blanked in the finished line, so that no new field can leak one. */
export function makeLog(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: redact } })
}
