import { mkdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { makeApp } from './app.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'

export interface RunningService {
  app: FastifyInstance
  /** Where it listens, such as http://127.0.0.1:8080. */
  address: string
  /** Finishes what is in flight, at most STOP_WITHIN_MS, and closes the database. */
  stop(): Promise<void>
}

/** A SIGTERM must end the process within 10 s; the rest is for the database. */
const STOP_WITHIN_MS = 8_000

/** Opens the database, brings its schema up to date and listens. */
export async function startService(config: Config, log: Logger): Promise<RunningService> {
  await mkdir(config.dataDir, { recursive: true })
  const database = await openDatabase(config)
  try {
    const app = await makeApp(config, database, log)
    const address = await app.listen({ port: config.port, host: config.host })
    const stop = async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS)
      await app.close().finally(() => clearTimeout(cut))
      await database.close()
    }
    return { app, address, stop }
  } catch (error) {
    await database.close()
    throw error
  }
}
