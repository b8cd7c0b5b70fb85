import { asksForHelp, commandLine } from '../../../server/src/process/command-line.ts'
import { checkAddress, checkPush, checkService } from './address.ts'
import { checkBackups } from './backups.ts'
import { checkClock } from './clock.ts'
import { becomeOwner, checkDataFolder } from './data-folder.ts'
import { checkDatabase } from './database.ts'
import type { Finding } from './finding.ts'
import { checkHelpers } from './helpers.ts'
import { checkSettings } from './settings.ts'

const USAGE = `Usage: ${commandLine('doctor')}

Looks at this installation, and says of each part whether it is well or what to do: settings, data folder, database, service, address
and certificate, push, clock, backups, and the servers for limits, pictures, e-mail and MQTT where the settings name them. Changes nothing;
the service may run meanwhile. Run it with the settings of the service, as its user or as root.

Example:
  ${commandLine('doctor')}

Exit status: 0 all is well, 1 something is to do, 2 wrong use.`

async function examine(env: NodeJS.ProcessEnv, now: Date): Promise<Finding[]> {
  const { config, findings } = checkSettings(env)
  if (!config) return findings
  becomeOwner(config)
  const service = await checkService(config)
  return [
    ...findings,
    ...(await checkDataFolder(config)),
    ...(await checkDatabase(config, service.runs)),
    ...service.findings,
    ...(await checkAddress(config, now)),
    checkPush(config),
    ...(await checkHelpers(config)),
    ...(await checkClock(now)),
    ...(await checkBackups(config, now)),
  ]
}

/** Servers of others have their words in it: none of them is to be a command of the terminal. */
const line = ({ part, ok, text }: Finding): string =>
  `${ok ? 'ok   ' : 'to do'}  ${`${part}:`.padEnd(13)} ${text.replace(/\p{Cc}/gu, '?')}`

const args = process.argv.slice(2)
if (asksForHelp(args)) console.log(USAGE)
else if (args.length > 0) {
  console.error(`There is no ${args[0]}.\n\n${USAGE}`)
  process.exitCode = 2
} else {
  const findings = await examine(process.env, new Date())
  for (const finding of findings) console.log(line(finding))
  process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1
}
