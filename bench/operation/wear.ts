import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import { vacuumIfDue } from '../../apps/server/src/db/embedded/upkeep.ts'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { untimed } from '../../apps/server/src/db/untimed.ts'
import { compactAll } from '../../apps/server/src/telemetry/testing/compact-all.ts'
import { rollUpAll } from '../../apps/server/src/telemetry/testing/roll-up-all.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { type Boat, makeBoats, storeBoats } from '../shared/boats.ts'
import { LIVE, storeLive, walBytes } from '../shared/live-batches.ts'
import { mountOwnDisk, type OwnDisk } from '../shared/own-disk.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, startUntilEnd } from '../shared/resources.ts'

/** `npm run bench:wear`: what a boat that sends all day writes to its memory card. README.md says more. */
const { values: options } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    /** Hours before those that are measured, so that tables and WAL have their usual size. */
    before: { type: 'string', default: '8' },
    only: { type: 'string', default: 'embedded,postgres' },
    /** Instead of hours: so many minutes in real time, in which the database's own clocks run. */
    minutes: { type: 'string' },
    /** Options of the file system. */
    mount: { type: 'string', default: 'defaults' },
    /** PostgreSQL's settings: name=value, as often as wanted. */
    set: { type: 'string', multiple: true, default: [] },
    /** Minutes between two checkpoints of PostgreSQL. */
    checkpoint: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
})

const MINUTES = options.minutes === undefined ? null : Number(options.minutes)
const HOURS = Number(options.hours)
const BEFORE = Number(options.before)
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Of the kernel. */
const WRITE_BACK_MS = 30_000
/** As Signal K gives each value a time of its own. */
const JITTER_MS = 12
const CARD_BYTES = 32e9
/** How often a cell of a usual card can be written, and how much the card writes for each byte that it is given. Assumed. */
const CYCLES = 1_000
const AMPLIFICATION = 4
const BATCHES_A_YEAR = 365 * 24 * LIVE.batchesAnHour

interface Figures {
  /** Bytes a batch: of WAL; that the database's processes handed to the kernel; that reached the device. */
  wal: number
  handed: number
  device: number
  /** Bytes a reading that the day has left in the database, with what repeats are known by. */
  stored: number
}

async function main(resources: AsyncDisposableStack): Promise<void> {
  console.log(machineLine({}))
  const rows: string[][] = []
  const all: Record<string, Figures> = {}
  for (const kind of options.only.split(',')) {
    const own = new AsyncDisposableStack()
    let ended: Promise<void> | undefined
    // Ctrl+C may come while it ends.
    const end = () => {
      ended ??= own.disposeAsync()
      return ended
    }
    resources.defer(end)
    const figures = await measure(own, kind === 'postgres')
    await end()
    all[kind] = figures
    const { wal, handed, device, stored } = figures
    rows.push([
      ...[kind, whole(wal), whole(handed), whole(device), fixed(stored, 2)],
      fixed(CARD_BYTES / (stored * LIVE.readings * BATCHES_A_YEAR), 0),
      fixed((CARD_BYTES * CYCLES) / (device * AMPLIFICATION * BATCHES_A_YEAR), 0),
    ])
  }
  printTable(
    ['bytes a batch', 'WAL', 'handed', 'device', 'stored a reading', 'years until 32 GB are full', 'worn'],
    rows,
  )
  await writeJson(options.json, { options, figures: all })
}

