import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../../apps/server/src/db/database.ts'
import { openDatabase } from '../../../apps/server/src/db/open-database.ts'
import { insertBoats } from '../../../apps/server/src/testing/accounts/boats.ts'
import { launchService, type ServiceProcess, startProcess } from '../../../apps/server/src/testing/process.ts'
import { compare, type Finding, readApi, readSql } from './checks.ts'
import { AuditedBoat, type Naming } from './clients.ts'
import { countBlocks, storeHistory } from './history.ts'
import { type MortalPostgres, startMortalPostgres } from './postgres.ts'

/**
 * What the audit must find when it is there: onboard devices whose batches cannot be told from new ones when they are sent again, and
 * commits that are acknowledged before they have left the database's memory.
 */
export const CONTROLS = ['resend-as-new', 'commit-later'] as const
export type Control = (typeof CONTROLS)[number]

interface AuditOptions {
  database: 'embedded' | 'postgres'
  /** At least so many. */
  rounds: number
  /** It then ends with the first thing that it finds. */
  control?: Control | null
  /** Goes on until this holds, up to MAX_ROUNDS: on a busy machine few batches are under way when something is killed. */
  enough?: (report: AuditReport) => boolean
  /** Hours of history for each of the boats that send nothing now: they become blocks meanwhile. */
  hours?: number
  /** After each round. */
  progress?: (report: AuditReport) => void
}

export interface AuditReport {
  rounds: number
  /** SIGKILLs to the running service, to the database server, and to the service while it started. */
  kills: { service: number; database: number; starting: number }
  /** Acknowledged batches, and posts of hours. */
  batches: number
  posts: number
  /** Answers to what had been sent before, and batches that turned out to be stored although no answer had come. */
  resent: number
  storedUnanswered: number
  /** Hours of the boats' history that became blocks meanwhile. */
  blocks: number
  missing: number
  twice: number
  wrong: string[]
}

/** Far above what anything takes, however busy the machine is. */
const MAX_WAIT_MS = 120_000

const MAX_ROUNDS = 100

/** Batches that are acknowledged before a kill, at least. */
const EACH_ROUND = 5

/** The service begins to compact two seconds after its start. */
const COMPACTING_MS = 5_000

/** How often the embedded database is read by SQL: a copy has to be made and opened for it. */
const SQL_EVERY = { embedded: 5, postgres: 1 }

/**
 * Clients post batches and hours while the service, or its database server, or both, are killed again and again. Each time
 * what is then stored is held against what the clients know, as its owner reads it and as SQL does.
 */
export async function auditCrash({
  database: kind,
  rounds,
  control = null,
  enough = () => true,
  hours = 0,
  progress,
}: AuditOptions): Promise<AuditReport> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-crash-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', remove)
  resources.defer(() => {
    process.off('exit', remove)
    remove()
  })
  // Else what was acknowledged too early is on the disk a fifth of a second later, and a busy machine kills no sooner.
  const settings: Record<string, string> = control === 'commit-later' ? { wal_writer_delay: '10s' } : {}
  const postgres = kind === 'postgres' ? await startMortalPostgres({ settings }) : null
  if (postgres) resources.defer(() => postgres.stop())
  const place = { dataDir: join(folder, 'data'), databaseUrl: postgres?.url ?? null }
  const { boats, old } = await prepare(place, control, hours)
  const audit = new Audit(place, postgres, boats, old)
  resources.defer(() => audit.end())
  await audit.start()
  for (let round = 1; round <= rounds || (round <= MAX_ROUNDS && !enough(audit.report)); round++) {
    await audit.round(round % SQL_EVERY[kind] === 0 || round >= rounds).catch((cause) => {
      throw new Error(`round ${round} failed; the service said:\n${audit.output()}`, { cause })
    })
    progress?.(audit.report)
    const { missing, twice } = audit.report
    if (control && missing + twice > 0) break
  }
  return audit.report
}

interface Place {
  dataDir: string
  databaseUrl: string | null
}

async function prepare(place: Place, control: Control | null, hours: number) {
  const database = await openDatabase(place)
  try {
    if (control === 'commit-later') await commitLater(database)
    const naming = (i: number): Naming => (control === 'resend-as-new' ? 'none' : i % 2 === 0 ? 'key' : 'times')
    const boats = (await insertBoats(database.db, 4)).map((boat, i) => new AuditedBoat(boat, naming(i)))
    const old = hours > 0 ? (await insertBoats(database.db, 10)).map((boat) => new AuditedBoat(boat, 'times')) : []
    await storeHistory(database, old, hours)
    return { boats, old }
  } finally {
    await database.close()
  }
}

