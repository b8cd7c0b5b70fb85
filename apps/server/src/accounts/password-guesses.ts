import { ApiError, retryAfter } from '../http/errors.ts'
import type { Limiter, Limits } from '../limits/limits.ts'

/** Wrong passwords an account may have in an hour, from however many addresses. */
const WRONG_PER_HOUR = 50

/**
 * Holds up guessing at one account from many addresses, which a limit for each address does not. A passkey still signs its
 * owner in meanwhile, and sessions go on.
 */
export class PasswordGuesses {
  readonly #wrong: Limiter

  constructor(limits: Limits) {
    this.#wrong = limits.limiter('wrong-password', WRONG_PER_HOUR, 3600)
  }

  /**
   * Counts a guess before it is tried, so that many at once are no more than fifty. Throws rate_limited where the account has had
   * its wrong passwords.
   */
  async count(email: string): Promise<void> {
    const { allowed, msBeforeNext } = await this.#wrong.take(email.toLowerCase())
    if (!allowed) throw new ApiError('rate_limited', undefined, retryAfter(msBeforeNext))
  }

  /** Whoever has a new password may try it at once. */
  async clear(email: string): Promise<void> {
    await this.#wrong.clear(email.toLowerCase())
  }

  /** It was not wrong after all, or was not tried. */
  async forget(email: string): Promise<void> {
    await this.#wrong.giveBack(email.toLowerCase())
  }
}
