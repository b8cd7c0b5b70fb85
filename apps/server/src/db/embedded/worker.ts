import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { returnMemory } from '../../process/return-memory.ts'
import { copyEmbedded } from './copy.ts'
import type { New } from './create.ts'
import { openEmbedded } from './open.ts'
import type { FromWorker, ToWorker } from './server.ts'

/**
 * The thread in which the embedded database runs, so that requests are read and answered while it computes and syncs. It speaks
 * PostgreSQL's protocol with the one connection of server.ts: whole messages in, their answers out, in turn.
 */
const port = parentPort!
const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

/** The last byte of an answer that ends in ReadyForQuery: I, unless a transaction is open. */
const IDLE = 'I'.charCodeAt(0)

let idle = true
let copying = false
let turn: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = turn.then(work)
  turn = done.catch(() => {})
  return done
}

const { dataDir, ...how } = workerData as { dataDir: string } & New

try {
  const { pglite, close } = await openEmbedded(dataDir, {
    ...how,
    // While the database is copied it gets no checkpoint, and no vacuum, which would make it long.
    whenIdle: (work) => inTurn(async () => (idle && !copying ? work() : undefined)),
  })

  const answer = async (request: Uint8Array) => {
    const bytes = (await pglite.execProtocolRaw(request, { syncToFs: false })).slice()
    idle = bytes.at(-1) === IDLE
    say({ bytes }, [bytes.buffer])
  }

  /** What a connection that broke may have left: PGlite has one session, whoever speaks to it. */
  const reset = async () => {
    await pglite.exec('ROLLBACK')
    await pglite.exec('DISCARD ALL')
    idle = true
  }

  /** As soon as no transaction is open; those of the service are short. */
  const onceIdle = async (work: () => Promise<unknown>) => {
    for (let done = false; !done; ) {
      await inTurn(async () => {
        if (!idle) return
        done = true
        await work()
      })
      if (!done) await setTimeout(5)
    }
  }

  const copy = async (to: string) => {
    copying = true
    try {
      await copyEmbedded(pglite, onceIdle, join(dataDir, 'db'), to)
      say({ copied: null })
    } catch (error) {
      say({ copied: { name: (error as Error).name, message: (error as Error).message } })
    } finally {
      copying = false
    }
  }

  port.on('message', (message: ToWorker) => {
    if ('bytes' in message) void inTurn(() => answer(message.bytes))
    else if ('copyTo' in message) void copy(message.copyTo)
    else if (message.do === 'reset') void inTurn(reset)
    else if (message.do === 'returnMemory') returnMemory()
    else void close().then(() => say({ closed: true }))
  })
  say({ opened: true })
} catch (error) {
  const { name, message } = error as Error
  say({ failed: { name, message } })
}
