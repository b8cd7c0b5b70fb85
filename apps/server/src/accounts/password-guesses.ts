import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ApiError, retryAfter } from '../http/errors.ts'

/** Wrong passwords an account may have in an hour, from however many addresses. */
const WRONG_PER_HOUR = 50

/**
 * Holds up guessing at one account from many addresses, which a limit for each address does not. A passkey still signs its
 * owner in meanwhile, and sessions go on.
 */
export class PasswordGuesses {
  readonly #wrong = new RateLimiterMemory({ points: WRONG_PER_HOUR, duration: 3600 })

  /** Throws rate_limited where the account has had its wrong passwords. */
  async admit(email: string): Promise<void> {
    const spent = await this.#wrong.get(email.toLowerCase())
    if (spent && spent.remainingPoints <= 0)
      throw new ApiError('rate_limited', undefined, retryAfter(spent.msBeforeNext))
  }

  async countWrong(email: string): Promise<void> {
    await this.#wrong.penalty(email.toLowerCase())
  }
}
