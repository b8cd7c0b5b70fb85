import { parseArgs } from 'node:util'
import { OperatorError } from '../../server/src/process/operator-error.ts'
import { VERSION } from '../../server/src/version.ts'
import { defaultEnvFile, readSettings, SYSTEM_FILE } from './env-files.ts'

const HELP = `Usage: binnacle [COMMAND] [--env-file FILE]

  start             starts the service; this is the default
  demo              starts it with two boats that have a history, in ./demo-data
  backup FILE       writes everything of this installation into a file; with --check it reads such a file
  restore FILE      puts a backup into an empty installation
  move --to URL     moves the database in DATA_DIR to a PostgreSQL server
  reset-password E-MAIL
                    gives an account a new password and prints it
  rotate-secret     makes a new secret
  tls               lets phones trust the certificate of TLS=local, with a QR code
  doctor            looks at settings, database, disk, address, certificate and backups, and says what to do
  replay FILE       sends a recording of NMEA 2000 or NMEA 0183, as the boat would have sent it

  --env-file FILE   reads settings from FILE, one NAME=VALUE on a line; those of the environment come first.
                    Without it and without DATA_DIR or DATABASE_URL, they are read from .env in this folder,
                    else from ${SYSTEM_FILE}; the demo reads neither
  --help, --version

Settings are environment variables, such as DATA_DIR (default ./data), PORT (8080) and BASE_URL. Commands need the
settings and the user of the service. binnacle COMMAND --help shows the options of a command.

Examples:
  binnacle demo
  DATA_DIR=./boat PORT=8081 binnacle start
  DATA_DIR=./boat binnacle backup before-the-season.tar
  binnacle --env-file boat.env doctor

A running service has the help at /help, such as http://localhost:8080/help.

Exit status: 0 done, 1 refused or failed, 2 wrong use.`

/** Each is a program that reads `process.argv`. */
const COMMANDS: Record<string, () => Promise<unknown>> = {
  start: () => import('../../server/src/main.ts'),
  demo: () => import('../../demo/src/main.ts'),
  backup: () => import('../../server/src/backup/commands/backup-command.ts'),
  restore: () => import('../../server/src/backup/commands/restore-command.ts'),
  move: () => import('../../server/src/backup/commands/move-command.ts'),
  'reset-password': () => import('../../server/src/accounts/reset-password/reset-password.ts'),
  tls: () => import('../../server/src/http/tls/tls-command.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  replay: () => import('../../../packages/onboard/src/replay/replay.ts'),
  'rotate-secret': () => import('../../server/src/accounts/secret-rotation/rotate-secret.ts'),
}

class UsageError extends Error {}

/** Takes the settings files out of the arguments, wherever they are. */
function splitArguments(args: string[]): { envFiles: string[]; rest: string[] } {
  const options = { 'env-file': { type: 'string' } } as const
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true })
  const given = tokens.filter((token) => token.kind === 'option').filter(({ name }) => name === 'env-file')
  const taken = new Set(given.flatMap(({ index, inlineValue }) => (inlineValue ? [index] : [index, index + 1])))
  const envFiles = given.map(({ value }) => {
    if (!value) throw new UsageError('--env-file needs a file.')
    return value
  })
  return { envFiles, rest: args.filter((_, index) => !taken.has(index)) }
}

async function main(args: string[]): Promise<void> {
  const { envFiles, rest } = splitArguments(args)
  const [name = 'start', ...more] = rest
  const wantsHelp = more.includes('--help') || more.includes('-h')
  if (['--help', '-h', 'help'].includes(name) || (['start', 'demo'].includes(name) && wantsHelp)) {
    console.log(HELP)
    return
  }
  if (['--version', '-v'].includes(name)) {
    console.log(VERSION)
    return
  }
  const load = Object.hasOwn(COMMANDS, name) && COMMANDS[name]
  if (!load) throw new UsageError(`There is no command ${name}. Commands: ${Object.keys(COMMANDS).join(', ')}.`)
  if (['start', 'demo'].includes(name) && more.length > 0)
    throw new UsageError(`${name} takes no ${more[0]}: settings are environment variables, or in --env-file FILE.`)
  for (const file of envFiles) readSettings(file, process.env)
  // The demo must not write into the data of an installation; what sends to one over HTTP needs no settings.
  if (envFiles.length === 0 && !wantsHelp && !['demo', 'replay'].includes(name)) defaultEnvFile(process.env)
  process.argv.splice(2, process.argv.length, ...more)
  await load()
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\nTry: binnacle --help`)
    process.exitCode = 2
  } else if (error instanceof OperatorError) {
    console.error(error.message)
    process.exitCode = 1
  } else throw error
}
