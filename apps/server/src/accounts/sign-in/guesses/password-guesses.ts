import { ApiError } from '../../../http/errors.ts'
import { admit } from '../../../limits/admit.ts'
import type { Limiter, Limits } from '../../../limits/limits.ts'

/** Wrong passwords per hour for one account, from all addresses together. */
const MAX_WRONG_PER_HOUR = 50

/**
 * Limits password guesses for one account from many addresses, which a limit per address cannot do. While an account is blocked, its
 * passkeys and open sessions still work.
 */
export class PasswordGuesses {
  readonly #wrong: Limiter

  constructor(limits: Limits) {
    this.#wrong = limits.limiter('wrong-password', MAX_WRONG_PER_HOUR, 3600)
  }

  /**
   * Counts a guess before `check` makes it, so that parallel guesses cannot exceed the limit, and takes it back unless the password
   * was wrong. Throws rate_limited above the limit.
   */
  async guess<T>(email: string, check: () => Promise<T>): Promise<T> {
    const account = email.toLowerCase()
    await admit(this.#wrong, account)
    const checked = check()
    const wrong = await checked.then(() => false, isWrongPassword)
    if (!wrong) await this.#wrong.giveBack(account)
    return checked
  }

  /** Resets the count, after the password was changed. */
  async clear(email: string): Promise<void> {
    await this.#wrong.clear(email.toLowerCase())
  }
}

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.code === 'invalid_email_or_password'
