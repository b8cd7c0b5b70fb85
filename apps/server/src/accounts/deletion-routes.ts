import * as contract from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import { ApiError, retryAfter } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import type { Limits } from '../limits/limits.ts'
import type { Auth } from './auth.ts'
import { deleteAccount, passwordHash } from './deletion-sql.ts'

/** Tries an account has in a minute: whoever found a phone unlocked must not guess the password by this. */
const TRIES_PER_MINUTE = 5

const FRESH_MS = 10 * 60_000

const LAST_OPERATOR = 'this account runs the installation, and other accounts still exist: they must go first'

/** removeFiles: removes deleted vessels' images from wherever they are kept. */
export function deletionRoutes(
  on: On,
  db: Db,
  auth: Auth,
  limits: Limits,
  removeFiles: (vesselIds: string[]) => Promise<void>,
): void {
  const tries = limits.limiter('deletion', TRIES_PER_MINUTE, 60)

  async function refuseUnproven(ownerId: string, request: FastifyRequest, password: string | undefined, now: Date) {
    const hash = await passwordHash(db, ownerId)
    if (hash === null) {
      if (!(await isFresh(auth, request, now))) throw new ApiError('fresh_session_required')
      return
    }
    const { allowed, msBeforeNext } = await tries.take(ownerId)
    if (!allowed) throw new ApiError('rate_limited', undefined, retryAfter(msBeforeNext))
    const { password: passwords } = await auth.$context
    if (password === undefined || !(await passwords.verify({ hash, password }))) throw new ApiError('wrong_password')
  }

  on(contract.deleteAccount, async ({ caller, body, request, now }) => {
    await refuseUnproven(caller.id, request, body.password, now)
    const vessels = await deleteAccount(db, caller.id)
    if (vessels === 'last_operator') throw new ApiError('conflict', LAST_OPERATOR)
    // What a crash leaves of the files, the sweep takes.
    await removeFiles(vessels ?? [])
    return { removed: true }
  })
}

async function isFresh(auth: Auth, request: FastifyRequest, now: Date): Promise<boolean> {
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  const found = await auth.api.getSession({ headers })
  return found !== null && now.getTime() - new Date(found.session.createdAt).getTime() < FRESH_MS
}
