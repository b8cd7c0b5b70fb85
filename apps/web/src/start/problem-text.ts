import { ApiProblem } from '../api/client.ts'
import type { FirstTexts } from '../texts/en-first.ts'
import { problemText } from '../ui/problem.tsx'

/** What went wrong with signing in or with the account, in kind words. */
export function signInProblemText(error: unknown, { common, start }: FirstTexts): string {
  const { problem } = start
  if (error instanceof PasskeyProblem) return problem[error.reason]
  if (!(error instanceof ApiProblem)) return problemText(error, common)
  const { code, retryAfter } = error
  if (code === 'rate_limited') return problem.rate_limited(Math.ceil((retryAfter ?? 60) / 60))
  const known: unknown = Object.hasOwn(problem, code) ? problem[code as keyof typeof problem] : undefined
  return typeof known === 'string' ? known : problemText(error, common)
}

/** Why the browser did not use or make a passkey. */
export class PasskeyProblem extends Error {
  readonly reason: 'passkey_cancelled' | 'passkey_exists' | 'passkey_address' | 'passkey_failed'

  constructor(reason: PasskeyProblem['reason'], cause: unknown) {
    super(reason, { cause })
    this.name = 'PasskeyProblem'
    this.reason = reason
  }
}
