import type { GenericEndpointContext } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import type { Limits } from '../limits/limits.ts'

/** How long better-auth takes a code: its own half minute, the one before and the one after. */
const GOOD_FOR_S = 90

/**
 * A code of an authenticator app signs in once (RFC 6238, 5.2): whoever saw it being typed cannot use it as well. A code counts as used
 * before it is tried, so that of two requests at once one signs in, and is given back if it was not right.
 */
export function makeUsedCodes(limits: Limits) {
  const used = limits.limiter('used-code', 1, GOOD_FOR_S)
  const tried = new WeakMap<Request, string>()

  /** The account whose password was right and that is asked for its code; null for a code that finishes a set-up. */
  async function begunBy({ context, getSignedCookie }: GenericEndpointContext): Promise<string | null> {
    const begun = await getSignedCookie(context.createAuthCookie('two_factor').name, context.secret)
    return (begun && (await context.internalAdapter.findVerificationValue(begun))?.value) || null
  }

  return {
    async before(context: GenericEndpointContext): Promise<void> {
      const account = await begunBy(context)
      if (account === null) return
      const key = `${account} ${context.body.code}`
      if (!(await used.take(key)).allowed) throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' })
      tried.set(context.request!, key)
    },

    async after({ request, context }: GenericEndpointContext & { context: { returned?: unknown } }): Promise<void> {
      const key = tried.get(request!)
      if (key !== undefined && isAPIError(context.returned)) await used.giveBack(key)
    },
  }
}
