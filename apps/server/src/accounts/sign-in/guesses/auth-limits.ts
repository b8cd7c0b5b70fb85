import type { AUTH_ROUTES } from '@binnacle/contract'
import { addressKey } from '../../../limits/address-key.ts'
import { admit } from '../../../limits/admit.ts'
import type { Limits } from '../../../limits/limits.ts'

export type AuthRouteId = (typeof AUTH_ROUTES)[number]['id'] | 'startOidc' | 'finishOidc'

/** Requests a minute for each address: enough for a family behind one router, too little to guess passwords or codes. */
const PER_MINUTE: Record<AuthRouteId, number> = {
  signUp: 30,
  signIn: 20,
  signOut: 100,
  changePassword: 10,
  changeProfile: 100,
  revokeOtherSessions: 100,
  enableTotp: 20,
  verifyTotp: 20,
  verifyBackupCode: 20,
  disableTotp: 20,
  makeBackupCodes: 20,
  passkeyToAdd: 60,
  addPasskey: 60,
  passkeyToSignIn: 60,
  signInWithPasskey: 60,
  requestPasswordReset: 10,
  resetPassword: 20,
  startOidc: 60,
  finishOidc: 60,
}

/** Throws rate_limited for an address that asks a route too often. */
export function authLimits(limits: Limits) {
  const limiters = new Map(
    Object.entries(PER_MINUTE).map(([id, perMinute]) => [id, limits.limiter('sign-in', perMinute, 60)]),
  )
  return (routeId: AuthRouteId, ip: string): Promise<void> =>
    admit(limiters.get(routeId)!, `${addressKey(ip)} ${routeId}`)
}
