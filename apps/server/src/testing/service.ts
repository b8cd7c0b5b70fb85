import { after } from 'node:test'
import { pino } from 'pino'
import { makeApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { Client, type Owner } from './client.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

export interface TestService extends TestDatabase {
  baseUrl: string
  config: Config
  client: Client
  /** Makes an account with its own session and access key. The first one is the operator. */
  owner(name?: string): Promise<Owner>
  /** Another process' worth of service on the same database (PostgreSQL only shares it with a real one). */
  close(): Promise<void>
}

/**
 * The real service on 127.0.0.1 with a database of its own, as production runs it but for the settings given. It is closed
 * after the test file.
 */
export async function startService(env: Record<string, string> = {}): Promise<TestService> {
  const test = await openTestDatabase()
  const config = readConfig({
    DATA_DIR: test.dataDir,
    SIGNUPS: 'open',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal',
    RATE_LIMIT_PER_MINUTE: '100000',
    PORT: '0',
    ...env,
  })
  const app = await makeApp(config, test.database, pino({ level: config.logLevel }))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = new Client(address)
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await app.close()
    await test.drop()
  }
  after(close)
  return { ...test, baseUrl: address, config, client, owner: (name) => client.signUp(name), close }
}
