import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { keyOf } from '@binnacle/contract'
import { openQueue, type Reading, toWire } from '@binnacle/onboard'
import { cpuSeconds } from '../shared/processes.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, startProcess, temporaryFolder } from '../shared/resources.ts'
import { linesOf, playBus } from './bus-player.ts'

/**
 * `npm run bench:gateway`: what the gateway costs a boat's small computer on a busy bus, 2,000 NMEA 2000 messages a second from
 * two recordings, each over a TCP connection of its own, as one program under Node, built; and how fast its queue takes readings
 * and gives them away.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    /** Messages a second, of both recordings together. */
    rate: { type: 'string', default: '2000' },
    /** The Node that runs the gateway; boats have 20 and later. */
    node: { type: 'string', default: process.execPath },
    /** Folder for a CPU profile. */
    profile: { type: 'string' },
    json: { type: 'string' },
  },
})

const ROOT = join(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'apps/gateway/dist/main.cjs')
const DATA = new URL('../../../shared/data/n2k/', import.meta.url)
const RECORDINGS = ['aava-n2k.data', 'dirona-actisense-serial.raw']
/**
 * The program's code is compiled while it runs: what it costs from day to day shows after that, and after its first readings, of
 * 30 s.
 */
const WARM_UP_MS = 10_000
const FIRST_READING_MS = 120_000
const GOAL_CPU_PERCENT = 15
const GOAL_BYTES = 90e6

const QUEUE_READINGS = 100_000
const QUEUE_DRAINED = 20_000
const BATCH = 200

async function main(resources: AsyncDisposableStack): Promise<void> {
  if (!existsSync(DATA)) throw new Error(`no recordings at ${DATA.pathname}`)
  console.log(machineLine({}))
  await promisify(execFile)('npm', ['run', 'build', '--workspace', 'apps/gateway'], { cwd: ROOT })
  const bus = await measureBus(resources)
  printTable(
    ['gateway', 'messages/s', 'readings/min', 'CPU % of a core', 'RSS MB', 'at its start', 'reach'],
    [
      [
        `${fixed(bus.seconds, 0)} s, two buses`,
        whole(bus.messages / bus.seconds),
        fixed((bus.readings / bus.seconds) * 60, 1),
        fixed(bus.cpuPercent, 1),
        fixed(bus.mostBytes / 1e6, 0),
        fixed(bus.peakBytes / 1e6, 0),
        bus.cpuPercent < GOAL_CPU_PERCENT && bus.mostBytes < GOAL_BYTES ? 'reached' : 'MISSED',
      ],
    ],
  )
  console.log(`reach: under ${GOAL_CPU_PERCENT} % and ${GOAL_BYTES / 1e6} MB`)
  const queue = await measureQueue(resources)
  printTable(
    ['queue', 'readings/s', 'bytes a reading'],
    [
      ['appended and synced', whole(queue.appendsPerSecond), fixed(queue.bytesPerReading, 0)],
      [`drained in batches of ${BATCH}`, whole(queue.drainsPerSecond), ''],
    ],
  )
  await writeJson(options.json, { bus, queue })
}