async function commitLater({ db }: Database): Promise<void> {
  await sql`create function commit_later() returns trigger language plpgsql as
    $$ begin perform set_config('synchronous_commit', 'off', true); return new; end $$`.execute(db)
  await sql`create trigger commit_later before insert on telemetry_batch for each row execute function commit_later()`.execute(
    db,
  )
}

const between = (from: number, to: number) => from + Math.random() * (to - from)
const oneIn = (n: number) => Math.random() < 1 / n

class Audit {
  readonly report: AuditReport = {
    rounds: 0,
    kills: { service: 0, database: 0, starting: 0 },
    batches: 0,
    posts: 0,
    resent: 0,
    storedUnanswered: 0,
    blocks: 0,
    missing: 0,
    twice: 0,
    wrong: [],
  }
  readonly #place: Place
  readonly #postgres: MortalPostgres | null
  readonly #boats: AuditedBoat[]
  /** They send nothing. */
  readonly #old: AuditedBoat[]
  readonly #env: Record<string, string>
  #service: ServiceProcess | null = null
  /** Of the last check. */
  #storedUnanswered = 0

  constructor(place: Place, postgres: MortalPostgres | null, boats: AuditedBoat[], old: AuditedBoat[]) {
    this.#place = place
    this.#postgres = postgres
    this.#boats = boats
    this.#old = old
    this.#env = {
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      TELEMETRY_GAP_MS: '0',
      RATE_LIMIT_PER_MINUTE: '1000000',
    }
  }

  async start(): Promise<void> {
    this.#service = await startProcess(this.#env)
  }

  /** The last that the service has said. */
  output(): string {
    return this.#service?.output().slice(-5_000) ?? ''
  }

  async end(): Promise<void> {
    await this.#service?.kill()
  }

  async round(withSql: boolean): Promise<void> {
    const target = this.#postgres ? (['service', 'database', 'both'] as const)[Math.floor(between(0, 3))]! : 'service'
    const until = new AbortController()
    const link = new AbortController()
    const { url } = this.#service!
    const working = Promise.all(this.#boats.map((boat) => boat.run(url, until.signal, link.signal)))
    await this.#progress()
    await wait(between(0, this.#old.length > 0 ? COMPACTING_MS : 400))
    // Every other time the boats lose their link first: an answer on its way then never comes.
    if (oneIn(2)) {
      until.abort()
      link.abort()
      await wait(between(0, 8))
    }
    await Promise.all([target !== 'database' && this.#killService(), target !== 'service' && this.#killDatabase()])
    if (target === 'database') await this.#recoverDatabase()
    until.abort()
    await working
    const copy = withSql && !this.#postgres ? await this.#copyDatabase() : null
    if (target === 'both') await this.#postgres!.start()
    if (target !== 'database') await this.#restartService()
    await this.#check((boat) => readApi(this.#service!.url, boat))
    if (withSql) await this.#checkSql(copy ?? this.#place)
    this.#count()
  }

  /** On a busy machine too some are acknowledged before the kill: else it shows nothing, and a start takes longer than they do. */
  async #progress(): Promise<void> {
    const acknowledged = () => this.#boats.reduce((sum, boat) => sum + boat.acknowledged, 0)
    const before = acknowledged()
    for (const late = performance.now() + MAX_WAIT_MS; acknowledged() < before + EACH_ROUND; await wait(5))
      if (performance.now() > late) throw new Error(`${EACH_ROUND} batches were not acknowledged within two minutes`)
  }

  async #killService(): Promise<void> {
    await this.#service!.kill()
    this.report.kills.service++
  }

  async #killDatabase(): Promise<void> {
    await this.#postgres!.kill()
    this.report.kills.database++
  }

  /** The service stays; it must find its database again by itself, while the clients go on trying. */
  async #recoverDatabase(): Promise<void> {
    await wait(between(0, 100))
    await this.#postgres!.start()
    const late = performance.now() + MAX_WAIT_MS
    while ((await fetch(`${this.#service!.url}/health/ready`)).status !== 200) {
      if (performance.now() > late) throw new Error('the service did not find its database again')
      await wait(20)
    }
    await wait(between(0, 50))
  }

  /** Now and then it is killed while it starts too, in the middle of what it recovers. */
  async #restartService(): Promise<void> {
    if (oneIn(4)) {
      const launched = launchService(this.#env)
      await wait(between(100, 900))
      await launched.kill()
      this.report.kills.starting++
    }
    await this.start()
  }

  /** A crashed embedded database is read from a copy, so that it is the service that recovers the real one. */
  async #copyDatabase(): Promise<Place> {
    const dataDir = `${this.#place.dataDir}-copy`
    await rm(dataDir, { recursive: true, force: true })
    await cp(join(this.#place.dataDir, 'db'), join(dataDir, 'db'), { recursive: true })
    return { dataDir, databaseUrl: null }
  }

  async #checkSql(place: Place): Promise<void> {
    const database = await openDatabase(place)
    try {
      await this.#check((boat) => readSql(database, boat))
      this.report.blocks = await countBlocks(database)
    } finally {
      await database.close()
    }
  }

  async #check(read: (boat: AuditedBoat) => ReturnType<typeof readSql>): Promise<void> {
    const findings: Finding[] = []
    for (const boat of [...this.#boats, ...this.#old]) findings.push(compare(boat, await read(boat)))
    const sum = (of: 'missing' | 'twice') => findings.reduce((total, finding) => total + finding[of], 0)
    // What is missing or twice now may be so in every later round; the worst is what counts.
    this.report.missing = Math.max(this.report.missing, sum('missing'))
    this.report.twice = Math.max(this.report.twice, sum('twice'))
    this.report.wrong = [...new Set([...this.report.wrong, ...findings.flatMap(({ wrong }) => wrong)])]
    this.#storedUnanswered = findings.filter((finding) => finding.storedUnanswered).length
  }

  #count(): void {
    this.report.rounds++
    this.report.storedUnanswered += this.#storedUnanswered
    const total = (of: (boat: AuditedBoat) => number) => this.#boats.reduce((sum, boat) => sum + of(boat), 0)
    this.report.batches = total((boat) => boat.acknowledged)
    this.report.posts = total((boat) => [...boat.posts.values()].filter((post) => post.acknowledged).length)
    this.report.resent = total((boat) => boat.resent)
  }
}

