import '../testing/modules.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { ApiProblem } from '../api/client.ts'
import { de } from '../texts/de.ts'
import { en } from '../texts/en.ts'
import { OidcProblem } from './sign-in/oidc.ts'

const { signInProblemText } = await import('./problem-text.ts')

const { startOidc, linkOidc, unlinkOidc, finishOidc } = contract
const routes: contract.Route[] = [...contract.AUTH_ROUTES, startOidc, linkOidc, unlinkOidc, finishOidc]

/** What the return from a provider may put into the address of a page: see apps/server/src/accounts/oidc/routes.ts. */
const RETURNED: contract.ErrorCode[] = [
  'account_suspended',
  'conflict',
  'email_taken',
  'fresh_session_required',
  'oidc_refused',
  'oidc_unavailable',
  'rate_limited',
  'setup_token_required',
  'sign_in_again',
  'signups_closed',
]

for (const [language, texts] of Object.entries({ en, de })) {
  test(`every refusal of a sign-in has words of its own: ${language}`, () => {
    const codes = new Set(routes.flatMap((route) => route.errors))
    assert.ok(codes.has('account_suspended') && codes.size > 15)
    for (const code of codes) {
      const words = signInProblemText(new ApiProblem(contract.ERRORS[code].status, code), texts)
      assert.notEqual(words, texts.common.problem.other(code), code)
    }
  })

  test(`every reason of a return from a provider has words of its own: ${language}`, () => {
    const words = RETURNED.map((code) => signInProblemText(new OidcProblem(code), texts))
    assert.equal(new Set(words).size, RETURNED.length)
  })

  test(`a suspended account is told who suspended it: ${language}`, () => {
    const words = texts.common.problem.account_suspended
    assert.equal(signInProblemText(new ApiProblem(403, 'account_suspended'), texts), words)
    assert.equal(signInProblemText(new OidcProblem('account_suspended'), texts), words)
  })
}
