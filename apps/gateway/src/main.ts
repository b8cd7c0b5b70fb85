#!/usr/bin/env -S MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 node --max-semi-space-size=1 --optimize-for-size --v8-pool-size=0
// A boat's small computer has better use for memory than speed that a gateway does not need (docs/decisions/0056).
import { parseArgs } from 'node:util'
import { type Log, printable } from '@binnacle/onboard'
import { check } from './check/check.ts'
import { ConfigError } from './config/checker.ts'
import { DEFAULT_PATHS, findConfig, loadConfig, loadDataFolder } from './config/load.ts'
import { fileProblem } from './config/secrets.ts'
import { find, proposal } from './find/proposal.ts'
import { FORGETTABLE, type Forgettable, forget } from './forget.ts'
import { lineLog } from './log.ts'
import { type Gateway, startGateway } from './run.ts'
import { firstUpload, newestReadings } from './status/first-upload.ts'
import { statusReport } from './status/status.ts'
import { type GatewayStatus, readStatus } from './status/status-file.ts'
import { update } from './update/update.ts'
import { VERSION } from './version.ts'

const HELP = `Usage: binnacle-gateway [run | check | find | status | update | forget WHAT] [options]

  run       reads the boat's data and sends readings and pictures until it is stopped; this is the default
  check     checks the settings, the service, each camera and each input, and prints a report; sends no data
  find      looks for serial ports, CAN interfaces, Signal K and Victron, and prints settings for them
  status    shows the status of the running gateway
  update    installs the gateway that the service has, when it is newer
  forget    while the gateway is stopped, makes it forget WHAT: recordings, so that they are
            played again; hours, so that wrong engine hours do not keep out the right ones; boat,
            all that was recorded on it, so that this computer can be used on another

  --config FILE   the settings file, YAML or JSON; default: the first that exists of ${DEFAULT_PATHS.join(', ')}
  --seconds N     check: how long to listen; default 15
  --json          status: print JSON
  --wait N        status: wait up to N seconds until the service has accepted the first readings
  --help, --version

Examples:
  binnacle-gateway find > binnacle-gateway.yaml
  binnacle-gateway check --config binnacle-gateway.yaml --seconds 60
  binnacle-gateway --config binnacle-gateway.yaml
  sudo binnacle-gateway status --wait 60
  sudo binnacle-gateway update
  sudo binnacle-gateway forget recordings

Exit status: 0 success, 1 a problem was found, 2 invalid arguments.`

class UsageError extends Error {}

interface Command {
  name: (typeof NAMES)[number]
  /** forget only. */
  what?: Forgettable
  config?: string
  seconds: number
  json: boolean
  /** Seconds; status only. */
  wait: number
}

const NAMES = ['run', 'check', 'find', 'status', 'update', 'forget'] as const
/** An end that takes longer has met a disk or a peer that hangs; systemd would kill it later and as hard. */
const STOP_TIMEOUT_MS = 4_500

function commandOf(args: string[]): Command | 'help' | 'version' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const [word = 'run', ...more] = positionals
  const name = NAMES.find((n) => n === word)
  const what = name === 'forget' ? forgettable(more.shift()) : undefined
  if (!name || more.length > 0)
    throw new UsageError(`unknown command: ${[word, ...more].join(' ')}; use one of ${NAMES.join(', ')}`)
  const seconds = secondsOf('seconds', values.seconds ?? '15')
  const wait = values.wait === undefined ? 0 : secondsOf('wait', values.wait)
  return { name, what, config: values.config, seconds, json: values.json ?? false, wait }
}

function secondsOf(option: string, text: string): number {
  const seconds = Number(text)
  if (!(seconds >= 1 && seconds <= 3_600)) throw new UsageError(`--${option} must be a number from 1 to 3600`)
  return seconds
}

