import pino, { type DestinationStream, type Logger } from 'pino'

/** Keys and tokens of every form that the service knows, wherever they stand in a line, also in JSON inside JSON. */
const SECRETS = new RegExp(
  [
    // No word boundary: a line break before it is written as \n.
    /(bnk_|ct_)[0-9a-z]{20,}/,
    /([?&](?:sig|token|key)=)[^&\s"'\\]+/,
    /(authorization[\\"'=: ]+)[^"'\\,;]+/,
    /(binnacle\.session_\w+[\\"'=: ]+)[^;\s"'\\]+/,
    /("(?:token|password|secret|sessionToken)\\*":\s*\\*")[^"\\]+/,
  ]
    .map((form) => form.source)
    .join('|'),
  'gi',
)

/** Blanks what could open something: keys, signatures, session cookies, passwords. */
export const redact = (line: string): string =>
  line.replace(SECRETS, (_all, ...groups) => `${groups.slice(0, 5).find((before) => before !== undefined)}[redacted]`)

/** For people on a terminal; one JSON object a line elsewhere: under systemd, in a container, in a file. */
export const openLog = async (level: string): Promise<Logger> =>
  makeLog(level, process.stdout.isTTY ? await terminalStream() : undefined)

/** Secrets are blanked in the finished line, so that no new field can leak one. */
export const makeLog = (level: string, to: DestinationStream = pino.destination(1)): Logger =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: redact } }, to)

/** Loaded only where somebody reads along. */
export async function terminalStream(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    colorize: process.stdout.hasColors?.() ?? false,
    translateTime: 'SYS:yyyy-mm-dd HH:MM:ss',
    sync: true,
  })
}
