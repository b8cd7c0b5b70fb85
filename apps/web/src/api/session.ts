import { forgetRead, nothingToForget } from './persist.ts'
import { hasUnsaved } from './unsaved.ts'

/** Whether the session has ended, and the requests that wait until its owner has signed in again (start/sign-in/sign-in-again.tsx). */
let over = false
let waiting: PromiseWithResolvers<boolean> | null = null
/** Set while a page stands that can ask for the sign-in. */
let ask: (() => void) | null = null

/** From the first answer that says so until the next sign-in: meanwhile nothing that was read is kept in this browser. */
export const isSessionOver = (): boolean => over

/** Whether the page asks for the sign-in. */
export const isSignInWanted = (): boolean => waiting !== null

/**
 * The service knows no session. Ends when its owner has signed in over the page: true, and the request can be sent again. A page that
 * has nothing to lose does not ask, and `reads` alone lose nothing: false at once, and the app goes to the sign-in page.
 */
export async function signedInAgain(reads: boolean): Promise<boolean> {
  over = true
  void forgetRead()
  if (!ask || (reads && !waiting && !hasUnsaved())) return false
  waiting ??= Promise.withResolvers<boolean>()
  ask()
  return waiting.promise
}

/** Somebody has signed in: what is read is kept again, and what waits is sent. */
export function sessionBegun(): void {
  over = false
  nothingToForget()
  settle(true)
}

/** Gives up what waits: each request fails as it did. */
export const signInDeclined = (): void => settle(false)

/** Called by the page that can ask; `changed` is told when it has to, or no more. */
export function watchSignIn(changed: () => void): () => void {
  ask = changed
  return () => {
    ask = null
    signInDeclined()
  }
}

function settle(signedIn: boolean): void {
  waiting?.resolve(signedIn)
  waiting = null
  ask?.()
}
