import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { LiveChange, LiveTopic } from '@binnacle/contract'

/** One who looks on, as a browser does, but for coming back by itself. */
interface Onlooker {
  status: number
  headers: http.IncomingHttpHeaders
  /** All that has come so far. */
  heard(): string
  /** The changes told so far, oldest first. */
  changes(): LiveChange[]
  /** Resolves when something of this vessel was told under this topic after the call. */
  toldOf(vesselId: string, topic: LiveTopic): Promise<void>
  /** Resolves when the stream is over: whether the service ended it, and did not cut the connection. */
  ended: Promise<boolean>
  leave(): void
}

/** Opens GET /app/live and waits for its hello. Gives an answer that is no stream as it is. */
export async function lookOn(baseUrl: string, { cookie }: { cookie: string }, path = '/app/live'): Promise<Onlooker> {
  const { get } = baseUrl.startsWith('https:') ? https : http
  const request = get(baseUrl + path, { headers: { cookie }, agent: false })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  let text = ''
  answer.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  answer.on('error', () => {})
  const ended = new Promise<boolean>((resolve) => answer.once('close', () => resolve(answer.complete)))
  const changes = () => [...text.matchAll(/^event: changed\ndata: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data!))
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      const more = await Promise.race([once(answer, 'data'), ended.then(() => null)])
      if (!more && !holds()) throw new Error(`the stream ended:\n${text}`)
    }
  }
  if (answer.statusCode === 200) await until(() => text.includes('event: hello\ndata: {}\n\n'))
  else await ended
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    heard: () => text,
    changes,
    toldOf(vesselId, topic) {
      const before = changes().length
      const told = ({ vessel_id, topics }: LiveChange) => vessel_id === vesselId && topics.includes(topic)
      return until(() => changes().slice(before).some(told))
    },
    ended,
    leave: () => request.destroy(),
  }
}

/** Only a test that fails waits so long, on however busy a machine. */
const GIVE_UP_MS = 300_000

/** What it resolves to. Fails and names `what` when that does not come. */
export async function awaited<T>(work: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new assert.AssertionError({ message: `${what} did not come within ${GIVE_UP_MS / 1000} s` })),
    GIVE_UP_MS,
  )
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
