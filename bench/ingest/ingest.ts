import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeBoats } from '../shared/boats.ts'
import { cpuSeconds } from '../shared/processes.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, stopProcess } from '../shared/resources.ts'
import { median } from '../shared/statistics.ts'
import type { LoadJob, LoadResult } from './load-job.ts'
import { NEEDS, START, SYSTEM_NAMES, type System, type SystemName, USUAL_NAMES, WITHOUT_SYNC } from './systems.ts'

/**
 * `npm run bench:ingest`: this service on PostgreSQL and embedded, a server that only parses and answers, InfluxDB and
 * VictoriaMetrics, fed in turn by the same load, round after round, so that the noise of the machine falls on all of them.
 * README.md says more.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
    /** Some of SYSTEM_NAMES, separated by commas. */
    only: { type: 'string', default: USUAL_NAMES.join() },
    /** Readings in a request. */
    sizes: { type: 'string', default: '200,20,10' },
    json: { type: 'string' },
    /** Folder for CPU profiles of the service: see profile.ts. */
    profile: { type: 'string' },
  },
})

const CONNECTIONS = Number(options.connections)
const DEVICES_PER_CONNECTION = 8
const WARM_UP_MS = 1000
const SETTLE_MS = 300

interface Measurement extends LoadResult {
  system: SystemName
  readings: number
  round: number
  bytesPerReading: number | null
  /** Of the server and its database, for a request: on a machine with other work steadier than the time. */
  cpuMicroseconds: number | null
}

/** What is to be reached, and what is aimed at: the share of one system's requests that another takes. */
const GOALS = [
  { name: 'postgres / influxdb', of: 'postgres', to: 'influxdb', readings: 200, reach: 1.8, aim: 2.5 },
  { name: 'postgres / influxdb', of: 'postgres', to: 'influxdb', readings: 20, reach: 1.2, aim: 2 },
  { name: 'postgres / influxdb', of: 'postgres', to: 'influxdb', readings: 10, reach: 1.2, aim: 2 },
  { name: 'postgres / parse-only', of: 'postgres', to: 'parse-only', readings: 200, reach: 0.57, aim: 0.65 },
  { name: 'postgres / parse-only', of: 'postgres', to: 'parse-only', readings: 10, reach: 0.45, aim: 0.6 },
  { name: 'embedded / parse-only', of: 'embedded', to: 'parse-only', readings: 200, reach: 0.52, aim: 0.65 },
] as const

const BYTES_GOAL = { reach: 12, aim: 8 }

async function main(resources: AsyncDisposableStack): Promise<void> {
  const only = options.only.split(',')
  const boats = makeBoats(CONNECTIONS * DEVICES_PER_CONNECTION)
  const systems: System[] = []
  for (const name of SYSTEM_NAMES.filter((known) => only.includes(known))) {
    const system = await START[name](resources, { boats, profileDir: options.profile })
    if (!system) {
      console.log(`${name} is left out: it is not installed (${NEEDS[name]})`)
      continue
    }
    system.child.kill('SIGSTOP')
    systems.push({ name, ...system })
  }
  const versions = systems.map(({ name, version }) => [name === 'postgres' ? 'PostgreSQL' : name, version])
  const machine = machineLine(Object.fromEntries(versions))
  console.log(machine)
  console.log(
    `${options.rounds} rounds of ${options.seconds} s each, ${CONNECTIONS} connections, ${boats.length} onboard devices`,
  )

  const load = startLoad(resources)
  const devices = boats.map(({ key }, i) => ({ key: key.key, vessel: `v${String(i).padStart(5, '0')}` }))
  const measurements: Measurement[] = []
  for (let round = 1; round <= Number(options.rounds); round++)
    for (const readings of options.sizes.split(',').map(Number))
      for (const system of systems) {
        const job = {
          readings,
          devices,
          connections: CONNECTIONS,
          warmUpMs: WARM_UP_MS,
          ms: Number(options.seconds) * 1000,
        }
        const measured = await measure(system, load, { ...job, port: system.port, format: system.format })
        measurements.push({ system: system.name, readings, round, ...measured })
        const { requests, seconds, failures } = measured
        process.stderr.write(
          `round ${round}, ${readings} readings, ${system.name}: ${whole(requests / seconds)} requests/s\n`,
        )
        if (Object.keys(failures).length > 0) throw new Error(`${system.name} refused: ${JSON.stringify(failures)}`)
      }
  for (const system of systems) await checkStored(system, measurements)
  printFigures(measurements)
  printGoals(measurements)
  await writeJson(options.json, { machine, options, measurements })
}

type Load = (job: LoadJob) => Promise<LoadResult>

