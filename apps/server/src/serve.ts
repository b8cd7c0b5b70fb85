import { endProcess } from './process/end-process.ts'
import { openLog } from './process/log.ts'
import { OperatorError } from './process/operator-error.ts'
import { welcome } from './process/welcome.ts'
import { readConfig } from './settings/config.ts'
import { warnOfMisspelt } from './settings/setting-names.ts'
import { startService } from './start.ts'
import { VERSION } from './version.ts'

/** Once the first pages and requests after the start are answered. */
const SETTLED_MS = 5_000

/** Runs the service with the settings of the environment, until SIGTERM or SIGINT. */
async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const terminal = process.stdout.isTTY
  if (terminal) console.log(`Binnacle ${VERSION}`)
  const log = await openLog(config.logLevel)
  warnOfMisspelt(process.env, log)
  const service = await startService(config, log)
  log.info({ version: VERSION, address: service.address, baseUrl: config.baseUrl, dataDir: config.dataDir }, 'ready')
  if (terminal) console.log(welcome(config))
  setTimeout(() => service.returnMemory(), SETTLED_MS).unref()

  const stop = (signal: string) => {
    log.info({ signal }, 'stopping')
    service.stop().then(
      () => endProcess(0),
      (error) => {
        log.fatal({ err: error }, 'did not stop cleanly')
        return endProcess(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

serve().catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
