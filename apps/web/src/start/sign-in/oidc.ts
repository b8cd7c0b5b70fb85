import { api } from '../../api/client.ts'

interface OidcSignIn {
  /** The page to open afterwards. */
  to?: string
  /** The provider must ask who it is, also where it knows them. */
  fresh?: boolean
}

/** Leaves for the operator's sign-in provider, which sends the browser back. Throws an ApiProblem. */
export async function signInWithOidc(body: OidcSignIn = {}): Promise<void> {
  leaveFor(await api('POST /app/oidc/sign-in', { body }))
}

/** Of a button that bears the provider's name, which may be long. */
export const NAMED_BUTTON = {
  root: { maxWidth: '100%', height: 'auto', minHeight: 'var(--button-height)', paddingBlock: '0.4rem' },
  label: { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.3 },
} as const

export const leaveFor = ({ url }: { url: string }): void => location.assign(url)

/** Why the return from the provider signed nobody in: the `error` in the page's address. */
export class OidcProblem extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.name = 'OidcProblem'
    this.code = code
  }
}
