import { ApiProblem } from '../api/client.ts'
import type { FirstTexts } from '../texts/en-first.ts'
import { problemText } from '../ui/problem.tsx'
import { OidcProblem } from './sign-in/oidc.ts'

/** What went wrong with signing in or with the account, in kind words. */
export function signInProblemText(error: unknown, texts: FirstTexts): string {
  const { common, start } = texts
  const { problem } = start
  if (error instanceof OidcProblem) return oidcText(error.code, texts)
  if (error instanceof PasskeyProblem) return problem[error.reason]
  if (!(error instanceof ApiProblem)) return problemText(error, common)
  const { code, retryAfter } = error
  if (code === 'rate_limited') return problem.rate_limited(Math.ceil((retryAfter ?? 60) / 60))
  const known: unknown = Object.hasOwn(problem, code) ? problem[code as keyof typeof problem] : undefined
  return typeof known === 'string' ? known : problemText(error, common)
}

/** The code is from the page's address: one that is unknown is not shown. */
function oidcText(code: string, { common, start }: FirstTexts): string {
  const known: Record<string, unknown> = { ...common.problem, ...start.oidc }
  return Object.hasOwn(known, code) && typeof known[code] === 'string' ? known[code] : start.oidc.oidc_refused
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