async function measure(resources: AsyncDisposableStack, isServer: boolean): Promise<Figures> {
  const disk = mountOwnDisk(resources, options.mount)
  const settings = {
    autovacuum: 'off',
    ...(MINUTES && { checkpoint_timeout: `${options.checkpoint}min` }),
    ...Object.fromEntries(options.set.map((one) => one.split('='))),
  }
  const startServer = () => startTemporaryPostgres({ parent: disk.folder, settings })
  const server = isServer ? await startUntilEnd(resources, startServer, (own) => own.stop()) : null
  const open = () => openDatabase({ dataDir: `${disk.folder}/data`, databaseUrl: server?.url ?? null })
  const database = await startUntilEnd(resources, open, (own) => own.close())
  const boats = makeBoats(1)
  await storeBoats(database, boats)
  const start = Math.floor(Date.now() / HOUR_MS - HOURS - BEFORE - 1) * HOUR_MS
  for (let hour = 0; hour < BEFORE; hour++) await liveHour(database, disk, boats, start + hour * HOUR_MS)
  // What those hours left to the next checkpoint is not of these minutes.
  if (MINUTES && isServer) await sql`checkpoint`.execute(database.db)
  const before = await counters(database, disk)
  if (MINUTES) await liveMinutes(database, boats, start + BEFORE * HOUR_MS, MINUTES)
  else
    for (let hour = BEFORE; hour < BEFORE + HOURS; hour++) await liveHour(database, disk, boats, start + hour * HOUR_MS)
  const after = await counters(database, disk)
  const batches = MINUTES ? (MINUTES * MINUTE_MS) / LIVE.everyMs : HOURS * LIVE.batchesAnHour
  const each = (of: keyof typeof after) => (after[of] - before[of]) / batches
  return {
    ...{ wal: each('wal'), handed: each('handed'), device: each('device') },
    stored: (await storedBytes(database)) / ((BEFORE * LIVE.batchesAnHour + batches) * LIVE.readings),
  }
}

/**
 * An hour, in less time: what a clock starts is started by hand when it would have been. The kernel writes back what is dirty each
 * half minute; the database is vacuumed each minute, where it is due.
 */
async function liveHour(database: Database, disk: OwnDisk, boats: Boat[], start: number): Promise<void> {
  const isEach = (ms: number, n: number) => ((n + 1) * LIVE.everyMs) % ms === 0
  await storeLive(database, boats, { start, hours: 1, jitterMs: JITTER_MS }, async (n) => {
    if (isEach(WRITE_BACK_MS, n)) await disk.sync()
    if (isEach(MINUTE_MS, n)) await vacuumIfDue(asPglite(database))
    if (database.kind === 'postgres' && isEach(Number(options.checkpoint) * MINUTE_MS, n))
      await sql`checkpoint`.execute(database.db)
  })
  await rollUpAll(database)
  await compactAll(database)
}

/** Nothing is started by hand: neither rollups nor, on PostgreSQL, a checkpoint. */
async function liveMinutes(database: Database, boats: Boat[], start: number, minutes: number): Promise<void> {
  const ended = new AbortController()
  const batches = (minutes * MINUTE_MS) / LIVE.everyMs
  const began = performance.now()
  await storeLive(database, boats, { start, hours: Math.ceil(minutes / 60), jitterMs: JITTER_MS }, async (n) => {
    if (n + 1 === batches) ended.abort()
    ended.signal.throwIfAborted()
    await sleep(Math.max(0, began + (n + 1) * LIVE.everyMs - performance.now()))
  }).catch((error) => {
    if (!ended.signal.aborted) throw error
  })
}

/** The upkeep's vacuum, of either database. */
const asPglite = ({ db, prepared }: Database) =>
  ({
    query: async (text: string, values: unknown[]) => ({ rows: await prepared('due', text, values) }),
    exec: (text: string) => sql.raw(text).execute(db),
  }) as never

async function counters(database: Database, disk: OwnDisk) {
  await disk.sync()
  return { wal: await walBytes(database), handed: handedBytes(disk), device: disk.writtenBytes() }
}

/** Of the processes that have their files there: this one, or PostgreSQL's. */
function handedBytes({ folder }: OwnDisk): number {
  const ours = readdirSync('/proc').filter((pid) => Number(pid) === process.pid || isServerIn(pid, folder))
  return ours.reduce((sum, pid) => {
    // Not write_bytes: on Linux 6.18 each write counts its whole folio there, up to 2 MB.
    return sum + Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])
  }, 0)
}

function isServerIn(pid: string, folder: string): boolean {
  if (!/^\d+$/.test(pid)) return false
  try {
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
    return [pid, String(parent)].some((one) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(folder))
  } catch {
    return false // it has ended
  }
}

/** Without the space that was freed: what comes next fills it. */
async function storedBytes({ db }: Database): Promise<number> {
  const tables = ['telemetry_batch', 'telemetry_answered', 'telemetry_rollup', 'telemetry_latest', 'telemetry_day']
  let bytes = 0
  for (const table of tables) {
    await untimed(db, (own) => sql`vacuum full ${sql.table(table)}`.execute(own))
    const { rows } = await sql<{ bytes: string }>`select pg_total_relation_size(${table}) as bytes`.execute(db)
    bytes += Number(rows[0]!.bytes)
  }
  return bytes
}

await runBench(main)
