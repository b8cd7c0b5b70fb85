import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault, Options, Verdict } from './fault.ts'
import { AuditedCamera } from './frames.ts'
import { lacksSmallDisk, makeSmallDisk } from './small-disk.ts'
import { countsOf, hook, lossesOf, Stage } from './stage.ts'

const DISK_MB = 300
/** Left free when the disk is filled up: the writers do the rest themselves. */
const LEFT_BYTES = 3e6
/** How long nothing must be acknowledged for the disk to count as full. */
const STILL_MS = 4_000
/** The control acknowledges for ever. */
const CONTROL_MS = 15_000

async function fill(folder: string): Promise<string> {
  const path = join(folder, 'filler')
  const file = await open(path, 'w')
  const block = Buffer.alloc(1 << 20)
  const { bavail, bsize } = await statfs(folder)
  for (let left = bavail * bsize - LEFT_BYTES; left > 0; left -= block.length) await file.write(block)
  await file.close()
  return path
}

/** As systemd does with a service that has ended: a second later it is started again, again and again. */
function keepRunning(stage: Stage, until: AbortSignal): { restarts(): number; ended: Promise<void> } {
  let restarts = 0
  const keep = async () => {
    while (!until.aborted) {
      await Promise.race([stage.service().ended, new Promise((resolve) => until.addEventListener('abort', resolve))])
      if (until.aborted) return
      await wait(1_000)
      restarts++
      await stage.startService().catch(() => {})
    }
  }
  return { restarts: () => restarts, ended: keep() }
}

async function fillDisk(database: 'embedded' | 'postgres', { control }: Options): Promise<Verdict> {
  await using resources = new AsyncDisposableStack()
  const disk = await makeSmallDisk(resources, DISK_MB)
  const stage = await Stage.set(resources, {
    parent: disk.folder,
    postgres: database === 'postgres' ? { parent: disk.folder } : null,
    boats: 5,
    env: control ? hook('acknowledge-all') : {},
  })
  const until = new AbortController()
  const running = keepRunning(stage, until.signal)
  const camera = new AuditedCamera(stage.boats.at(-1)!.boat)
  stage.work()
  const filming = camera.run(stage.url, until.signal)
  await stage.progress(50)
  const filler = await fill(disk.folder)
  await Promise.race([untilStill(stage), wait(control ? CONTROL_MS : 120_000)])
  const whenFull = stage.acknowledged
  await rm(filler)
  const goesOn = await recovers(stage, database)
  until.abort()
  await Promise.all([stage.rest(true), filming, running.ended])
  const refused = [...camera.answers].filter(([answer]) => !/^(202|503|422|429)/.test(answer))
  if (database === 'embedded') await stage.service().kill()
  if (!goesOn) return { counts: { 'batches when full': whenFull }, broken: ['it does not go on'] }
  const tally = await stage.tally()
  const missing = await camera.missing({ dataDir: stage.dataDir, databaseUrl: stage.databaseUrl })
  return {
    counts: {
      'batches when full': whenFull,
      'restarts of the service': running.restarts(),
      ...countsOf(tally),
      'frames acknowledged': camera.acknowledged.length,
      'frames missing': missing,
      'answers to frames': [...camera.answers].map(([answer, count]) => `${answer}: ${count}`).join(' / '),
    },
    broken: [
      ...lossesOf(tally),
      ...(missing > 0 ? [`${missing} frames missing`] : []),
      ...refused.map(([answer]) => `a frame was answered ${answer}`),
    ],
  }
}

/** Back when no batch has been acknowledged for a while. */
async function untilStill(stage: Stage): Promise<void> {
  for (let since = performance.now(), last = stage.acknowledged; performance.now() - since < STILL_MS; ) {
    await wait(100)
    if (stage.acknowledged === last) continue
    last = stage.acknowledged
    since = performance.now()
  }
}

/** PostgreSQL starts again by itself after a PANIC; where it has ended after all, it is started as systemd would. */
async function recovers(stage: Stage, database: 'embedded' | 'postgres'): Promise<boolean> {
  if (database === 'postgres' && !(await stage.ready())) await stage.postgres.start().catch(() => {})
  return stage.progress(50).then(
    () => true,
    () => false,
  )
}

export const embeddedDiskFull: Fault = {
  name: 'embedded-disk-full',
  about: 'a full disk under the embedded database and frames, and space again',
  control: 'batches acknowledged whatever became of them',
  defaults: { rounds: 1, seconds: 0 },
  lacks: lacksSmallDisk,
  run: (options) => fillDisk('embedded', options),
}

export const postgresDiskFull: Fault = {
  name: 'postgres-disk-full',
  about: 'a full disk under PostgreSQL and frames, and space again',
  control: 'batches acknowledged whatever became of them',
  defaults: { rounds: 1, seconds: 0 },
  lacks: lacksSmallDisk,
  run: (options) => fillDisk('postgres', options),
}
