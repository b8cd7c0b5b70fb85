import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { api } from '../../api/client.ts'
import { PasskeyProblem } from '../problem-text.ts'

/** Browsers have them on secure pages only: https, or localhost. */
export const hasPasskeys = (): boolean => browserSupportsWebAuthn()

interface PasskeySignIn {
  autofill?: boolean
  /** Gives it up before the browser is asked. */
  signal?: AbortSignal
}

/**
 * Signs in with a passkey. `autofill`: waits until the reader picks one in the e-mail field's suggestions, and shows nothing
 * of its own. Throws an ApiProblem or a PasskeyProblem.
 */
export async function signInWithPasskey({ autofill = false, signal }: PasskeySignIn = {}): Promise<void> {
  const options = await api('GET /api/auth/passkey/generate-authenticate-options', { signal })
  signal?.throwIfAborted()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch(explain)
  await api('POST /api/auth/passkey/verify-authentication', { body: { response } })
}

/** Makes a passkey on this device, or on one that the browser reaches, and keeps it under the name. */
export async function addPasskey(name: string): Promise<void> {
  const options = await api('GET /api/auth/passkey/generate-register-options')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await startRegistration({ optionsJSON }).catch(explain)
  await api('POST /api/auth/passkey/verify-registration', { body: { name, response } })
}

const REASONS: Record<string, PasskeyProblem['reason']> = {
  NotAllowedError: 'passkey_cancelled',
  AbortError: 'passkey_cancelled',
  InvalidStateError: 'passkey_exists',
  SecurityError: 'passkey_address',
}

function explain(error: unknown): never {
  throw new PasskeyProblem(REASONS[(error as Error).name] ?? 'passkey_failed', error)
}
