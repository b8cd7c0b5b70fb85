import { after } from 'node:test'
import { pino } from 'pino'
import { setupToken } from '../accounts/sign-in/first-account.ts'
import { makeApp } from '../app.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { installationSecrets } from '../settings/secret.ts'
import { type Answer, Client, type Owner } from './client.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { startProcess } from './process.ts'

export interface TestService extends TestDatabase {
  baseUrl: string
  config: Config
  client: Client
  /** Makes an account with its own session and access key. The first one is the operator. */
  owner(name?: string): Promise<Owner>
  /** Another process' worth of service on the same database (PostgreSQL only shares it with a real one). */
  close(): Promise<void>
}

/** Whether tests run over two processes of the service, where they can: the runner sets it for a few files, on PostgreSQL. */
const TWO_PROCESSES = process.env.TEST_PROCESSES === '2'

interface TestSettings {
  /** For a test that looks into its own process. */
  inProcess?: boolean
  /** For a test that writes into the database what nobody wakes the service for. Processes of their own take their usual time. */
  sweepsOften?: boolean
}
const OFTEN_MS = 500

/**
 * The real service on 127.0.0.1 with a database of its own, as production runs it but for the settings given. It is closed
 * after the test file. With TEST_PROCESSES=2 it is two processes on one PostgreSQL, and requests go to the one and the other in turn.
 */
export async function startService(
  env: Record<string, string> = {},
  { inProcess = false, sweepsOften = false }: TestSettings = {},
): Promise<TestService> {
  const test = await openTestDatabase()
  const settings = {
    DATA_DIR: test.dataDir,
    SIGNUPS: 'open',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal',
    RATE_LIMIT_PER_MINUTE: '100000',
    QUOTA_BOATS: 'unlimited',
    QUOTA_CONNECTIONS: 'unlimited',
    PORT: '0',
    ...env,
  }
  const config = readConfig(settings)
  const { addresses, stop } =
    TWO_PROCESSES && !inProcess
      ? await startTwo({ ...settings, DATABASE_URL: test.url! })
      : await startHere(config, test, sweepsOften ? OFTEN_MS : undefined)
  const client = addresses.length > 1 ? new AlternatingClient(addresses) : new Client(addresses[0]!)
  client.setupToken = setupToken((await installationSecrets(config)).current)
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await stop()
    await test.drop()
  }
  after(close)
  return { ...test, baseUrl: addresses[0]!, config, client, owner: (name) => client.signUp(name), close }
}

interface Running {
  addresses: string[]
  stop(): Promise<void>
}

async function startHere(config: Config, test: TestDatabase, sweepMs?: number): Promise<Running> {
  const app = await makeApp(config, test.database, pino({ level: config.logLevel }), { sweepMs })
  return { addresses: [await app.listen({ host: '127.0.0.1', port: 0 })], stop: () => app.close() }
}

async function startTwo(settings: Record<string, string>): Promise<Running> {
  // A process says by its log that it is ready.
  const env = { ...settings, LOG_LEVEL: 'info' }
  const processes = await Promise.all([startProcess(env), startProcess(env)])
  const stop = async () => void (await Promise.all(processes.map((process) => process.stop())))
  return { addresses: processes.map(({ url }) => url), stop }
}

/** Each request goes to another process than the one before it. */
class AlternatingClient extends Client {
  readonly #clients: Client[]
  #requests = 0

  constructor(addresses: string[]) {
    super(addresses[0]!)
    this.#clients = addresses.map((address) => new Client(address))
  }

  override raw(method: string, path: string, init?: RequestInit): Promise<Answer> {
    return this.#clients[this.#requests++ % this.#clients.length]!.raw(method, path, init)
  }
}
