import { setTimeout as wait } from 'node:timers/promises'
import { auditCrash } from '../crash/crash.ts'
import type { Fault } from './fault.ts'
import { countsOf, lossesOf, Stage } from './stage.ts'

export const embeddedKilled: Fault = {
  name: 'embedded-killed',
  about: 'SIGKILL of the service on the embedded database, under load',
  control: 'no Idempotency-Key',
  defaults: { rounds: 10, seconds: 0 },
  async run({ rounds, control }) {
    const report = await auditCrash({
      database: 'embedded',
      rounds: control ? 10 * rounds : rounds,
      control: control ? 'resend-as-new' : null,
    })
    const { batches, posts, resent, missing, twice, wrong, kills } = report
    return {
      counts: { kills: kills.service + kills.starting, ...countsOf({ batches, posts, resent, missing, twice, wrong }) },
      broken: lossesOf({ batches, posts, resent, missing, twice, wrong }),
    }
  },
}

export const serviceKilled: Fault = {
  name: 'service-killed',
  about: 'SIGKILL of one of two service processes on PostgreSQL, in turn, under load',
  control: 'no Idempotency-Key',
  defaults: { rounds: 6, seconds: 0 },
  async run({ rounds, control }) {
    await using resources = new AsyncDisposableStack()
    const stage = await Stage.set(resources, { postgres: {}, services: 2, ...(control && { naming: 'none' }) })
    stage.work()
    for (let round = 0; round < rounds; round++) {
      await stage.progress(50)
      await stage.service(round % 2).kill()
      // The other one goes on meanwhile.
      await stage.progress(50)
      await stage.startService(round % 2)
    }
    await stage.progress(50)
    await stage.rest()
    const tally = await stage.tally()
    return { counts: { kills: rounds, ...countsOf(tally) }, broken: lossesOf(tally) }
  },
}

export const postgresKilled: Fault = {
  name: 'postgres-killed',
  about: 'SIGKILL of PostgreSQL with all its processes, under load; started again on its data',
  control: 'synchronous_commit off',
  defaults: { rounds: 6, seconds: 0 },
  async run({ rounds, control }) {
    await using resources = new AsyncDisposableStack()
    const later: Record<string, string> = { synchronous_commit: 'off', wal_writer_delay: '10s' }
    const stage = await Stage.set(resources, { postgres: { settings: control ? later : {} } })
    stage.work()
    for (let round = 0; round < rounds; round++) {
      await stage.progress(100)
      await stage.postgres.kill()
      await wait(Math.random() * 200)
      await stage.postgres.start()
      await stage.untilReady()
    }
    await stage.progress(50)
    await stage.rest()
    const tally = await stage.tally()
    return { counts: { kills: rounds, ...countsOf(tally) }, broken: lossesOf(tally) }
  },
}
