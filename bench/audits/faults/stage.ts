import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../apps/server/src/db/database.ts'
import { openDatabase } from '../../../apps/server/src/db/open-database.ts'
import { type Boat, insertBoats } from '../../../apps/server/src/testing/accounts/boats.ts'
import { type ServiceProcess, startProcess } from '../../../apps/server/src/testing/process.ts'
import { freePort } from '../../../scripts/free-port.ts'
import type { TemporaryPostgresOptions } from '../../../scripts/postgres.ts'
import { compare, readSql } from '../crash/checks.ts'
import { AuditedBoat, type Naming } from '../crash/clients.ts'
import { type MortalPostgres, startMortalPostgres } from '../crash/postgres.ts'
import { startBalancer } from './balancer.ts'

export interface Setting {
  /** null: the embedded database. */
  postgres?: TemporaryPostgresOptions | null
  /** A PostgreSQL server that the audit itself sees to. */
  databaseUrl?: string
  services?: number
  boats?: number
  naming?: Naming
  /** Of the services, beside the address of their database. */
  env?: Record<string, string>
  /** What a control changes in the database before a service runs on it. */
  prepare?: (database: Database) => Promise<void>
  /** Where DATA_DIR is made; else where temporary files are. */
  parent?: string
}

export interface Tally {
  batches: number
  posts: number
  resent: number
  missing: number
  twice: number
  wrong: string[]
}