function startLoad(resources: AsyncDisposableStack): Load {
  const child = fork(join(import.meta.dirname, 'load.ts'), { execArgv: [] })
  resources.defer(() => stopProcess(child))
  return async (job) => {
    child.send(job)
    const [answer] = (await once(child, 'message')) as [{ result: LoadResult } | { error: string }]
    if ('error' in answer) throw new Error(`the load generator: ${answer.error}`)
    return answer.result
  }
}

/** Only the measured system runs: what another still has to do in the background waits for its own turn. */
async function measure(system: System, load: Load, job: LoadJob) {
  system.child.kill('SIGCONT')
  const bytesBefore = await system.storedBytes()
  const cpuBefore = await cpuSeconds(await system.processes())
  const result = await load(job)
  const cpuAfter = await cpuSeconds(await system.processes())
  await sleep(SETTLE_MS)
  const bytesAfter = await system.storedBytes()
  system.child.kill('SIGSTOP')
  const grown = (before: number | null, after: number | null) =>
    before === null || after === null ? null : (after - before) / result.readingsStored
  const cpu = grown(cpuBefore, cpuAfter)
  return {
    ...result,
    bytesPerReading: grown(bytesBefore, bytesAfter),
    cpuMicroseconds: cpu === null ? null : cpu * job.readings * 1e6,
  }
}

/** A figure is worth nothing unless every reading that was acknowledged is there. */
async function checkStored({ name, storedReadings }: System, measurements: Measurement[]): Promise<void> {
  const stored = await storedReadings()
  const sent = measurements.filter((m) => m.system === name).reduce((sum, m) => sum + m.readingsStored, 0)
  if (stored !== null && stored !== sent) throw new Error(`${name} acknowledged ${sent} readings and holds ${stored}`)
}

const COLUMNS = [
  'system',
  'readings',
  'requests/s',
  'readings/s',
  'p50 ms',
  'p99 ms',
  'bytes a reading',
  'CPU µs a request',
  'generator % CPU',
]

/** The median of the rounds for each system and size. */
function printFigures(measurements: Measurement[]): void {
  const rows = [...new Set(measurements.map((m) => `${m.system} ${m.readings}`))].map((row) => {
    const rounds = measurements.filter((m) => `${m.system} ${m.readings}` === row)
    const { system, readings } = rounds[0]!
    const mid = (figure: 'p50Ms' | 'p99Ms' | 'bytesPerReading' | 'cpuMicroseconds' | 'generatorCpu') =>
      rounds[0]![figure] === null ? null : median(rounds.map((m) => m[figure]!))
    const perSecond = median(rounds.map((m) => m.requests / m.seconds))
    return [
      WITHOUT_SYNC.includes(system) ? `${system} (no sync before its answer)` : system,
      String(readings),
      whole(perSecond),
      whole(perSecond * readings),
      fixed(mid('p50Ms'), 1),
      fixed(mid('p99Ms'), 1),
      fixed(mid('bytesPerReading'), 1),
      fixed(mid('cpuMicroseconds'), 0),
      fixed(mid('generatorCpu')! * 100, 0),
    ]
  })
  printTable(COLUMNS, rows)
}

/** A ratio is taken within a round, and the median of the rounds is what counts. */
function printGoals(measurements: Measurement[]): void {
  const rows: string[][] = []
  for (const { name, of, to, readings, reach, aim } of GOALS) {
    const requests = (system: SystemName) =>
      measurements.filter((m) => m.system === system && m.readings === readings).map((m) => m.requests)
    const others = requests(to)
    const ratios = requests(of).map((count, round) => count / others[round]!)
    if (ratios.length > 0 && others.length > 0) rows.push(verdict(`${name} at ${readings}`, ratios, reach, aim, 1))
  }
  const bytes = measurements.filter((m) => m.system === 'postgres' && m.readings === 200).map((m) => m.bytesPerReading!)
  if (bytes.length > 0)
    rows.push(verdict('bytes a reading, postgres at 200', bytes, BYTES_GOAL.reach, BYTES_GOAL.aim, -1))
  if (rows.length > 0) printTable(['goal', 'median', 'rounds from', 'to', 'reach', 'aim', ''], rows)
}

function verdict(name: string, values: number[], reach: number, aim: number | null, upwards: 1 | -1): string[] {
  const mid = median(values)
  const meets = (goal: number) => (mid - goal) * upwards >= 0
  return [
    name,
    fixed(mid, 2),
    fixed(Math.min(...values), 2),
    fixed(Math.max(...values), 2),
    String(reach),
    aim === null ? '–' : String(aim),
    aim !== null && meets(aim) ? 'aimed at' : meets(reach) ? 'reached' : 'MISSED',
  ]
}

await runBench(main)
