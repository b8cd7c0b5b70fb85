import { fork } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machineLine, writeJson } from '../shared/report.ts'
import { runBench, stopProcess } from '../shared/resources.ts'
import { type Usage, usageOf } from '../shared/usage.ts'
import { type FleetRun, markdown, printRun, printRuns } from './figures.ts'
import type { FleetJob, FleetResult, FromGenerator } from './job.ts'
import { type FleetSystem, type Sample, startFleetSystem } from './system.ts'

/**
 * `npm run bench:fleet`: a fleet of boats with their cameras and owners, in an open loop, over one service process and several.
 * README.md says more.
 */
const { values: options } = parseArgs({
  options: {
    boats: { type: 'string', default: '2000,5000,10000' },
    processes: { type: 'string', default: '1,2' },
    seconds: { type: 'string', default: '60' },
    'warm-up': { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    /** Boats of which an hour waits to be rolled up when it begins; of a hundred, if it ends in %. */
    pending: { type: 'string', default: '5%' },
    /** Days of readings that each boat has already. */
    history: { type: 'string', default: '0' },
    /** Readings of more days are deleted, at least 35; 0: none. */
    'keep-days': { type: 'string', default: '0' },
    /** Lines of postgresql.conf: --set name=value, again and again. */
    set: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    /** Prints the figures as a table for docs/scale.md. */
    markdown: { type: 'boolean', default: false },
    /** Folder for CPU profiles of the service: see profile.ts. */
    profile: { type: 'string' },
  },
})

const numbers = (text: string) => text.split(',').map(Number)

async function main(all: AsyncDisposableStack): Promise<void> {
  const machine = machineLine({})
  console.log(`${machine}\nseed ${options.seed}`)
  const runs: FleetRun[] = []
  for (const boats of numbers(options.boats))
    for (const processes of numbers(options.processes)) {
      // Each begins with an empty database, and the next with an idle machine.
      await using resources = all.use(new AsyncDisposableStack())
      const run = await measure(resources, boats, processes)
      runs.push(run)
      printRun(run)
      await writeJson(options.json, { machine, options, runs })
    }
  printRuns(runs)
  if (options.markdown) console.log(`\n${machine} · seed ${options.seed}\n\n${markdown(runs)}`)
}

async function measure(resources: AsyncDisposableStack, boats: number, processes: number): Promise<FleetRun> {
  process.stderr.write(`${boats} boats, ${processes} processes: filling a database\n`)
  const { pending } = options
  const system = await startFleetSystem(resources, {
    boats,
    processes,
    pending: pending.endsWith('%') ? Math.round((boats * Number.parseFloat(pending)) / 100) : Number(pending),
    history: Number(options.history),
    keepDays: Number(options['keep-days']),
    settings: Object.fromEntries(options.set.map((line) => line.split('=') as [string, string])),
    profileDir: options.profile,
  })
  const { result, before, after, generator } = await load(resources, system, {
    seed: Number(options.seed),
    ports: system.ports,
    clients: system.boats.map(({ client }) => client),
    warmUpMs: Number(options['warm-up']) * 1000,
    ms: Number(options.seconds) * 1000,
  })
  const problems = [...Object.entries(result.failures).map(([name, count]) => `${count} ${name}`)]
  problems.push(...(await notStoredOnce(system, result)))
  if (problems.length > 0) process.exitCode = 1
  return {
    boats,
    seconds: Number(options.seconds),
    processes,
    version: system.version,
    result,
    before,
    after,
    generator,
    problems,
  }
}

interface Loaded {
  result: FleetResult
  before: Sample
  after: Sample
  generator: [Usage, Usage]
}

/** Lets the generator run; the samples are taken when the time that is measured begins and ends. */
async function load(resources: AsyncDisposableStack, system: FleetSystem, job: FleetJob): Promise<Loaded> {
  const child = fork(join(import.meta.dirname, 'load.ts'), { execArgv: [] })
  resources.defer(() => stopProcess(child))
  const sample = async () => ({ system: await system.sample(), generator: await usageOf(child.pid!) })
  return new Promise((resolve, reject) => {
    const samples: ReturnType<typeof sample>[] = []
    child.once('exit', (code) => reject(new Error(`the load generator ended early, with code ${code}`)))
    child.on('message', (message: FromGenerator) => {
      if (message.stage === 'connected') process.stderr.write('connected\n')
      if (message.stage === 'begins' || message.stage === 'ends') {
        const taken = sample()
        taken.catch(reject)
        samples.push(taken)
      }
      if (message.stage === 'failed') reject(new Error(`the load generator: ${message.error}`))
      if (message.stage !== 'done') return
      Promise.all(samples)
        .then(([before, after]) => {
          const generator: Loaded['generator'] = [before!.generator, after!.generator]
          resolve({ result: message.result, before: before!.system, after: after!.system, generator })
        })
        .catch(reject)
    })
    child.send(job)
  })
}

/** What was acknowledged and is not there exactly once. */
async function notStoredOnce({ client, boats }: FleetSystem, result: FleetResult): Promise<string[]> {
  const { rows } = await client.query<{ id: string; batches: number }>(
    // Those of an hour that ended meanwhile may be in a block. What was there before arrived two days (UTC) before its first hour.
    `select s.id, sum(s.batches)::integer as batches from (
      select connection_id as id, count(*) as batches from telemetry_batch where arrived_at > now() - interval '20 hours' and block is null group by 1
      union all
      select connection_id, sum(octet_length(batches) / mark_bytes) from telemetry_answered where day >= floor(date_part('epoch', now() - interval '1 hour') / 86400) group by 1
    ) s group by s.id`,
  )
  const stored = new Map(rows.map(({ id, batches }) => [id, batches]))
  const wrong = boats.filter(({ connectionId }, i) => {
    const more = (stored.get(connectionId) ?? 0) - result.acknowledged[i]!
    return more < 0 || more > result.uncertain[i]!
  })
  const { rows: counted } = await client.query<{ frames: number }>('select count(*)::integer as frames from frame')
  const { frames } = counted[0]!
  return [
    ...(wrong.length > 0 ? [`boats whose acknowledged batches are not each stored once: ${wrong.length}`] : []),
    ...(frames < result.frames ? [`${result.frames} frames acknowledged, ${frames} stored`] : []),
  ]
}

await runBench(main)
