import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { useEffect, useEffectEvent, useRef } from 'react'
import { signInWithPasskey } from './passkey.ts'

/**
 * Lets the browser offer passkeys in the suggestions of the e-mail field (autocomplete "webauthn"), while the form is shown.
 * Gives what stops it: a browser does one such thing at a time, and this must not come in the way of the button's.
 */
export function usePasskeyAutofill(signedIn: () => void): () => void {
  const whenSignedIn = useEffectEvent(signedIn)
  const stop = useRef(() => {})
  useEffect(() => {
    const stopped = new AbortController()
    const wait = async () => {
      if (!(await browserSupportsWebAuthnAutofill())) return
      await signInWithPasskey({ autofill: true, signal: stopped.signal })
      whenSignedIn()
    }
    stop.current = () => {
      stopped.abort()
      WebAuthnAbortService.cancelCeremony()
    }
    // Nobody asked for anything, so nobody is told: the button beside the form says what is wrong.
    wait().catch(() => undefined)
    return () => stop.current()
  }, [])
  return () => stop.current()
}
