import { setTimeout as wait } from 'node:timers/promises'
import { startMortalPostgres } from '../crash/postgres.ts'
import { startBalancer } from './balancer.ts'
import type { Fault } from './fault.ts'
import { countsOf, lossesOf, Stage } from './stage.ts'
import { startStandby } from './standby.ts'

/** How long the replica has received nothing when the primary dies. */
const BEHIND_MS = 1_500

export const replicaPromoted: Fault = {
  name: 'replica-promoted',
  about: 'SIGKILL of the primary PostgreSQL under load; its synchronous replica, a moment behind, takes over',
  control: 'asynchronous replica',
  defaults: { rounds: 1, seconds: 0 },
  async run({ control }) {
    await using resources = new AsyncDisposableStack()
    const primary = await startMortalPostgres()
    resources.defer(() => primary.stop())
    const standby = await startStandby(resources, primary.url, !control)
    let current = Number(new URL(primary.url).port)
    // The address that moves: in production HAProxy's, or a floating one.
    const { port } = await startBalancer(resources, () => [current])
    const stage = await Stage.set(resources, { databaseUrl: `postgres://postgres@127.0.0.1:${port}/postgres` })
    stage.work()
    await stage.progress(150)
    standby.disconnect()
    await wait(BEHIND_MS)
    await primary.kill()
    const acknowledged = stage.acknowledged
    await standby.promote()
    current = standby.port
    await stage.untilReady()
    await stage.progress(150)
    await stage.rest()
    const tally = await stage.tally({ dataDir: stage.dataDir, databaseUrl: standby.url })
    return {
      counts: { 'batches before the kill': acknowledged, ...countsOf(tally) },
      broken: lossesOf(tally),
    }
  },
}
