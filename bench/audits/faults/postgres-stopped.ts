import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { countsOf, hook, lossesOf, Stage } from './stage.ts'

const ASKERS = 300
const WITHIN_MS = 5_000
/** What a few hundred clients may cost while nothing is answered from the database. */
const MORE_BYTES = 150e6

interface Asked {
  kind: string
  at: number
  status: number
  ms: number
}

/** Clients of every kind who ask again and again, each waiting for its answer, until `until`. */
async function askAll(stage: Stage, until: AbortSignal): Promise<Asked[]> {
  const { boat } = stage.boats[0]!
  const key = { authorization: `Bearer ${boat.ownerKey}` }
  const json = { 'content-type': 'application/json' }
  const signIn = JSON.stringify({ email: 'ada@example.org', password: 'not this one' })
  const frame = JSON.stringify({ image_base64: 'AAAA' })
  const kinds: [kind: string, path: string, request: RequestInit][] = [
    ['read', `/v1/vessels/${boat.vesselId}`, { headers: key }],
    ['charts', `/v1/vessels/${boat.vesselId}/telemetry`, { headers: key }],
    [
      'frame',
      '/v1/cameras/frames',
      { method: 'POST', headers: { ...json, authorization: `Bearer ${boat.deviceKey}` }, body: frame },
    ],
    ['live', '/health/live', {}],
    ['ready', '/health/ready', {}],
    ['sign-in', '/api/auth/sign-in/email', { method: 'POST', headers: json, body: signIn }],
  ]
  const asked: Asked[] = []
  const ask = async (i: number) => {
    const [kind, path, request] = kinds[i % kinds.length]!
    await wait(Math.random() * 500)
    while (!until.aborted) {
      const started = performance.now()
      const signal = AbortSignal.any([until, AbortSignal.timeout(20_000)])
      const status = await fetch(stage.url + path, { ...request, signal }).then(
        (answer) => answer.text().then(() => answer.status),
        () => 0,
      )
      const ms = performance.now() - started
      // One that has just been asked at the end tells nothing.
      if (status !== 0 || ms > WITHIN_MS) asked.push({ kind, at: started, status, ms })
      // A person signs in now and then; the service holds back those who try often.
      await wait(kind === 'sign-in' ? 5_000 : 500)
    }
  }
  await Promise.all(Array.from({ length: ASKERS }, (_, i) => ask(i < 6 ? i : i % 5)))
  return asked
}

async function rss(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024
}

const slowest = (asked: Asked[]) => Math.round(Math.max(0, ...asked.map(({ ms }) => ms)))

/** What asks nothing of the database tells how late this machine itself is. */
const ownDelay = (asked: Asked[]) => slowest(asked.filter(({ kind }) => kind === 'live'))

function judge(asked: Asked[], frozenAt: number): string[] {
  const slow = asked.filter(({ ms }) => ms > WITHIN_MS + ownDelay(asked))
  // An answer may have been on its way already.
  const since = asked.filter(({ at }) => at > frozenAt)
  const wrong = since.filter(({ kind, status }) => status !== (kind === 'live' ? 200 : 503))
  const kinds = (of: Asked[]) =>
    [...new Set(of.map(({ kind, status }) => `${kind} ${status || 'no answer'}`))].join(' and ')
  return [
    ...(slow.length > 0 ? [`${slow.length} answers after more than 5 s (${kinds(slow)})`] : []),
    ...(wrong.length > 0 ? [`${wrong.length} answers that are not 503 (${kinds(wrong)})`] : []),
  ]
}

export const postgresStopped: Fault = {
  name: 'postgres-stopped',
  about: 'SIGSTOP of PostgreSQL with all its processes, then SIGCONT, with hundreds of clients',
  control: 'a service that does not notice silence',
  defaults: { rounds: 1, seconds: 60 },
  lacks: async () => (process.platform === 'linux' ? null : 'it reads /proc'),
  async run({ seconds, control }) {
    await using resources = new AsyncDisposableStack()
    const stage = await Stage.set(resources, { postgres: {}, env: control ? hook('no-heartbeat') : {} })
    stage.work()
    await stage.progress(100)
    const { pid } = stage.service()
    const before = await rss(pid)
    const until = new AbortController()
    const asking = askAll(stage, until.signal)
    await wait(2_000)
    await stage.postgres.freeze()
    const frozenAt = performance.now()
    let most = before
    for (let second = 0; second < (control ? Math.min(seconds, 15) : seconds); second++) {
      await wait(1_000)
      most = Math.max(most, await rss(pid))
    }
    until.abort()
    const asked = (await asking).filter(({ at, ms }) => at + ms > frozenAt)
    stage.postgres.thaw()
    await stage.untilReady()
    await stage.progress(50)
    await stage.rest()
    const tally = await stage.tally()
    const more = most - before
    return {
      counts: {
        's stopped': seconds,
        'requests meanwhile': asked.length,
        'ms the slowest': slowest(asked),
        'ms the slowest of /health/live': ownDelay(asked),
        'MB more in memory': Math.round(more / 1e6),
        ...countsOf(tally),
      },
      broken: [
        ...judge(asked, frozenAt),
        ...(more > MORE_BYTES ? [`${Math.round(more / 1e6)} MB more`] : []),
        ...lossesOf(tally),
      ],
    }
  },
}
