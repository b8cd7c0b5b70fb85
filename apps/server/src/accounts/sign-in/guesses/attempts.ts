import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { ApiError, retryAfter } from '../../../http/errors.ts'

/** Wrong attempts at one secret of an account, in a window that begins with the first. */
const MAX_ATTEMPTS = 10
const WINDOW_S = 15 * 60

/** How long better-auth accepts a code: its 30 seconds, those before and those after. */
const CODE_VALID_S = 90

type Secret = 'password' | 'code'

/**
 * Counts an attempt at the account's password and then makes it: `make` throws wrong_password. Attempts are counted in the database,
 * in one statement before the password is checked, so that attempts sent at once, also to several processes, cannot exceed the
 * limit. The right password resets the count; an attempt that ends with another error does not count. Throws rate_limited above the
 * limit.
 */
export async function attemptPassword<T>(db: Db, ownerId: string, make: () => Promise<T>): Promise<T> {
  await countAttempt(db, ownerId, 'password')
  let result: T
  try {
    result = await make()
  } catch (error) {
    const wrong = error instanceof ApiError && error.code === 'wrong_password'
    if (!wrong) await giveBackAttempt(db, ownerId, 'password')
    throw error
  }
  await resetAttempts(db, ownerId, 'password')
  return result
}

export async function countAttempt(db: Db, ownerId: string, secret: Secret): Promise<void> {
  if (await take(db, ownerId, secret, MAX_ATTEMPTS, WINDOW_S)) return
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from window_ends - now())::float8 * 1000 as ms from attempt
    where owner_id = ${ownerId} and secret = ${secret}`.execute(db)
  throw new ApiError('rate_limited', undefined, retryAfter(rows[0]?.ms ?? 0))
}

export async function giveBackAttempt(db: Db, ownerId: string, secret: Secret): Promise<void> {
  await sql`
    update attempt set tries = tries - 1
    where owner_id = ${ownerId} and secret = ${secret} and tries > 0`.execute(db)
}

/** Also deletes what the account does not need any more, such as used codes that have expired. */
export async function resetAttempts(db: Db, ownerId: string, secret: Secret): Promise<void> {
  await sql`
    delete from attempt where owner_id = ${ownerId} and (secret = ${secret} or window_ends <= now())`.execute(db)
}

/**
 * A code of an authenticator app signs in once (RFC 6238, 5.2), so that someone who saw it cannot use it too; a backup code, which
 * better-auth takes away once it was right, too. It counts as used before it is checked, so that of two requests at once only
 * one signs in. False: it was used before.
 */
export function useCode(db: Db, ownerId: string, code: string): Promise<boolean> {
  return take(db, ownerId, usedCode(code), 1, CODE_VALID_S)
}

/** For a code that was wrong. */
export async function releaseCode(db: Db, ownerId: string, code: string): Promise<void> {
  await sql`delete from attempt where owner_id = ${ownerId} and secret = ${usedCode(code)}`.execute(db)
}

/** Not the code itself: a backup code that is not taken away in time would be readable. */
const usedCode = (code: string) => `used code ${createHash('sha256').update(code).digest('base64url')}`

async function take(db: Db, ownerId: string, secret: string, max: number, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into attempt as known (owner_id, secret, tries, window_ends)
    values (${ownerId}, ${secret}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (owner_id, secret) do update set
      tries = case when known.window_ends <= now() then 1 else known.tries + 1 end,
      window_ends = case when known.window_ends <= now() then excluded.window_ends else known.window_ends end
    where known.window_ends <= now() or known.tries < ${max}
    returning tries`.execute(db)
  return rows.length > 0
}
