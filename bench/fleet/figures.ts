import { fixed, printTable, whole } from '../shared/report.ts'
import type { Usage } from '../shared/usage.ts'
import type { FleetResult } from './job.ts'
import type { Sample } from './system.ts'

/** One size of fleet over so many processes: what came of it, and what each part used meanwhile. */
export interface FleetRun {
  boats: number
  /** Of the time measured, as planned. */
  seconds: number
  processes: number
  version: string
  result: FleetResult
  before: Sample
  after: Sample
  generator: [Usage, Usage]
  /** Errors, and acknowledged data that is not stored once. None, or the bench has failed. */
  problems: string[]
}

const MB = 1024 * 1024

/**
 * The figures of a run that follow from its samples; processor time in cores. The samples are a little apart from the time
 * measured on a machine that is busy, so what grew between them is held against what was served between them.
 */
export function figuresOf({ seconds: planned, result, before, after, generator }: FleetRun) {
  const seconds = (after.at - before.at) / 1000
  const served = after.statementRequests - before.statementRequests
  const readingsServed = after.readings - before.readings
  const cores = (part: keyof Sample['parts']) =>
    (after.parts[part].cpuSeconds - before.parts[part].cpuSeconds) / seconds
  const generatorCores = (generator[1].cpuSeconds - generator[0].cpuSeconds) / seconds
  const machineCores = (after.machineSeconds - before.machineSeconds) / seconds
  const parts = { service: cores('service'), postgres: cores('postgres'), redis: cores('redis') }
  return {
    requests: result.all.requests / planned,
    readings: result.readings / planned,
    ...parts,
    generatorCores,
    otherCores: machineCores - generatorCores - parts.service - parts.postgres - parts.redis,
    serviceMb: after.parts.service.memoryBytes / MB,
    postgresMb: after.parts.postgres.memoryBytes / MB,
    bytesPerReading: (after.storedBytes - before.storedBytes) / readingsServed,
    walPerReading: (after.walBytes - before.walBytes) / readingsServed,
    serviceUs: (1e6 * seconds * parts.service) / served,
    postgresUs: (1e6 * seconds * parts.postgres) / served,
    group: served / (after.statements - before.statements),
    deletedPerSecond: (after.deletedReadings - before.deletedReadings) / seconds,
    transactionsPerSecond: (after.transactions - before.transactions) / seconds,
    rollupsPerSecond: (after.rolledUpDays - before.rolledUpDays) / seconds,
  }
}

const GOAL = { boats: 10_000, p99Ms: 500 }

/** What is told of each run: a title, and its value. */
const COLUMNS: [string, (run: FleetRun, figures: ReturnType<typeof figuresOf>) => string][] = [
  ['boats', ({ boats }) => whole(boats)],
  ['processes', ({ processes }) => String(processes)],
  ['requests/s', (_, { requests }) => whole(requests)],
  ['readings/s', (_, { readings }) => whole(readings)],
  ['p50 ms', ({ result }) => fixed(result.all.p50Ms, 1)],
  ['p99 ms', ({ result }) => fixed(result.all.p99Ms, 0)],
  ['p99 ms from sending', ({ result }) => fixed(result.all.sentP99Ms, 0)],
  ['max ms', ({ result }) => fixed(result.all.maxMs, 0)],
  ['errors', ({ problems }) => (problems.length === 0 ? '0' : problems.join('; '))],
  ['service cores', (_, { service }) => fixed(service, 2)],
  ['PostgreSQL cores', (_, { postgres }) => fixed(postgres, 2)],
  ['service µs a batch', (_, { serviceUs }) => whole(serviceUs)],
  ['PostgreSQL µs a batch', (_, { postgresUs }) => whole(postgresUs)],
  ['Redis cores', (_, { redis }) => fixed(redis, 3)],
  ['generator cores', (_, { generatorCores }) => fixed(generatorCores, 2)],
  ['others on the machine', (_, { otherCores }) => fixed(otherCores, 2)],
  ['service MB', (_, { serviceMb }) => whole(serviceMb)],
  ['PostgreSQL MB', (_, { postgresMb }) => whole(postgresMb)],
  ['bytes a reading', (_, { bytesPerReading }) => fixed(bytesPerReading, 1)],
  ['WAL bytes a reading', (_, { walPerReading }) => fixed(walPerReading, 1)],
  ['requests a statement', (_, { group }) => fixed(group, 1)],
  ['transaction numbers/s', (_, { transactionsPerSecond }) => fixed(transactionsPerSecond, 0)],
  ['readings deleted/s', (_, { deletedPerSecond }) => whole(deletedPerSecond)],
  ['rollups/s', (_, { rollupsPerSecond }) => fixed(rollupsPerSecond, 1)],
]

const cellsOf = (run: FleetRun): string[] => {
  const figures = figuresOf(run)
  return COLUMNS.map(([, cell]) => cell(run, figures))
}

/** Each kind of request of a run, by itself. */
export function printRun({ boats, processes, result, problems }: FleetRun): void {
  console.log(`\n${whole(boats)} boats, ${processes} processes`)
  printTable(
    ['requests', 'number', 'p50 ms', 'p99 ms', 'max ms', 'p99 ms from sending'],
    Object.entries({ ...result.kinds, all: result.all }).map(([kind, { requests, p50Ms, p99Ms, maxMs, sentP99Ms }]) => [
      kind,
      whole(requests),
      fixed(p50Ms, 1),
      fixed(p99Ms, 1),
      fixed(maxMs, 0),
      fixed(sentP99Ms, 1),
    ]),
  )
  const acknowledged = result.acknowledged.reduce((sum, batches) => sum + batches, 0)
  console.log(
    `${whole(acknowledged)} batches and ${whole(result.frames)} frames acknowledged, ${problems.length === 0 ? 'each stored once' : problems.join('; ')}`,
    `· ${result.streams} streams told ${whole(result.changes)} changes · the generator was at most ${fixed(result.lateP99Ms, 1)} ms late (p99)`,
  )
}

/** All runs, a column each: there are more figures than runs. */
export function printRuns(runs: FleetRun[]): void {
  const rows = rowsOf(runs)
  printTable(rows[0]!, rows.slice(1))
  for (const { processes, result } of runs.filter(({ boats }) => boats === GOAL.boats)) {
    const verdict = result.all.p99Ms < GOAL.p99Ms ? 'reached' : 'MISSED'
    console.log(`p99 below ${GOAL.p99Ms} ms at ${whole(GOAL.boats)} boats, ${processes} processes: ${verdict}`)
  }
}

export function markdown(runs: FleetRun[]): string {
  const [head, ...rows] = rowsOf(runs).map((cells) => `| ${cells.join(' | ')} |`)
  return [head, `|${' --- |'.repeat(runs.length + 1)}`, ...rows].join('\n')
}

function rowsOf(runs: FleetRun[]): string[][] {
  const cells = runs.map(cellsOf)
  return COLUMNS.map(([title], row) => [title, ...cells.map((run) => run[row]!)])
}
