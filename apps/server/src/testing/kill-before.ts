import { isMainThread } from 'node:worker_threads'
import type pg from 'pg'

/**
 * Loaded into a process before its program (see killBefore): SIGKILL at a statement that it sends to its database, so that a test
 * chooses the moment, however fast the machine is. KILL_BEFORE: regular expressions, one a line; each is looked for after the
 * statement that the one before it was found in, and the last of these statements is not sent any more.
 */
const moments = process.env.KILL_BEFORE?.split('\n').map((pattern) => new RegExp(pattern, 'i')) ?? []

if (isMainThread && moments.length > 0) {
  const { Client } = (await import('pg')).default
  const { query } = Client.prototype
  Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement, values] = args as [string | { text?: string }, unknown[] | undefined]
    const text = `${typeof statement === 'string' ? statement : (statement.text ?? '')} ${values?.join(' ') ?? ''}`
    if (moments[0]?.test(text)) moments.shift()
    if (moments.length === 0) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(query, this, args)
  } as typeof query
}
