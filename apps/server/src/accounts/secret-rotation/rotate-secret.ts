import { refuseOtherUser } from '../../files/data-dir-owner.ts'
import { asksForHelp, commandLine } from '../../process/command-line.ts'
import { OperatorError } from '../../process/operator-error.ts'
import { readConfig } from '../../settings/config.ts'
import { keptSecrets, rotateKeptSecret } from '../../settings/secret.ts'

const USAGE = `Usage: ${commandLine('rotate-secret')}

Makes a new secret in DATA_DIR and keeps the one before it, which then only reads what it encrypted. It takes effect when the
service starts again: everybody has to sign in again, and authenticator apps, keys and shares stay. Run it as the service's user,
with its settings.

Example:
  ${commandLine('rotate-secret')}

Exit status: 0 done, 1 refused or failed, 2 wrong use.`

/** `npm run rotate-secret`: for an operator whose secret may be known to others. */
async function main(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  if (asksForHelp(args)) return console.log(USAGE)
  if (args.length > 0) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  const { dataDir, secretKey } = readConfig(env)
  if (secretKey)
    throw new OperatorError(
      'SECRET_KEY is a setting. Put it in front of FORMER_SECRET_KEYS, set a new SECRET_KEY (openssl rand -hex 32), and restart the service.',
    )
  refuseOtherUser({ dataDir })
  const secrets = await keptSecrets({ dataDir })
  if (!secrets)
    throw new OperatorError(
      `There is no secret-key in DATA_DIR ${dataDir}. Give the settings that the service is started with (DATA_DIR).`,
    )
  refuseLines(secrets.current)
  await rotateKeptSecret(dataDir, secrets)
  console.log('There is a new secret. Restart the service: everybody then has to sign in again.')
  console.log('Backups that were made before hold the former secret: keep them as safe as before, or delete them.')
}

/** Of the former ones each has one line. */
function refuseLines(current: string): void {
  if (current.includes('\n'))
    throw new OperatorError('The secret-key was written by hand, in several lines: this command knows only one.')
}

main(process.argv.slice(2), process.env).catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
})