/** Settings with which a service does without a guarantee, or with another clock: a file of hooks/ that is loaded before it. */
export const hook = (name: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, `hooks/${name}.ts`)}`,
})

/** A folder that is gone when `resources` are, or when this process exits. */
export function folderFor(resources: AsyncDisposableStack, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'binnacle-fault-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', remove)
  resources.defer(() => {
    process.off('exit', remove)
    remove()
  })
  chmodSync(folder, 0o755)
  return folder
}

async function prepare(database: Database, { boats = 6, prepare }: Setting): Promise<Boat[]> {
  await prepare?.(database)
  return insertBoats(database.db, boats)
}

/** Services over one database, boats whose clients know what was acknowledged, and the fault's hands on both. */
export class Stage {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly boats: AuditedBoat[]
  readonly #env: Record<string, string>
  readonly #postgres: MortalPostgres | null
  readonly #ports: number[]
  readonly #services: ServiceProcess[] = []
  #url = ''
  #until = new AbortController()
  #link = new AbortController()
  #working: Promise<unknown> = Promise.resolve()

  private constructor(
    dataDir: string,
    postgres: MortalPostgres | null,
    url: string | null,
    boats: AuditedBoat[],
    given: Setting,
    ports: number[],
  ) {
    this.dataDir = dataDir
    this.databaseUrl = url
    this.boats = boats
    this.#postgres = postgres
    this.#ports = ports
    this.#env = {
      DATA_DIR: dataDir,
      ...(url && { DATABASE_URL: url }),
      TELEMETRY_GAP_MS: '0',
      FRAME_GAP_MS: '0',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...given.env,
    }
  }

  static async set(resources: AsyncDisposableStack, given: Setting): Promise<Stage> {
    const dataDir = folderFor(resources, given.parent)
    const postgres = given.postgres ? await startMortalPostgres(given.postgres) : null
    if (postgres) resources.defer(() => postgres.stop())
    const url = postgres?.url ?? given.databaseUrl ?? null
    const database = await openDatabase({ dataDir, databaseUrl: url })
    const boats = await prepare(database, given).finally(() => database.close())
    const naming = (i: number): Naming => given.naming ?? (i % 2 === 0 ? 'key' : 'times')
    const audited = boats.map((boat, i) => new AuditedBoat(boat, naming(i)))
    const ports = await Promise.all(Array.from({ length: given.services ?? 1 }, () => freePort()))
    const stage = new Stage(dataDir, postgres, url, audited, given, ports)
    resources.defer(() => stage.#end())
    for (const place of ports.keys()) await stage.startService(place)
    const { port } = await startBalancer(resources, () => ports)
    stage.#url = `http://127.0.0.1:${port}`
    return stage
  }

  /** Of all services together. */
  get url(): string {
    return this.#url
  }

  get postgres(): MortalPostgres {
    return this.#postgres!
  }

  service(place = 0): ServiceProcess {
    return this.#services[place]!
  }

  async startService(place = 0): Promise<void> {
    this.#services[place] = await startProcess({ ...this.#env, PORT: String(this.#ports[place]) })
  }

  /** The boats post, each without a pause, until `rest`. */
  work(): void {
    this.#until = new AbortController()
    this.#link = new AbortController()
    this.#working = Promise.all(this.boats.map((boat) => boat.run(this.#url, this.#until.signal, this.#link.signal)))
    this.#working.catch(() => {})
  }

  /** The requests under way are answered first, unless the boats lose their link. */
  async rest(loseLink = false): Promise<void> {
    this.#until.abort()
    if (loseLink) this.#link.abort()
    await this.#working
  }

  get acknowledged(): number {
    return this.boats.reduce((sum, boat) => sum + boat.acknowledged, 0)
  }

  /** Back when so many more batches are acknowledged; a fault that nothing comes back from is an error. */
  async progress(batches: number, withinMs = 120_000): Promise<void> {
    const goal = this.acknowledged + batches
    const late = performance.now() + withinMs
    while (this.acknowledged < goal) {
      if (performance.now() > late)
        throw new Error(`nothing goes on; the service said:\n${this.service().output().slice(-3_000)}`)
      await wait(20)
    }
  }

  async ready(place = 0): Promise<boolean> {
    const asked = fetch(`http://127.0.0.1:${this.#ports[place]}/health/ready`, { signal: AbortSignal.timeout(10_000) })
    return asked.then(({ status }) => status === 200).catch(() => false)
  }

  async untilReady(withinMs = 120_000): Promise<void> {
    const late = performance.now() + withinMs
    while (!(await this.ready())) {
      if (performance.now() > late) throw new Error(`not ready again:\n${this.service().output().slice(-3_000)}`)
      await wait(100)
    }
  }

  /** What the boats were told against what is stored; an embedded database must have no service then. */
  async tally(place = { dataDir: this.dataDir, databaseUrl: this.databaseUrl }): Promise<Tally> {
    const database = await openDatabase(place)
    try {
      const findings = []
      for (const boat of this.boats) findings.push(compare(boat, await readSql(database, boat)))
      return {
        batches: this.acknowledged,
        posts: this.boats.reduce((sum, { posts }) => sum + [...posts.values()].filter((p) => p.acknowledged).length, 0),
        resent: this.boats.reduce((sum, { resent }) => sum + resent, 0),
        missing: findings.reduce((sum, { missing }) => sum + missing, 0),
        twice: findings.reduce((sum, { twice }) => sum + twice, 0),
        wrong: findings.flatMap(({ wrong }) => wrong),
      }
    } finally {
      await database.close()
    }
  }

  async #end(): Promise<void> {
    await this.rest(true).catch(() => {})
    await Promise.all(this.#services.map((service) => service.kill()))
  }
}

/** What is broken by the counts alone. */
export const lossesOf = ({ batches, missing, twice, wrong }: Tally): string[] => [
  // Then nothing was shown.
  ...(batches === 0 ? ['nothing was acknowledged: the machine is too busy for so few rounds'] : []),
  ...(missing > 0 ? [`${missing} missing`] : []),
  ...(twice > 0 ? [`${twice} twice`] : []),
  ...wrong.slice(0, 5),
]

export const countsOf = ({ batches, posts, resent, missing, twice }: Tally) => ({
  'batches acknowledged': batches,
  'posts of hours': posts,
  'sent again': resent,
  missing,
  twice,
})
