import type { GenericEndpointContext } from 'better-auth'
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { countAttempt, giveBackAttempt, releaseCode, resetAttempts, useCode } from './attempts.ts'

const TOTP_PATH = '/two-factor/verify-totp'
const BACKUP_PATH = '/two-factor/verify-backup-code'

/** The codes with which better-auth says that a code is wrong; other errors come before it is checked. */
const WRONG = ['INVALID_CODE', 'INVALID_BACKUP_CODE']

/** The account that a request to better-auth wants to sign in to with a code. */
export const accountOfCode = new WeakMap<Request, string>()

/**
 * The second factor of an account was written by a process with another secret: one that is restarted after a rotation, or has
 * been.
 */
export const UNREADABLE = 'SECOND_FACTOR_UNREADABLE'

async function requireReadable(db: Db, ownerId: string, key: string): Promise<void> {
  const { rows } = await sql<{ secret: string }>`select secret from two_factor where owner_id = ${ownerId}`.execute(db)
  for (const { secret } of rows)
    await symmetricDecrypt({ key, data: secret }).catch(() => {
      throw new APIError('SERVICE_UNAVAILABLE', { code: UNREADABLE })
    })
}

/** Limits attempts at the codes of an account, from however many addresses and sign-ins. Hooks of better-auth. */
export function makeCodeAttempts(db: Db) {
  const counted = new WeakSet<Request>()

  /** The account that signs in with this code; null where a session is checked instead, such as for a code that finishes a set-up. */
  async function begunBy(request: GenericEndpointContext): Promise<string | null> {
    if (await getSessionFromCtx(request)) return null
    const { context, getSignedCookie } = request
    const begun = await getSignedCookie(context.createAuthCookie('two_factor').name, context.secret)
    return (begun && (await context.internalAdapter.findVerificationValue(begun))?.value) || null
  }

  return {
    async before(context: GenericEndpointContext): Promise<void> {
      if (context.path !== TOTP_PATH && context.path !== BACKUP_PATH) return
      const ownerId = await begunBy(context)
      if (ownerId === null) return
      accountOfCode.set(context.request!, ownerId)
      await requireReadable(db, ownerId, context.context.secret)
      await countAttempt(db, ownerId, 'code')
      if (!(await useCode(db, ownerId, context.body.code)))
        throw new APIError('UNAUTHORIZED', {
          code: context.path === TOTP_PATH ? 'INVALID_CODE' : 'INVALID_BACKUP_CODE',
        })
      counted.add(context.request!)
    },

    async after({ request, body, context }: GenericEndpointContext & { context: { returned?: unknown } }) {
      if (!request || !counted.has(request)) return
      const ownerId = accountOfCode.get(request)!
      const error = isAPIError(context.returned) ? context.returned : null
      if (!error) return resetAttempts(db, ownerId, 'code')
      await releaseCode(db, ownerId, body.code)
      if (!WRONG.includes(String(error.body?.code))) await giveBackAttempt(db, ownerId, 'code')
    },
  }
}
