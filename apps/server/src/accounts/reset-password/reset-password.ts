import { parseArgs } from 'node:util'
import { hashPassword } from 'better-auth/crypto'
import { blameUrl } from '../../db/blame-url.ts'
import { openExisting } from '../../db/open-existing.ts'
import { openLimits } from '../../limits/open-limits.ts'
import { asksForHelp, commandLine } from '../../process/command-line.ts'
import { makeLog } from '../../process/log.ts'
import { OperatorError } from '../../process/operator-error.ts'
import { type Config, readConfig } from '../../settings/config.ts'
import { PasswordGuesses } from '../sign-in/guesses/password-guesses.ts'
import { makePassword } from './make-password.ts'
import { type NewSignIn, type ResetAccount, resetSignIn } from './sql.ts'

const USAGE = `Usage: ${commandLine('reset-password', 'E-MAIL')} [--keep-second-factor]

Gives the account of this e-mail address a new password, which is shown once, and signs it out everywhere. Its authenticator app
is switched off, unless --keep-second-factor is given. Run it with the settings of the service (DATA_DIR or DATABASE_URL); without
DATABASE_URL the service must be stopped meanwhile.

Examples:
  ${commandLine('reset-password', 'ada@example.org')}
  ${commandLine('reset-password', 'ada@example.org --keep-second-factor')}

Exit status: 0 done, 1 refused or failed, 2 wrong use.`

class UsageError extends Error {}

interface Wish {
  email: string
  keepSecondFactor: boolean
}

/** `npm run reset-password`: the operator sets a new password for an owner who lost theirs, since Binnacle sends no mail. */
async function main(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  if (asksForHelp(args)) return console.log(USAGE)
  const { email, keepSecondFactor } = wish(args, env)
  const config = readConfig(env)
  const password = makePassword()
  const account = await reset(config, email, { passwordHash: await hashPassword(password), keepSecondFactor })
  console.log(report(account, password, keepSecondFactor))
  if (!(await clearGuesses(config, account.email)))
    console.log('Redis does not answer. If it is running, the wrong passwords of the last hour still count.')
}

function wish(args: string[], env: NodeJS.ProcessEnv): Wish {
  const { values, positionals } = parse(args)
  const [email, ...more] = positionals
  if (!email?.trim() || more.length > 0) throw new UsageError('Give one e-mail address.')
  // Without -- npm takes the option for itself, and this program would not see it.
  if (env.npm_config_keep_second_factor) throw new UsageError('The -- before the e-mail address is missing.')
  return { email: email.trim(), keepSecondFactor: values['keep-second-factor'] }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { 'keep-second-factor': { type: 'boolean', default: false } },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function reset(config: Config, email: string, newSignIn: NewSignIn): Promise<ResetAccount> {
  const { db, close } = await blameUrl(config, openExisting(config))
  return resetSignIn(db, email, newSignIn).finally(close)
}

/** Clears the counter of wrong passwords in Redis; says whether Redis was available. */
async function clearGuesses({ redisUrl }: Config, email: string): Promise<boolean> {
  if (redisUrl === null) return true
  const limits = await openLimits(redisUrl, makeLog('silent'))
  try {
    await new PasswordGuesses(limits).clear(email)
    return limits.counting() === 'shared'
  } finally {
    limits.close()
  }
}

function report(account: ResetAccount, password: string, kept: boolean): string {
  const { email, hadSecondFactor, sessionsEnded, passkeys, accessKeys } = account
  const app = kept
    ? 'The authenticator app stays: its code is asked for after the password.'
    : 'The authenticator app is switched off. Set it up again under Account.'
  return [
    '',
    `The new password of ${email}, shown this once:`,
    '',
    `  ${password}`,
    '',
    'Sign in with it, and choose your own under Account.',
    ...(hadSecondFactor ? [app] : []),
    `Sessions ended: ${sessionsEnded}. Left as they are: passkeys (${passkeys}), access keys (${accessKeys}) and the keys of onboard devices.`,
    'If any of them may be in wrong hands, remove it in the app.',
    '',
  ].join('\n')
}

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`)
  else console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