async function measureBus(resources: AsyncDisposableStack) {
  const rate = Number(options.rate) / RECORDINGS.length
  const buses = await Promise.all(RECORDINGS.map((file) => playBus(resources, linesOf(new URL(file, DATA)), rate)))
  const sink = await startSink(resources)
  const folder = temporaryFolder(resources)
  const settings = join(folder, 'gateway.yaml')
  await writeFile(
    settings,
    JSON.stringify({
      service: `http://127.0.0.1:${sink.port}`,
      key: keyOf('ct_', 1n, crc32),
      log: 'warn',
      dataFolder: join(folder, 'data'),
      inputs: buses.map(({ port }, i) => ({ type: 'nmea2000', name: `bus${i}`, tcp: `127.0.0.1:${port}` })),
    }),
    { mode: 0o600 },
  )
  const profile = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []
  const first = await firstLine()
  const child = startProcess(
    resources,
    options.node,
    [...first.options, ...profile, PROGRAM, 'run', '--config', settings],
    { env: { PATH: process.env.PATH, ...first.env } },
  )
  child.stdout!.resume()
  const pid = child.pid!
  await sleep(WARM_UP_MS)
  for (let waited = WARM_UP_MS; sink.readings() === 0; waited += 100) {
    if (child.exitCode !== null) throw new Error(`the gateway ended with code ${child.exitCode}`)
    if (waited > FIRST_READING_MS) throw new Error('no reading arrived')
    await sleep(100)
  }
  const played = () => buses.reduce((sum, bus) => sum + bus.played(), 0)
  const before = { cpu: await cpuSeconds([pid]), messages: played(), readings: sink.readings(), at: performance.now() }
  let mostBytes = 0
  for (let second = 0; second < Number(options.seconds); second++) {
    await sleep(1_000)
    mostBytes = Math.max(mostBytes, (await memory(pid)).bytes)
  }
  const seconds = (performance.now() - before.at) / 1000
  const cpu = (await cpuSeconds([pid]))! - before.cpu!
  const readings = sink.readings() - before.readings
  return {
    seconds,
    messages: played() - before.messages,
    readings,
    cpuPercent: (cpu / seconds) * 100,
    mostBytes,
    peakBytes: (await memory(pid)).peak,
  }
}

/** As boats run it: the program's first line says how much memory Node may waste. */
async function firstLine(): Promise<{ env: Record<string, string>; options: string[] }> {
  const [, words = ''] = /^#!.*-S (.+)$/m.exec(await readFile(PROGRAM, 'utf8')) ?? []
  const all = words.split(' ')
  const env = Object.fromEntries(all.flatMap((word) => (/^\w+=/.test(word) ? [word.split('=', 2)] : [])))
  return { env, options: all.filter((word) => word.startsWith('--')) }
}

/** Memory of the process now, and the most it has had at once since its start. */
async function memory(pid: number): Promise<{ bytes: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { bytes: bytes('VmRSS'), peak: bytes('VmHWM') }
}

/** Takes every batch, as the service does, and says that it lives, with the time. */
async function startSink(resources: AsyncDisposableStack) {
  let readings = 0
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'GET') return answer(200, { status: 'ok', requests: [], poll_after_ms: 60_000 })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const accepted: number = JSON.parse(Buffer.concat(chunks).toString()).readings.length
    readings += accepted
    answer(202, { accepted, rejected: [], engine_hours_applied: false })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  resources.defer(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as { port: number }).port, readings: () => readings }
}

async function measureQueue(resources: AsyncDisposableStack) {
  const queue = await openQueue(temporaryFolder(resources), { maxBytes: 500e6, maxAgeMs: 90 * 86_400_000 })
  const readings = Array.from({ length: 20 }, (_, i): Omit<Reading, 'at'> => {
    return { metric: 'battery_voltage', instance: String(i), value: 12 + i / 100 }
  })
  const appending = performance.now()
  for (let i = 0; i < QUEUE_READINGS; i++) {
    queue.append(readings[i % readings.length]!, { boot: 'bench', steady: i, wall: 1.8e12 + i })
    // As an onboard device does: what comes in a second is synced together.
    if (i % 1_000 === 999) await queue.flush()
  }
  await queue.flush()
  const appendMs = performance.now() - appending
  const bytesPerReading = queue.stats().bytes / QUEUE_READINGS
  const draining = performance.now()
  for (let drained = 0; drained < QUEUE_DRAINED; drained += BATCH) {
    const waiting = await queue.peek('oldest', BATCH)
    const body = JSON.stringify({
      readings: waiting.map(({ reading, stamp }) => toWire({ ...reading, at: stamp.wall })),
    })
    const seqs: [number, number][] = [[waiting[0]!.seq, waiting.at(-1)!.seq]]
    await queue.prepare({ key: String(drained), body, seqs, count: waiting.length })
    await queue.acknowledge()
  }
  const drainMs = performance.now() - draining
  await queue.close()
  return {
    appendsPerSecond: (QUEUE_READINGS / appendMs) * 1000,
    drainsPerSecond: (QUEUE_DRAINED / drainMs) * 1000,
    bytesPerReading,
  }
}

await runBench(main)