/** The report in one line. */
export function describe({ database, control }: AuditOptions, report: AuditReport): string {
  const { rounds, kills, batches, posts, resent, storedUnanswered, blocks, missing, twice, wrong } = report
  const killed = `${kills.service} kills of the service, ${kills.starting} while it started, ${kills.database} of PostgreSQL`
  return [
    `audit:crash ${database}${control ? ` (control: ${control})` : ''}: ${rounds} rounds, ${killed}`,
    `${batches} batches and ${posts} posts of hours acknowledged`,
    `${resent} sent again, ${storedUnanswered} batches stored without an answer`,
    ...(blocks > 0 ? [`${blocks} hours of history became blocks`] : []),
    `${missing} missing, ${twice} twice, ${wrong.length} wrong${wrong.map((line) => `\n  ${line}`).join('')}`,
  ].join('; ')
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '25' },
      database: { type: 'string', default: 'both' },
      control: { type: 'string' },
      hours: { type: 'string', default: '400' },
    },
  })
  const databases = (['embedded', 'postgres'] as const).filter((name) => ['both', name].includes(values.database))
  const rounds = Number(values.rounds)
  const control = CONTROLS.find((name) => name === values.control) ?? null
  if (databases.length === 0 || !(rounds >= 1) || (values.control && !control))
    throw new Error(
      `usage: audit:crash [--rounds N] [--database embedded|postgres|both] [--control ${CONTROLS.join('|')}] [--hours N]`,
    )
  // So that what was started is ended: it is done on exit.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  for (const database of databases) {
    const options: AuditOptions = { database, rounds, control, hours: Number(values.hours) }
    options.progress = (report) => console.error(describe(options, report))
    const report = await auditCrash(options)
    console.log(describe(options, report))
    const found = report.missing + report.twice + report.wrong.length > 0
    if (found !== (control !== null)) process.exitCode = 1
  }
}

if (import.meta.main) await main()
