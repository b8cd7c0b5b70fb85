import { connect } from 'node:net'
import pg from 'pg'
import { makeKey } from '../../../apps/server/src/http/values/key.ts'
import type { Boat } from '../../../apps/server/src/testing/accounts/boats.ts'
import type { Fault } from './fault.ts'
import { goodClient, goodClientFor, type Served } from './good-client.ts'
import { Stage } from './stage.ts'

const SOCKETS = 32
/** What a good client may wait beside it. */
const P99_MS = 250

type Keys = (prefix: 'ct_' | 'bnk_') => string

interface Flood {
  answers: number
  /** Status lines other than 401. */
  others: string[]
}

/** Requests without a rest on each of many connections, for so long. */
async function flood(port: number, keys: Keys, seconds: number): Promise<Flood> {
  const found: Flood = { answers: 0, others: [] }
  const end = AbortSignal.timeout(seconds * 1_000)
  const body = '{"readings":[{"metric":"depth","value":3}]}'
  const next = (turn: number) =>
    turn % 2
      ? `GET /v1/vessels HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${keys('bnk_')}\r\n\r\n`
      : `POST /v1/telemetry HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer ${keys('ct_')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const run = (place: number) =>
    new Promise<void>((resolve) => {
      let turn = place
      const socket = connect(port, '127.0.0.1').setEncoding('utf8')
      socket.on('error', () => {}).once('close', () => resolve())
      socket.on('data', (text: string) => {
        const [, status] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? []
        if (!status) return
        found.answers++
        if (status !== '401') found.others.push(status)
        if (end.aborted) socket.destroy()
        else socket.write(next(turn++))
      })
      socket.write(next(turn++))
    })
  await Promise.all(Array.from({ length: SOCKETS }, (_, i) => run(i)))
  return found
}

/** Transactions that the server has ended so far; a second later, since each of its processes counts for itself at first. */
async function transactions(url: string): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  )
  await client.end()
  return Number(rows[0].count)
}

const unknown: Keys = (prefix) => makeKey(prefix).key
/** The last six characters are a checksum. */
const malformed: Keys = (prefix) => unknown(prefix).replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))

/** Takes both keys of a boat away, as their owner does. */
async function revoke(url: string, { ownerKeyId, connectionId }: Boat): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('delete from access_key where id = $1', [ownerKeyId])
  await client.query('delete from connection where id = $1', [connectionId])
  await client.end()
}

export const invalidKeys: Fault = {
  name: 'invalid-keys',
  about:
    'a flood of made-up keys at full speed, then of well-formed ones that nobody has, then of revoked ones; a good client beside it',
  control: 'made-up keys with a right checksum',
  defaults: { rounds: 1, seconds: 10 },
  async run({ seconds, control }) {
    await using resources = new AsyncDisposableStack()
    const stage = await Stage.set(resources, { postgres: {}, boats: 2 })
    const [{ boat }, { boat: sold }] = stage.boats as [(typeof stage.boats)[0], (typeof stage.boats)[0]]
    const { url } = stage.service()
    const port = Number(new URL(url).port)
    const during = async (keys: Keys) => {
      const before = await transactions(stage.databaseUrl!)
      const until = new AbortController()
      const good = goodClient(url, boat, until.signal)
      const flooded = await flood(port, keys, seconds)
      until.abort()
      const served = await good
      return { ...flooded, served, statements: (await transactions(stage.databaseUrl!)) - before }
    }
    const alone = await goodClientFor(url, boat, 5)
    // Those that are revoked were good, until just before.
    const soldServed = await goodClientFor(url, sold, 1)
    const idle = await transactions(stage.databaseUrl!)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    // What the service asks by itself: its heartbeat, its rollups.
    const byItself = (await transactions(stage.databaseUrl!)) - idle
    const madeUp = await during(control ? unknown : malformed)
    const wellFormed = await during(unknown)
    await revoke(stage.databaseUrl!, sold)
    const revoked = await during((prefix) => (prefix === 'ct_' ? sold.deviceKey : sold.ownerKey))
    const all = [madeUp, wellFormed, revoked]
    const refused = [soldServed, ...all.map(({ served }) => served)].flatMap((served) => served.refused)
    const slowest = Math.max(...all.map(({ served }) => served.p99))
    const others = all.flatMap(({ others }) => others)
    // Of the good client beside it a request costs a few statements; of the flood none.
    const expected = ({ served }: { served: Served }) => byItself * 2 + served.requests * 6 + 100
    return {
      counts: Object.fromEntries([
        ['ms the p99 of the good client alone', Math.round(alone.p99)],
        ...(
          [
            ['made-up', madeUp],
            ['well-formed', wellFormed],
            ['revoked', revoked],
          ] as const
        ).flatMap(([name, { answers, served, statements }]) => [
          [`${name} keys/s`, Math.round(answers / seconds)],
          [`statements during the ${name}`, statements],
          [`requests of the good client beside the ${name}`, served.requests],
          [`ms its p50 beside the ${name}`, Math.round(served.p50)],
          [`ms its p99 beside the ${name}`, Math.round(served.p99)],
        ]),
      ]),
      broken: [
        ...(madeUp.statements > expected(madeUp)
          ? [`made-up keys cost ${madeUp.statements} statements, at most ${expected(madeUp)} were expected`]
          : []),
        ...[wellFormed, revoked].flatMap((one) =>
          one.statements > one.answers + expected(one) ? ['a well-formed key costs more than a statement'] : [],
        ),
        ...(slowest > P99_MS
          ? [`p99 above ${P99_MS} ms${alone.p99 > P99_MS / 2 ? ': this machine is too busy to tell' : ''}`]
          : []),
        ...(refused.length > 0 ? [`the good client was refused ${refused.length} times: ${refused[0]}`] : []),
        ...(others.length > 0 ? [`an invalid key was answered ${others[0]}`] : []),
        ...(all.some(({ served }) => served.requests === 0) ? ['the good client was not served'] : []),
      ],
    }
  },
}
