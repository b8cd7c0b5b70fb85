import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { crc32 } from 'node:zlib'
import { changeSettings, ROUTES, type Route } from '@binnacle/contract'
import sharp from 'sharp'
import { Client, type Owner } from '../../../apps/server/src/testing/client.ts'
import { type ServiceProcess, startProcess } from '../../../apps/server/src/testing/process.ts'
import { startTemporaryPostgres } from '../../../scripts/postgres.ts'
import { whole } from '../../shared/report.ts'
import { Dice } from './dice.ts'
import { type Draft, toShot, withField } from './draft.ts'
import { fault } from './judge.ts'
import { mutate } from './mutations.ts'
import { startBadProvider } from './provider.ts'
import { MAX_WEIGHT, validDraft, weight } from './valid.ts'
import { type Outcome, Wire } from './wire.ts'
import { makeVictim, makeWorld, type Victim, type World } from './world.ts'

/** What the audit must find: an owner whose things answer to others' requests, and a service that dies. */
export const CONTROLS = ['leak', 'crash'] as const
export type Control = (typeof CONTROLS)[number]

export interface FuzzOptions {
  requests: number
  seed: number
  database?: 'embedded' | 'postgres'
  /** Only this request of the run, in a fresh world. */
  only?: number | null
  control?: Control | null
  /**
   * In place of these requests, unspoilt ones of each route, with a field that nobody knows: at most so many, until one is
   * answered 2xx.
   */
  each?: number
  progress?: (line: string) => void
  /** Ends the run early, with its report. */
  signal?: AbortSignal
}

interface FuzzReport {
  requests: number
  seed: number
  seconds: number
  statuses: Record<string, number>
  routes: number
  /** Routes that answered 2xx: how deep the requests went. */
  succeeded: number
  /** Those that did not. */
  unanswered: string[]
  peakMb: number
  faults: string[]
}

const SOCKETS = 24
/** Requests that use up what one owner has: then there is a new one. */
const PER_WORLD = 1_500
const MAX_FAULTS = 50
/** The service with its database, and pictures being decoded; what it needs does not grow with the requests. */
const MAX_MB = 1_200
const ORIGIN = 'http://localhost:8080'

const SETTINGS = {
  BASE_URL: ORIGIN,
  TRUST_PROXY: 'true',
  RATE_LIMIT_PER_MINUTE: '1000000',
  TELEMETRY_GAP_MS: '0',
  FRAME_GAP_MS: '0',
}

/** Sends requests made from the contract, most of them spoilt, from many sockets at once, and judges every answer. */
export async function auditFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { database = 'embedded' } = options
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-fuzz-'))
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const postgres = database === 'postgres' ? await startTemporaryPostgres({ fsync: false, maxConnections: 100 }) : null
  if (postgres) resources.defer(() => postgres.stop())
  const provider = await startBadProvider()
  resources.defer(() => provider.stop())
  const env = {
    ...SETTINGS,
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'fuzz', OIDC_CLIENT_SECRET: 'fuzz' },
    DATA_DIR: join(folder, 'data'),
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const service = await startProcess(env)
  resources.defer(async () => void (await service.kill()))
  return await new Fuzz(service, options).run()
}

class Fuzz {
  readonly #service: ServiceProcess
  readonly #client: Client
  readonly #options: FuzzOptions
  readonly #faults: string[] = []
  readonly #statuses = new Map<string, number>()
  readonly #routes = new Set<string>()
  readonly #succeeded = new Set<string>()
  #next: number
  #sent = 0
  #peakMb = 0
  #ended = false
  #operator!: Owner
  #victim!: Victim
  #pictures: string[] = []
  /** By their number; one is made when its first request is. */
  readonly #worlds = new Map<number, Promise<World>>()

  constructor(service: ServiceProcess, options: FuzzOptions) {
    this.#service = service
    this.#client = new Client(service.url)
    this.#options = options
    this.#next = options.only ?? 0
  }

