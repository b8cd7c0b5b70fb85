import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { linesIn } from '../files/lines-in.ts'
import type { Switch } from '../n2k/map.ts'
import { endingAt, type Recording, type RecordingOptions, readRecording } from '../n2k/recordings/recording.ts'
import { recordingIn } from '../n2k/recordings/recording-file.ts'
import { readSentences } from '../nmea0183/recording.ts'
import { printable } from '../readings/printable.ts'
import type { Reading } from '../readings/reading.ts'
import { summary } from '../readings/summary.ts'
import { withheldLine } from '../readings/withheld-line.ts'
import { batches } from './batch.ts'
import { shiftedLine } from './shifted-line.ts'
import { type Target, upload } from './upload.ts'

/** The installed package has JavaScript. */
const COMMAND = import.meta.filename.endsWith('.js') ? 'binnacle replay' : 'npm run replay --'

const HELP = `Usage: ${COMMAND} FILE --url URL --key ct_...

Decodes a recording of an NMEA 2000 bus (canboat, Actisense, candump, Yacht Devices or iKonvert text, binary
Actisense, a .DAT of Yacht Devices, or a capture of a CAN interface in pcap format) or of NMEA 0183, converts it to
the service's metrics and posts the readings: at most 200 in a request, five seconds between requests. The GPS time
in a recording overrules the recorder's clock; NMEA 0183 has the times of its RMC, ZDA, GGA or GLL sentences.

  --url URL             the service's address, such as http://127.0.0.1:8080
  --key KEY             a connection key (ct_...); or set BINNACLE_KEY, which other users of the machine
                        cannot see and which, read from a file, is in no history of a shell
  --dry-run             print what would be sent, and send nothing
  --original-time       keep the recorded times, or those of GPS; without it they are moved so that the recording ends now
  --gap MS              minimum time between requests, default 5000; use with a server whose TELEMETRY_GAP_MS is lower
  --bilge-water B.N     contact N of switch bank B (PGN 127501) closes when there is water; may be repeated
  --bilge-pump B.N      contact N of switch bank B is closed while a bilge pump runs; may be repeated
  --help

Examples:
  ${COMMAND} recording.raw --dry-run
  BINNACLE_KEY=$(cat key) ${COMMAND} recording.raw --url http://127.0.0.1:8080

Exit status: 0 sent, 1 refused or failed, 2 invalid arguments.`

/** Tries for each request: with the waits between them, a server may be away for a minute. */
const TRIES = 7

const say = (text: string) => console.log(printable(text))
const tell = (text: string) => console.error(printable(text))

class UsageError extends Error {}

interface Settings {
  file: string
  target?: Target
  originalTime: boolean
  gapMs: number
  bilgeWater: Switch[]
  bilgePumps: Switch[]
}

function settings(args: string[], env: NodeJS.ProcessEnv): Settings | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new UsageError('give one FILE')
  const gapMs = Number(values.gap ?? 5000)
  if (!(gapMs >= 0)) throw new UsageError('--gap must be a number of milliseconds')
  return {
    file,
    target: values['dry-run'] ? undefined : target(values.url, values.key ?? env.BINNACLE_KEY),
    originalTime: values['original-time'] ?? false,
    gapMs,
    bilgeWater: (values['bilge-water'] ?? []).map(contact),
    bilgePumps: (values['bilge-pump'] ?? []).map(contact),
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        key: { type: 'string' },
        gap: { type: 'string' },
        'dry-run': { type: 'boolean' },
        'original-time': { type: 'boolean' },
        'bilge-water': { type: 'string', multiple: true },
        'bilge-pump': { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function target(url: string | undefined, key: string | undefined): Target {
  if (!url || !/^https?:/.test(url) || !URL.canParse(url))
    throw new UsageError("--url must be the service's address, http:// or https://")
  if (!key) throw new UsageError('--key must be a connection key; create one in the app under Connections')
  return { url, key }
}

function contact(text: string): Switch {
  const [, bank, indicator] = /^(\d+)\.(\d+)$/.exec(text) ?? []
  if (bank === undefined) throw new UsageError(`${text} is not BANK.INDICATOR, such as 1.3`)
  return { bank: Number(bank), indicator: Number(indicator) }
}

async function replay(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const wanted = settings(args, env)
  if (wanted === 'help') return say(HELP)
  const { file, originalTime, ...options } = wanted
  const recording = await read(file, options).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`${file} does not exist`) : error
  })
  const { format, lines, unreadable, messages, dated, shifted, withheld } = recording
  if (!format) throw new Error(`${file} has no line in a known format of NMEA 2000, and no sentence of NMEA 0183`)
  tell(`${file}: ${format}, ${lines} records, ${unreadable} not understood, ${messages} messages of interest`)
  for (const part of shifted) tell(shiftedLine(part))
  if (originalTime && !dated) throw new UsageError(`${file} has neither dates nor GPS time; remove --original-time`)
  const readings = originalTime ? recording.readings : endingAt(Date.now(), recording.readings)
  if (wanted.target) await send(readings, wanted.target, wanted.gapMs)
  say(readings.length > 0 ? summary(readings) : 'The recording has no data for any metric.')
  if (withheld.length > 0) say(['', 'Withheld:', ...withheld.map((one) => `  ${withheldLine(one)}`)].join('\n'))
}

/** NMEA 2000, or else NMEA 0183; in a recording of sentences that wrap both, all sentences count. */
async function read(file: string, options: RecordingOptions): Promise<Recording> {
  const recording = await readRecording(() => recordingIn(file), options)
  return recording.format ? recording : readSentences(() => linesIn(file), options)
}

async function send(readings: Reading[], to: Target, gapMs: number): Promise<void> {
  const requests = batches(readings)
  let sent = 0
  for (const [i, batch] of requests.entries()) {
    if (i > 0) await sleep(gapMs)
    const answer = await upload(batch, to, {
      tries: TRIES,
      onRetry: (why, ms) => tell(`  ${why}; again in ${(ms / 1000).toFixed(1)} s`),
    })
    sent += answer.accepted
    const meter = answer.engine_hours_applied ? ', hour meter moved' : ''
    tell(`  request ${i + 1} of ${requests.length}: ${sent} of ${readings.length} readings accepted${meter}`)
    for (const { metric, reason } of answer.rejected) tell(`  rejected: ${metric}: ${reason}`)
  }
}

try {
  await replay(process.argv.slice(2), process.env)
} catch (error) {
  tell(`replay: ${error instanceof Error ? error.message : error}`)
  if (error instanceof UsageError) tell('Try --help.')
  process.exitCode = error instanceof UsageError ? 2 : 1
}
