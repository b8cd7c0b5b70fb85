import { once } from 'node:events'
import { access, constants, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { makeApp } from './app.ts'
import { refuseUnfinishedRestore } from './backup/restore/restore.ts'
import { openUpgraded } from './backup/upgrade.ts'
import { blameDisk } from './db/blame-disk.ts'
import { blameUrl } from './db/blame-url.ts'
import { refuseOtherUser } from './files/data-dir-owner.ts'
import { portOf, refuseUnfit } from './http/tls/local-names.ts'
import { returnMemory } from './process/return-memory.ts'
import { type Config, ConfigError } from './settings/config.ts'

interface RunningService {
  app: FastifyInstance
  /** Where it listens, such as http://127.0.0.1:8080. */
  address: string
  /**
   * Serves on for DRAIN_SECONDS, finishes what is in flight, at most STOP_WITHIN_MS, and closes the database. Throws when that
   * takes too long.
   */
  stop(): Promise<void>
  /** Gives back the memory that only the start needed, in each thread. Requests wait meanwhile, some 0.1 s. */
  returnMemory(): void
}

/**
 * A SIGTERM must end the process within 10 s: so long for requests in flight, and so long with the database, which on a memory
 * card takes its time.
 */
const STOP_WITHIN_MS = 8_000
const END_WITHIN_MS = 9_800

/** Opens the database, brings its schema up to date and listens. Throws a ConfigError for what the settings are to blame for. */
export async function startService(config: Config, log: Logger): Promise<RunningService> {
  refuseUnfit(config)
  await refuseTaken(config)
  // Another user may have been given a folder of root's, and makeDataDir says what such a user can do.
  if (process.getuid?.() === 0) refuseOtherUser(config)
  await makeDataDir(config.dataDir)
  refuseUnfinishedRestore(config)
  const database = await blameDisk(config, blameUrl(config, openUpgraded(config, log)))
  try {
    const stopping = new AbortController()
    const app = await makeApp(config, database, log, { stopping: stopping.signal })
    const address = await app.listen({ port: config.port, host: config.host }).catch((error) => {
      throw new ConfigError([whyNotListening(config, error)])
    })
    const endTls = await startTls(app, config)
    const stop = async () => {
      stopping.abort()
      await sleep(config.drainSeconds * 1000)
      const began = performance.now()
      const cut = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS)
      endTls()
      await app.close().finally(() => clearTimeout(cut))
      await withinTime(database.close(), END_WITHIN_MS - (performance.now() - began))
    }
    const returnAll = () => {
      returnMemory()
      database.returnMemory?.()
    }
    return { app, address, stop, returnMemory: returnAll }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Before anything is made or upgraded; a program that takes it meanwhile is found when the service listens. */
async function refuseTaken(config: Config): Promise<void> {
  const { port, host } = config
  const server = createServer().listen({ port, host })
  await once(server, 'listening').catch((error) => {
    throw new ConfigError([whyNotListening(config, error)])
  })
  server.close()
  await once(server, 'close')
}

export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusableDataDir(await whyNotMade(dataDir, error as NodeJS.ErrnoException))
  }
}

/** On a disk that is mounted for reading only, Node's recursive mkdir says that there is no such folder. */
async function whyNotMade(dataDir: string, error: NodeJS.ErrnoException): Promise<Error> {
  if (error.code !== 'ENOENT') return error
  return mkdir(dataDir).then(
    () => error,
    (own) => own,
  )
}

export const unusableDataDir = ({ message }: Error): ConfigError =>
  new ConfigError([
    `DATA_DIR cannot be used (${message}): let this user write there, or set DATA_DIR to another folder`,
  ])

function whyNotListening({ port, host }: Config, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program: end that one, or set another PORT`
  if (code === 'EACCES') return `PORT ${port} is for root only: set PORT to 1024 or more`
  if (code === 'EADDRNOTAVAIL') return `HOST ${host} is no address of this machine: set another HOST, such as 127.0.0.1`
  return `HOST and PORT cannot be used: ${message}`
}

async function startTls(app: FastifyInstance, config: Config): Promise<() => void> {
  if (config.tls === 'off') return () => {}
  const { listenTls } = await import('./http/tls/listen.ts')
  return listenTls(app, config).catch(async (error: NodeJS.ErrnoException) => {
    await app.close()
    throw new ConfigError([whyNoTls(portOf(config.baseUrl), error)])
  })
}

function whyNoTls(port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE')
    return `port ${port} of BASE_URL is taken by another program: end that one, or give BASE_URL another port`
  if (code === 'EACCES')
    return `port ${port} of BASE_URL is for root only: give BASE_URL a port of 1024 or more, such as https://boat.local:8443`
  return `TLS=local cannot be used: ${message}`
}

/** A statement that waits for a lock keeps its connection to PostgreSQL open for up to its own time limit. */
async function withinTime(closing: Promise<void>, ms: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the database did not close in time')), ms)
  await Promise.race([closing, late.promise]).finally(() => clearTimeout(timer))
}