function forgettable(word: string | undefined): Forgettable {
  const what = FORGETTABLE.find((one) => one === word)
  if (!what) throw new UsageError(`forget needs one of ${FORGETTABLE.join(', ')}`)
  return what
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        seconds: { type: 'string' },
        json: { type: 'boolean' },
        wait: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const say = (text: string) => process.stdout.write(`${printable(text)}\n`)

async function run(path: string): Promise<void> {
  const settings = await loadConfig(path, process.env)
  const log = lineLog(settings.logLevel, process.env.JOURNAL_STREAM !== undefined, (line) => process.stderr.write(line))
  const gateway = await startGateway(settings, log)
  process.on('SIGHUP', () => void readKeysAgain(path, gateway, log))
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  log.info(`${signal}: stopping`)
  setTimeout(() => {
    log.error(`not stopped after ${STOP_TIMEOUT_MS} ms; exiting now`)
    process.exit(1)
  }, STOP_TIMEOUT_MS).unref()
  await gateway.close()
  process.exit(0)
}

/** What else has changed in the settings waits for a restart. */
async function readKeysAgain(path: string, gateway: Gateway, log: Log): Promise<void> {
  try {
    const { device } = await loadConfig(path, process.env)
    gateway.useKeys(device)
    log.info('SIGHUP: reloaded the keys')
  } catch (error) {
    log.error(`SIGHUP: the keys were not reloaded: ${error instanceof Error ? error.message : error}`)
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function status(path: string, json: boolean): Promise<boolean> {
  const folder = await loadDataFolder(path, process.env)
  let last: GatewayStatus
  try {
    last = await readStatus(folder)
  } catch (error) {
    const start = isMissing(error) ? ' Start the gateway first, and give this command with sudo.' : ''
    say(`No status in ${folder}: ${fileProblem('status.json', error)}.${start}`)
    return false
  }
  const report = statusReport(last, isAlive(last.program.pid), Date.now())
  say(json ? JSON.stringify({ running: report.running, ...last }, null, 2) : report.lines.join('\n'))
  return report.running
}

async function waitForReadings(path: string, seconds: number): Promise<boolean> {
  const status = await firstUpload(await loadDataFolder(path, process.env), seconds, isAlive)
  say(
    status
      ? `The service has accepted the first readings: ${newestReadings(status)}.`
      : `The service has accepted no readings within ${seconds} s. \`binnacle-gateway status\` shows why.`,
  )
  return status !== undefined
}

async function findInputs(): Promise<boolean> {
  const found = await find()
  say(
    found.length > 0
      ? proposal(found)
      : '# Found no serial port, CAN interface, Signal K server or GX device. The section "Settings for your boat" of its README says what to write.',
  )
  return found.some(({ sure }) => sure)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process is there, and may not be asked.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function main(args: string[]): Promise<boolean> {
  const command = commandOf(args)
  if (command === 'help') say(HELP)
  else if (command === 'version') say(VERSION)
  else if (command.name === 'find') return findInputs()
  else {
    const path = await findConfig(command.config, process.env)
    if (command.name === 'status')
      return command.wait > 0 ? waitForReadings(path, command.wait) : status(path, command.json)
    if (command.name === 'update') {
      say(await update((await loadConfig(path, process.env)).device.url))
      return true
    }
    if (command.what) {
      say(await forget(command.what, await loadDataFolder(path, process.env)))
      return true
    }
    if (command.name === 'check') {
      // What inputs log, the report says in its own words.
      const silent = lineLog('error', false, () => {})
      return check(await loadConfig(path, process.env), { seconds: command.seconds, say, log: silent })
    }
    await run(path)
  }
  return true
}

function report(error: unknown): number {
  const isUsageError = error instanceof UsageError
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(
    error instanceof ConfigError ? `The settings are invalid:\n${text}\n` : `binnacle-gateway: ${text}\n`,
  )
  if (isUsageError) process.stderr.write('Try --help.\n')
  return isUsageError ? 2 : 1
}

/** What a shell says of a program whose reader has gone, as in `check | head`. */
const READER_GONE = 128 + 13
process.stdout.on('error', () => process.exit(READER_GONE))
// A gateway whose log nobody reads any more goes on.
process.stderr.on('error', () => {})

// No await here: the program is built as one CommonJS file.
void main(process.argv.slice(2))
  .then((ok) => (ok ? 0 : 1), report)
  .then((exitCode) => {
    process.exitCode = exitCode
  })
