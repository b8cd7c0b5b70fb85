import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { postHead } from '../../../apps/server/src/testing/socket.ts'
import type { Fault } from './fault.ts'
import { goodClientFor } from './good-client.ts'
import { hook, Stage } from './stage.ts'

const SOCKETS = 1_000
const DRIP_MS = 1_000
const P99_MS = 250
/** Of headers, bodies and connections that say nothing each; headers are cut off after 10 s and bodies after 15 s. */
const CUT_SECONDS = 20
/** For a machine that is busy with other things. */
const LATE_MS = 20_000

interface Slow {
  socket: Socket
  kind: string
  open: boolean
}

/** A quarter each: headers that drip, bodies that drip, answers that are not read, connections that say nothing. */
function openSlow(port: number, key: string): Slow[] {
  const head = postHead('/v1/telemetry', key, 100_000)
  const answers = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3)
  const kinds: [kind: string, first: string, drip: string][] = [
    ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X: y\r\n'],
    ['bodies', head, ' '],
    ['readers', answers, ''],
    ['silent', '', ''],
  ]
  return Array.from({ length: SOCKETS }, (_, i) => {
    const [kind, first, drip] = kinds[i % kinds.length]!
    const socket = connect(port, '127.0.0.1')
    const slow: Slow = { socket, kind, open: true }
    const dripping = setInterval(() => drip && socket.writable && socket.write(drip), DRIP_MS)
    socket
      .on('error', () => {})
      .once('connect', () => first && socket.write(first))
      .once('close', () => {
        slow.open = false
        clearInterval(dripping)
      })
    // One that is not read never sees the end of the connection.
    if (kind === 'readers') socket.pause()
    else socket.resume()
    return slow
  })
}

export const slowSockets: Fault = {
  name: 'slow-sockets',
  about: '1,000 slow sockets: headers and bodies that drip, answers that are not read, connections that say nothing',
  control: 'no time-outs',
  defaults: { rounds: 1, seconds: 25 },
  async run({ seconds, control }) {
    await using resources = new AsyncDisposableStack()
    const stage = await Stage.set(resources, { postgres: {}, boats: 2, env: control ? hook('no-time-outs') : {} })
    const [{ boat: good }, { boat: slowBoat }] = stage.boats as [(typeof stage.boats)[0], (typeof stage.boats)[0]]
    const { url } = stage.service()
    const before = await goodClientFor(url, good, 5)
    const slow = openSlow(Number(new URL(url).port), slowBoat.deviceKey)
    resources.defer(() => {
      for (const { socket } of slow) socket.destroy()
    })
    await wait(1_000)
    const meanwhile = await goodClientFor(url, good, Math.max(seconds, CUT_SECONDS))
    const late = performance.now() + LATE_MS
    while (slow.some(({ open, kind }) => open && kind !== 'readers') && performance.now() < late) await wait(100)
    const left = slow.filter(({ open, kind }) => open && kind !== 'readers')
    return {
      counts: {
        'slow sockets': slow.length,
        'of those cut off': slow.filter(({ open }) => !open).length,
        'requests of the good client': meanwhile.requests,
        'ms its p50': Math.round(meanwhile.p50),
        'ms its p99': Math.round(meanwhile.p99),
        'ms its p99 before': Math.round(before.p99),
      },
      broken: [
        // A machine that is busy with other things is slow without slow sockets too: then it has to be run again.
        ...(meanwhile.p99 > P99_MS
          ? [`p99 above ${P99_MS} ms${before.p99 > P99_MS / 2 ? ': this machine is too busy to tell' : ''}`]
          : []),
        ...(meanwhile.refused.length > 0 ? [`${meanwhile.refused.length} refused: ${meanwhile.refused[0]}`] : []),
        ...(left.length > 0 ? [`${left.length} slow senders are still open (${left[0]!.kind})`] : []),
      ],
    }
  },
}