  async run(): Promise<FuzzReport> {
    const { requests, seed, only = null, control = null, each } = this.#options
    this.#operator = await this.#client.signUp('Operator')
    // From now on each account comes from an address of its own: see Client.
    this.#client.setupToken = 'unused'
    this.#victim = await makeVictim(this.#client, ORIGIN)
    this.#pictures = await makePictures()
    const before = await this.#victim.look()
    const started = performance.now()
    const watch = setInterval(() => void this.#watch(started), 5_000)
    this.#service.ended.then(() => {
      this.#ended = true
    })
    if (control === 'crash') setTimeout(() => void this.#service.kill(), 1_000)
    const until = only === null ? requests : only + 1
    if (each) await this.#workOnEach(each)
    else await Promise.all(Array.from({ length: Math.min(SOCKETS, until - this.#next) }, () => this.#work(until)))
    clearInterval(watch)
    // Its sockets tell of a process that died a moment before it does.
    if (!(await this.#answers())) await this.#service.ended
    await this.#watch(started)
    const failures = this.#service
      .output()
      .split('\n')
      .filter((line) => line.includes('"request failed"'))
    const causes = failures.map(
      (line) => JSON.parse(line) as { route: string; err: { message: string; stack: string } },
    )
    for (const { route, err } of causes.slice(0, MAX_FAULTS)) this.#faults.push(`the log of ${route}: ${err.stack}`)
    if (this.#ended) this.#faults.push(`the service ended:\n${this.#service.output().slice(-3_000)}`)
    else await this.#compare(before)
    if (this.#peakMb > MAX_MB) this.#faults.push(`the service needed ${whole(this.#peakMb)} MB, more than ${MAX_MB}`)
    return {
      requests: this.#sent,
      seed,
      seconds: (performance.now() - started) / 1000,
      statuses: Object.fromEntries([...this.#statuses].sort()),
      routes: this.#routes.size,
      succeeded: this.#succeeded.size,
      unanswered: ROUTES.map(({ id }) => id).filter((id) => !this.#succeeded.has(id)),
      peakMb: this.#peakMb,
      faults: this.#faults,
    }
  }

  #answers(): Promise<boolean> {
    return fetch(`${this.#service.url}/health/live`).then(
      () => true,
      () => false,
    )
  }

  async #work(until: number): Promise<void> {
    const { signal } = this.#options
    const wire = new Wire(Number(new URL(this.#service.url).port))
    while (this.#next < until && this.#faults.length < MAX_FAULTS && !this.#ended && !signal?.aborted) {
      const index = this.#next++
      const draft = await this.#draft(index).catch((error: Error) => {
        if (!this.#ended) this.#faults.push(`no world could be made: ${error.message}`)
      })
      if (!draft) break
      await this.#send(wire, draft, index)
    }
    wire.close()
  }

  /**
   * Routes that take more away come later; among equals in the contract's order from its end, as it lists the whole before its parts.
   * Where something was taken, half of the tries are in a new world: making one takes longer than a hundred requests.
   */
  async #workOnEach(times: number): Promise<void> {
    const wire = new Wire(Number(new URL(this.#service.url).port))
    const takesAway = (route: Route) => route.method === 'DELETE' || weight(route) < MAX_WEIGHT
    const taking = ROUTES.filter(takesAway).reverse()
    const others = ROUTES.filter((route) => !takesAway(route))
    const inOrder = [...others, ...taking.sort((a, b) => weight(b) - weight(a))]
    let world = await this.#makeWorld()
    let taken = false
    for (const route of inOrder) {
      // Its own, so that a new route does not change the luck of the others.
      const first = crc32(route.id)
      for (let n = 0; n < times && !this.#succeeded.has(route.id); n++) {
        if (n === Math.ceil(times / 2) && taken) {
          world = await this.#makeWorld()
          taken = false
        }
        const index = first + n
        const plain = validDraft(new Dice(this.#options.seed, index), { world, pictures: this.#pictures }, route)
        const draft = { ...plain, json: plain.json && withField(plain.json, '"moon":"full"') }
        await this.#send(wire, route.auth === 'operator' ? asOperator(draft, this.#operator) : draft, index)
      }
      taken ||= takesAway(route) && this.#succeeded.has(route.id)
    }
    wire.close()
  }

  async #send(wire: Wire, draft: Draft, index: number): Promise<void> {
    const shot = toShot(draft, 'localhost')
    const outcome = await wire.send(shot)
    this.#count(draft, outcome)
    const wrong = this.#ended ? null : fault(draft, shot.broken, outcome, this.#victim)
    if (wrong) this.#note(describeFault(wrong, index, draft, shot.bytes))
  }

  /** Told at once too: a long run may be ended before its report. */
  #note(line: string): void {
    this.#faults.push(line)
    this.#options.progress?.(line)
  }

  async #draft(index: number): Promise<Draft> {
    const dice = new Dice(this.#options.seed, index)
    const world = await this.#world(Math.floor(index / PER_WORLD))
    const valid = validDraft(dice, { world, pictures: this.#pictures })
    const own = valid.route.auth === 'operator' ? asOperator(valid, this.#operator) : valid
    return mutate(dice, own, this.#victim.world)
  }

  #world(number: number): Promise<World> {
    let world = this.#worlds.get(number)
    if (!world) {
      world = this.#makeWorld()
      this.#worlds.set(number, world)
      this.#worlds.delete(number - 3)
    }
    return world
  }

  async #makeWorld(): Promise<World> {
    // Control: the requests are made with the victim's own keys.
    if (this.#options.control === 'leak') return this.#victim.world
    for (let attempt = 1; ; attempt++) {
      const body = { ingest_enabled: true, signups: 'open' }
      await this.#client.ok(changeSettings, this.#operator.session, { body })
      // Another request may switch them off again at once.
      const made = await makeWorld(this.#client, ORIGIN, 'Ada').catch((error: Error) => error)
      if (!(made instanceof Error)) return made
      if (attempt === 5) throw made
    }
  }

  #count({ route, done, method }: Draft, outcome: Outcome): void {
    this.#sent++
    const what = typeof outcome === 'object' ? String(outcome.status) : outcome
    this.#statuses.set(what, (this.#statuses.get(what) ?? 0) + 1)
    this.#routes.add(route.id)
    if (/^2/.test(what) && method === route.method && done.length === 0) this.#succeeded.add(route.id)
  }

  async #compare(before: string[]): Promise<void> {
    const after = await this.#victim.look()
    for (const [i, line] of after.entries())
      if (line !== before[i]) this.#faults.push(`what another owner has was changed:\n  ${before[i]}\n  ${line}`)
  }

  async #watch(started: number): Promise<void> {
    const status = await readFile(`/proc/${this.#service.pid}/status`, 'utf8').catch(() => '')
    const kb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0)
    this.#peakMb = Math.max(this.#peakMb, kb / 1024)
    const seconds = (performance.now() - started) / 1000
    const rate = whole(this.#sent / seconds)
    this.#options.progress?.(
      `${whole(this.#sent)} requests, ${rate}/s, ${whole(this.#peakMb)} MB, ${this.#faults.length} faults`,
    )
  }
}

function asOperator(draft: Draft, operator: Owner): Draft {
  const headers = draft.headers.map(([name, value]): [string, string] => [
    name,
    name === 'Cookie' ? operator.session.cookie : value,
  ])
  return { ...draft, headers }
}

/** Good ones of each kind, one that is cut off and one that is something else. */
async function makePictures(): Promise<string[]> {
  const made = sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
  const good = await Promise.all([
    made.clone().jpeg().toBuffer(),
    made.clone().png().toBuffer(),
    made.clone().webp().toBuffer(),
  ])
  const bad = [good[0]!.subarray(0, 200), Buffer.from('GIF89a'), Buffer.alloc(0)]
  return [...good, ...bad].map((bytes) => bytes.toString('base64'))
}

function describeFault(wrong: string, index: number, { route, done }: Draft, bytes: Buffer): string {
  const request = bytes.toString('latin1').replace(/(Bearer |session_token=)\S+/g, '$1…')
  const shown = request.length > 1_500 ? `${request.slice(0, 1_500)}… (${request.length} bytes)` : request
  return `request ${index} (${route.id}; ${done.join(', ') || 'as it should be'}): ${wrong}\n${shown.replace(/^/gm, '    ')}`
}

/** The report in one line, and what was found. */
export function describe({ database = 'embedded', control }: FuzzOptions, report: FuzzReport): string {
  const { requests, seed, seconds, statuses, routes, succeeded, unanswered, peakMb, faults } = report
  const answers = Object.entries(statuses).map(([status, count]) => `${status} ${whole(count)}`)
  const rate = whole(requests / seconds)
  return [
    `audit:fuzz ${database}${control ? ` (control: ${control})` : ''}: ${whole(requests)} requests, seed ${seed}, ${rate}/s`,
    `${routes} routes, ${succeeded} of them answered 2xx${unanswered.length > 0 && unanswered.length < 20 ? ` (not ${unanswered.join(', ')})` : ''}; ${answers.join(', ')}`,
    `${whole(peakMb)} MB at most; ${faults.length} faults${faults.map((line) => `\n  ${line}`).join('')}`,
  ].join('; ')
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      database: { type: 'string', default: 'embedded' },
      only: { type: 'string' },
      control: { type: 'string' },
    },
  })
  const control = CONTROLS.find((name) => name === values.control) ?? null
  const database = (['embedded', 'postgres'] as const).find((name) => name === values.database)
  const [requests, seed] = [Number(values.requests), Number(values.seed)]
  if (!(requests >= 1) || !Number.isInteger(seed) || !database || (values.control && !control))
    throw new Error(
      `usage: audit:fuzz [--requests N] [--seed S] [--only INDEX] [--database embedded|postgres] [--control ${CONTROLS.join('|')}]`,
    )
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  console.log(`seed ${seed}: repeat one request of the run with --seed ${seed} --only INDEX`)
  const only = values.only === undefined ? null : Number(values.only)
  const progress = (line: string) => console.error(line)
  const options = { requests, seed, database, only, control, progress, signal: stop.signal }
  const report = await auditFuzz(options)
  console.log(describe(options, report))
  if (report.faults.length > 0 !== (control !== null)) process.exitCode = 1
}

if (import.meta.main) await main()
