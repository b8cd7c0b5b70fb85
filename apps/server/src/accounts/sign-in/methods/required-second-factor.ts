import type { Route } from '@binnacle/contract'
import type { Db } from '../../../db/database.ts'
import { ApiError } from '../../../http/errors.ts'
import type { RequireSecondFactor } from '../../../settings/config.ts'
import { findPasswordHash } from './password-sql.ts'

interface SignedInOwner {
  id: string
  operator: boolean
  twoFactorEnabled: boolean
}

/**
 * Throws second_factor_required while the account's password signs in alone and the operator does not allow that. A passkey beside
 * such a password changes nothing; without a password, a passkey or the OIDC provider is the second factor.
 */
export async function refuseWithoutSecondFactor(
  db: Db,
  required: RequireSecondFactor,
  route: Route,
  owner: SignedInOwner,
): Promise<void> {
  const concerned = required === 'everyone' || (required === 'operator' && owner.operator)
  if (!concerned || owner.twoFactorEnabled || route.withoutSecondFactor) return
  if ((await findPasswordHash(db, owner.id)) !== undefined) throw new ApiError('second_factor_required')
}
