import { once } from 'node:events'
import { createServer } from 'node:net'
import { commandLine } from '../../server/src/process/command-line.ts'
import { openLog } from '../../server/src/process/log.ts'
import { OperatorError } from '../../server/src/process/operator-error.ts'
import { type Config, ConfigError, readConfig } from '../../server/src/settings/config.ts'
import { warnOfMisspelt } from '../../server/src/settings/setting-names.ts'
import { startService } from '../../server/src/start.ts'
import { startOnboard } from './onboard.ts'
import { prepareDemo } from './prepare.ts'
import { welcome } from './welcome.ts'

/** `npm run demo`: the service on the embedded database with two boats, their past and what is on board, until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = await demoConfig(process.env)
  const log = await openLog(config.logLevel)
  warnOfMisspelt(process.env, log)
  const demo = await prepareDemo(config, log, new Date(), () =>
    console.log('Writing the past of two boats. This takes some seconds, once.'),
  )
  const service = await startService(config, log)
  const onboard = startOnboard(service.address, demo.boats)

  // Once, though Ctrl+C may come twice: from the terminal and from npm.
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= onboard.stop().then(() => service.stop())
    stopping.then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  console.log(welcome(config.baseUrl, config.dataDir, demo))
}

/** The settings of the environment with the demo's own folder and a log that leaves the screen to what the demo prints. */
async function demoConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  const own = { DATA_DIR: './demo-data', LOG_LEVEL: 'warn' }
  // The demo uses the embedded database, and its commands need a plan with access keys.
  const fixed = { DATABASE_URL: undefined, DEFAULT_PLAN: 'pro' }
  const { port, host } = readConfig({ ...own, ...env, ...fixed })
  return readConfig({ ...own, ...env, ...fixed, PORT: String(await freePort(port, host)) })
}

/** The port, or any free one when it is 0. Throws before anything is written when another program has it. */
async function freePort(port: number, host: string): Promise<number> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigError([
      `PORT ${port} is taken by another program. Choose another: PORT=${port + 1} ${commandLine('demo')}`,
    ])
  }
  const { port: free } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return free
}

main().catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exit(1)
})
