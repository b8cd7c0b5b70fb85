import { ConfigError, readConfig } from './config.ts'
import { makeLog } from './log.ts'
import { startService } from './start.ts'

/** Runs the service with the settings of the environment, until SIGTERM or SIGINT. */
async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  const service = await startService(config, log)
  log.info({ address: service.address, baseUrl: config.baseUrl, dataDir: config.dataDir }, 'ready')

  const stop = (signal: string) => {
    log.info({ signal }, 'stopping')
    service.stop().then(
      () => process.exit(0),
      (error) => {
        log.fatal({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

serve().catch((error: unknown) => {
  // What people can put right is said plainly; anything else with its stack.
  const plain =
    error instanceof ConfigError || ['DataDirInUse', 'SchemaRefused', 'BackupRefused'].includes((error as Error).name)
  console.error(plain ? (error as Error).message : error)
  process.exit(1)
})
