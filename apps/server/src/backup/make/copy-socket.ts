import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyInstance } from 'fastify'
import { whenListening } from '../../service/when-listening.ts'
import type { LiveCopies } from './live-copies.ts'
import { BackupRefused } from './make-backup.ts'

type Answer = { folder: string } | { refused: string }

/** Where `npm run backup` asks the service that has the embedded database open for a copy of it; for the service's user only. */
const copySocketOf = (dataDir: string) => join(dataDir, 'backup.sock')

/** Maximum length of a socket path, bytes. */
const MAX_SOCKET_PATH = 100

/** Opens the socket while the service runs. A copy is kept until its client disconnects. */
export function openCopySocket(app: FastifyInstance, copies: LiveCopies, dataDir: string): void {
  const path = copySocketOf(dataDir)
  const callers = new Set<Socket>()
  const server = createServer((caller) => {
    callers.add(caller)
    const gone = once(caller, 'close')
    caller.on('error', () => {}).on('close', () => callers.delete(caller))
    const answer = (text: Answer) => caller.write(`${JSON.stringify(text)}\n`)
    copies
      .with(async (folder) => {
        answer({ folder })
        await gone
      })
      .catch((error: Error) => {
        if (!(error instanceof BackupRefused))
          app.log.error({ err: error }, 'the database could not be copied for a backup')
        answer({ refused: error.message })
        caller.end()
      })
  })
  whenListening(app, async () => {
    await copies.clear()
    if (Buffer.byteLength(path) > MAX_SOCKET_PATH) {
      app.log.warn({ path }, 'the name of DATA_DIR is too long for a backup by hand while the service runs')
      return
    }
    await rm(path, { force: true })
    server.listen(path)
    await once(server, 'listening')
    await chmod(path, 0o600)
  })
  app.addHook('onClose', async () => {
    for (const caller of callers) caller.destroy()
    server.close()
  })
}

/** Asks the service for a copy of its database, and gives `use` the folder, which is there until the signal is aborted. */
export async function withCopyOfRunning<T>(
  dataDir: string,
  use: (folder: string, there: AbortSignal) => Promise<T>,
): Promise<T> {
  const socket = createConnection(copySocketOf(dataDir))
  const there = new AbortController()
  socket.once('close', () =>
    there.abort(new BackupRefused('The service was stopped, and its copy of the database went with it. Try again.')),
  )
  try {
    await once(socket, 'connect').catch((error: Error) => {
      throw new BackupRefused(
        `DATA_DIR ${dataDir} is in use by something that gives no copy of its database (${error.message}). Stop it, or wait until the service is up, and try again.`,
      )
    })
    const { value } = await createInterface(socket)[Symbol.asyncIterator]().next()
    const answer = JSON.parse(value ?? '{"refused": "The service ended."}') as Answer
    if ('refused' in answer) throw new BackupRefused(answer.refused)
    socket.resume()
    return await use(answer.folder, there.signal)
  } catch (error) {
    // Whatever could not be read of a copy that has gone, that is why.
    throw there.signal.aborted ? there.signal.reason : error
  } finally {
    socket.destroy()
  }
}
