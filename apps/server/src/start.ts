import { access, constants, mkdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { makeApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'

export interface RunningService {
  app: FastifyInstance
  /** Where it listens, such as http://127.0.0.1:8080. */
  address: string
  /** Finishes what is in flight, at most STOP_WITHIN_MS, and closes the database. Throws when that takes too long. */
  stop(): Promise<void>
}

/** A SIGTERM must end the process within 10 s: so long for requests in flight, and so long for the database. */
const STOP_WITHIN_MS = 8_000
const CLOSE_WITHIN_MS = 1_800

/** Opens the database, brings its schema up to date and listens. Throws a ConfigError for what the settings are to blame for. */
export async function startService(config: Config, log: Logger): Promise<RunningService> {
  await makeDataDir(config.dataDir)
  const database = await open(config)
  try {
    const app = await makeApp(config, database, log)
    const address = await app.listen({ port: config.port, host: config.host }).catch((error: Error) => {
      throw new ConfigError([`HOST and PORT cannot be used: ${error.message}`])
    })
    const stop = async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS)
      await app.close().finally(() => clearTimeout(cut))
      await withinTime(database.close())
    }
    return { app, address, stop }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError([`DATA_DIR cannot be used: ${(error as Error).message}`])
  }
}

/** No such host, nobody there, not let in, no such database, too many connections. */
const CANNOT_CONNECT = /^(08|28|3D|53|57P|E[A-Z]+_?[A-Z]+$)/

async function open(config: Config): Promise<Database> {
  try {
    return await openDatabase(config)
  } catch (error) {
    const { code = '', message } = ((error as Error).cause ?? error) as { code?: string; message: string }
    if (config.databaseUrl && (CANNOT_CONNECT.test(code) || /timeout/.test(message)))
      throw new ConfigError([`DATABASE_URL cannot be connected to: ${message || code}`])
    throw error
  }
}

/** A statement that waits for a lock keeps its connection to PostgreSQL open for up to its own time limit. */
async function withinTime(closing: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the database did not close in time')), CLOSE_WITHIN_MS)
  await Promise.race([closing, late.promise]).finally(() => clearTimeout(timer))
}
