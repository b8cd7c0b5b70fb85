import type { Fault, Options, Verdict } from './fault.ts'
import { AuditedCamera } from './frames.ts'
import { lacksSmallDisk, makeSmallDisk } from './small-disk.ts'
import { countsOf, hook, lossesOf, Stage } from './stage.ts'

const DISK_MB = 600

/**
 * The file system is shut down under the writers without a flush, they are killed, and it is mounted again as after a power cut: what
 * no fsync has brought to the disk is gone. It does not show a disk that lies about its own cache, nor sectors half written.
 */
async function cutPower(database: 'embedded' | 'postgres', { rounds, control }: Options): Promise<Verdict> {
  await using resources = new AsyncDisposableStack()
  const disk = await makeSmallDisk(resources, DISK_MB)
  const postgres = { parent: disk.folder, fsync: !control }
  const stage = await Stage.set(resources, {
    parent: disk.folder,
    postgres: database === 'postgres' ? postgres : null,
    boats: 5,
    env: control ? hook('no-sync') : {},
  })
  // A cluster for tests is made without a sync.
  await disk.sync()
  const camera = new AuditedCamera(stage.boats.at(-1)!.boat)
  for (let round = 0; round < rounds; round++) {
    const until = new AbortController()
    stage.work()
    const filming = camera.run(stage.url, until.signal)
    await stage.progress(100)
    await disk.cutPower()
    until.abort()
    await Promise.all([
      stage.service().kill(),
      database === 'postgres' && stage.postgres.kill(),
      stage.rest(true),
      filming,
    ])
    await disk.powerOn()
    try {
      if (database === 'postgres') await stage.postgres.start()
      await stage.startService()
    } catch (error) {
      const counts = { 'power cuts': round + 1, 'batches acknowledged': stage.acknowledged }
      return { counts, broken: [`it does not start any more: ${(error as Error).message.slice(0, 300)}`] }
    }
  }
  if (database === 'embedded') await stage.service().kill()
  const tally = await stage.tally()
  const missing = await camera.missing({ dataDir: stage.dataDir, databaseUrl: stage.databaseUrl })
  return {
    counts: {
      'power cuts': rounds,
      ...countsOf(tally),
      'frames acknowledged': camera.acknowledged.length,
      'frames missing': missing,
    },
    broken: [...lossesOf(tally), ...(missing > 0 ? [`${missing} frames missing`] : [])],
  }
}

export const embeddedPowerCut: Fault = {
  name: 'embedded-power-cut',
  about: 'a power cut under the embedded database and frames, while both are written',
  control: 'fsync off',
  defaults: { rounds: 3, seconds: 0 },
  lacks: lacksSmallDisk,
  run: (options) => cutPower('embedded', options),
}

export const postgresPowerCut: Fault = {
  name: 'postgres-power-cut',
  about: 'a power cut under PostgreSQL and frames, while both are written',
  control: 'fsync off',
  defaults: { rounds: 3, seconds: 0 },
  lacks: lacksSmallDisk,
  run: (options) => cutPower('postgres', options),
}
