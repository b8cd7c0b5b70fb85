import { setTimeout as wait } from 'node:timers/promises'
import { lacks } from '../../../scripts/programs.ts'
import { startTemporaryRedis } from '../../../scripts/redis.ts'
import type { Fault } from './fault.ts'
import { goodClientFor } from './good-client.ts'
import { countsOf, hook, lossesOf, Stage } from './stage.ts'

export const redisKilled: Fault = {
  name: 'redis-killed',
  about: 'SIGKILL of Redis under two service processes with load, and a new, empty one on its port',
  control: 'processes that cannot count by themselves',
  defaults: { rounds: 2, seconds: 4 },
  lacks: async () => lacks('redis-server') || null,
  async run({ rounds, seconds, control }) {
    await using resources = new AsyncDisposableStack()
    const redis = await startTemporaryRedis()
    resources.defer(() => redis.stop())
    const env = { REDIS_URL: redis.url, ...(control && hook('no-own-limits')) }
    const stage = await Stage.set(resources, { postgres: {}, services: 2, boats: 5, env })
    // It has an onboard device of its own: the load's count what they send.
    const { boat: spare } = stage.boats.pop()!
    const limited = async (): Promise<string> => {
      const ready = await fetch(`${stage.url}/health/ready`)
      return ready.text()
    }
    const shared = await limited()
    const refused: string[] = []
    stage.work()
    await stage.progress(50)
    for (let round = 0; round < rounds; round++) {
      await redis.kill()
      refused.push(...(await goodClientFor(stage.url, spare, seconds)).refused)
      await stage.progress(30)
      await redis.start()
      for (const late = performance.now() + 60_000; (await limited()) !== shared; await wait(200))
        if (performance.now() > late) throw new Error(`Redis is not used again: ${await limited()}`)
    }
    await stage.rest()
    const tally = await stage.tally()
    return {
      counts: { kills: rounds, 'requests refused': refused.length, ...countsOf(tally) },
      broken: [...lossesOf(tally), ...(refused.length > 0 ? [`an owner was answered ${refused[0]}`] : [])],
    }
  },
}
