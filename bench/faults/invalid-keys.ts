import { connect } from 'node:net'
import pg from 'pg'
import { makeKey } from '../../apps/server/src/accounts/key.ts'
import type { Fault } from './fault.ts'
import { goodClient } from './good-client.ts'
import { Stage } from './stage.ts'

const SOCKETS = 32

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

export const invalidKeys: Fault = {
  name: 'invalid-keys',
  about: 'a flood of made-up keys at full speed, then of well-formed ones that nobody has; a good client beside it',
  control: 'made-up keys with a right checksum',
  defaults: { rounds: 1, seconds: 10 },
  async run({ seconds, control }) {
    await using resources = new AsyncDisposableStack()
    const stage = await Stage.set(resources, { postgres: {}, boats: 1 })
    const { boat } = stage.boats[0]!
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
    const idle = await transactions(stage.databaseUrl!)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    // What the service asks by itself: its pulse, its rollups.
    const byItself = (await transactions(stage.databaseUrl!)) - idle
    const madeUp = await during(control ? unknown : malformed)
    const wellFormed = await during(unknown)
    const both = [madeUp, wellFormed]
    const refused = both.flatMap(({ served }) => served.refused)
    const others = both.flatMap(({ others }) => others)
    // Of the good client a request costs a few statements; of the flood none.
    const most = byItself * 2 + madeUp.served.requests * 6 + 100
    return {
      counts: Object.fromEntries(
        (
          [
            ['made-up', madeUp],
            ['well-formed', wellFormed],
          ] as const
        ).flatMap(([name, { answers, served, statements }]) => [
          [`${name} keys/s`, Math.round(answers / seconds)],
          [`statements during the ${name}`, statements],
          [`requests of the good client beside the ${name}`, served.requests],
          [`ms its p50 beside the ${name}`, Math.round(served.p50)],
          [`ms its p99 beside the ${name}`, Math.round(served.p99)],
        ]),
      ),
      broken: [
        ...(madeUp.statements > most
          ? [`made-up keys cost ${madeUp.statements} statements, at most ${most} were expected`]
          : []),
        ...(wellFormed.statements > wellFormed.answers + most ? ['a well-formed key costs more than a statement'] : []),
        ...(refused.length > 0 ? [`the good client was refused ${refused.length} times: ${refused[0]}`] : []),
        ...(others.length > 0 ? [`an invalid key was answered ${others[0]}`] : []),
        ...(both.some(({ served }) => served.requests === 0) ? ['the good client was not served'] : []),
      ],
    }
  },
}
