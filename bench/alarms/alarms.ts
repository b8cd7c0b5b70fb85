import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { storeFleet } from '../fleet/boats.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, temporaryFolder } from '../shared/resources.ts'
import { vacuumAndCheckpoint } from '../shared/seed.ts'
import { type Service, startService } from '../shared/service.ts'
import { median, percentile } from '../shared/statistics.ts'
import { usageOf } from '../shared/usage.ts'
import { inClosedLoop, inOpenLoop } from './load.ts'
import { startReceiver } from './receiver.ts'
import { storeRules } from './rules.ts'

/**
 * `npm run bench:alarms`: how long after the answer to a reading its alarm is told, and what the ingest loses by it. README.md
 * says more.
 */
const { values: options } = parseArgs({
  options: {
    boats: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    'warm-up': { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
    'round-seconds': { type: 'string', default: '15' },
    /** How long a closed loop runs before it is measured, s: each of 10,000 boats sends more than once. */
    'lead-in': { type: 'string', default: '8' },
    /** Alarms that begin in a second, over all boats. */
    alarms: { type: 'string', default: '10' },
    json: { type: 'string' },
    /** Folder for a CPU profile of the service: see profile.ts. */
    profile: { type: 'string' },
  },
})

const SECRET = 'a secret of the bench, of no use elsewhere'
const LEAD_IN_MS = Number(options['lead-in']) * 1000
const GOALS = { delayP99Ms: 3_000, loss: 0.05 }

async function main(resources: AsyncDisposableStack): Promise<void> {
  const boatCount = Number(options.boats)
  const server = await startTemporaryPostgres({})
  resources.defer(() => server.stop())
  const dataDir = temporaryFolder(resources)
  const receiver = await startReceiver(resources)
  const database = await openDatabase({ dataDir, databaseUrl: server.url })
  const fleet = await storeFleet(database, boatCount, SECRET)
  await storeRules(
    database,
    fleet.map(({ vessel, owner }) => ({ vesselId: vessel.id, ownerId: owner.id })),
    receiver.url,
  )
  await vacuumAndCheckpoint(database)
  await database.close()
  const boats = fleet.map(({ client }) => ({ vesselId: client.vesselId, key: client.key }))
  const client = new pg.Client({ connectionString: server.url })
  client.on('error', () => {})
  await client.connect()
  resources.defer(() => client.end())
  const env = { SECRET_KEY: SECRET, NOTIFY_ALLOW_PRIVATE: '127.0.0.1', TELEMETRY_GAP_MS: '1' }
  const service = await startService(resources, {
    ...{ dataDir, databaseUrl: server.url, env },
    profileDir: options.profile,
  })
  const machine = machineLine({})
  console.log(`${machine}\n${whole(boatCount)} boats with five rules each, PostgreSQL, one process`)

  const before = await usageOf(service.child.pid!)
  const open = await inOpenLoop(service.port, boats, {
    warmUpMs: Number(options['warm-up']) * 1000,
    ms: Number(options.seconds) * 1000,
    wetEvery: Math.max(1, Math.round(boatCount / 5 / Number(options.alarms))),
  })
  await untilJudged(client)
  await receiver.untilQuiet()
  const after = await usageOf(service.child.pid!)
  const delays = open.wet.flatMap(({ vesselId, answeredAt, isMeasured }) => {
    const told = receiver.firstAfter(vesselId, answeredAt)
    return isMeasured && told !== null ? [Math.max(0, told - answeredAt)] : []
  })
  const wanted = open.wet.filter(({ isMeasured }) => isMeasured).length
  printTable(
    ['each boat every 5 s', 'count', 'median', 'p99', 'most'],
    [
      ['answers, ms', whole(open.answers.length), ...figures(open.answers, 1)],
      ['from the answer to the message, ms', `${whole(delays.length)} of ${whole(wanted)}`, ...figures(delays, 0)],
    ],
  )
  console.log(
    `service: ${fixed((after.cpuSeconds - before.cpuSeconds) / open.seconds, 2)} cores; refused: ${open.failed}`,
  )

  // What a process judges from memory, no lock stops: a second one, which never got to judge anything, stores what is not judged.
  const other = await startService(resources, { dataDir, databaseUrl: server.url, env })
  const ms = Number(options['round-seconds']) * 1000
  const loop = async ({ port, child }: Service) => {
    const before = await usageOf(child.pid!)
    const { accepted, rate } = await inClosedLoop(port, boats, ms)
    return { rate, cost: (1e6 * ((await usageOf(child.pid!)).cpuSeconds - before.cpuSeconds)) / accepted }
  }
  const rounds = []
  for (let round = 0; round < Number(options.rounds); round++) {
    const without = await whileNothingIsJudged(client, async () => {
      await inClosedLoop(other.port, boats, LEAD_IN_MS)
      return loop(other)
    })
    await untilJudged(client)
    // Until the process knows each boat again, since another one judged it.
    await inClosedLoop(service.port, boats, LEAD_IN_MS)
    await inClosedLoop(service.port, boats, LEAD_IN_MS)
    const judged = await loop(service)
    await untilJudged(client)
    rounds.push({ without, judged, loss: 1 - judged.rate / without.rate })
  }
  printTable(
    ['closed loop', 'requests/s, not judged', 'judged', 'lost', 'service us a request, not judged', 'judged'],
    rounds.map(({ without, judged, loss }, i) => [
      `round ${i + 1}`,
      ...[whole(without.rate), whole(judged.rate), percent(loss), whole(without.cost), whole(judged.cost)],
    ]),
  )
  const loss = median(rounds.map((round) => round.loss))
  const p99 = percentile(delays, 0.99)
  const goals = [
    [`p99 of the delay below ${whole(GOALS.delayP99Ms)} ms: ${fixed(p99, 0)}`, p99 < GOALS.delayP99Ms],
    [`each alarm told: ${delays.length} of ${wanted}`, delays.length === wanted],
    [`median loss at most ${percent(GOALS.loss)}: ${percent(loss)}`, loss <= GOALS.loss],
  ] as const
  for (const [text, met] of goals) console.log(`${met ? 'met' : 'NOT MET'}: ${text}`)
  if (goals.some(([, met]) => !met)) process.exitCode = 1
  await writeJson(options.json, { machine, options, delays, answers: open.answers, rounds })
}

const percent = (share: number) => `${fixed(share * 100, 1)} %`
const figures = (values: readonly number[], digits: number) =>
  [0.5, 0.99, 1].map((share) => fixed(percentile(values, share), digits))

async function untilJudged(client: pg.Client): Promise<void> {
  const waiting = 'select exists (select from connection where unjudged_from is not null) as waiting'
  while ((await client.query(waiting)).rows[0].waiting) await sleep(200)
}

/** The judge waits for a lock that the ingest does not need: what is stored meanwhile is not judged. */
async function whileNothingIsJudged<T>(client: pg.Client, run: () => Promise<T>): Promise<T> {
  await client.query('begin')
  await client.query('lock table alarm_judged in access exclusive mode')
  try {
    return await run()
  } finally {
    await client.query('rollback')
  }
}

await runBench(main)
