import type { Db } from '../../db/database.ts'
import { ApiError } from '../../http/errors.ts'
import { anyAccount, signupsOpen } from '../../service/settings.ts'
import type { Person } from './provider.ts'
import { findLinked, isEmailTaken, linkedAt } from './sql.ts'

/** What startOidc and linkOidc have stored under the state. */
export interface Begun {
  codeVerifier: string
  /** The owner who links an account at the provider; absent: somebody signs in. */
  link?: { userId: string; email: string }
  /** Whether the first account may be made by this sign-in. */
  first?: boolean
}

export interface Found {
  id: string
  email: string
  name: string
  does: 'link' | 'sign-in' | 'sign-up'
}

/**
 * Whose account a person at the provider has or gets. Only the link decides: an e-mail address never leads to an account that
 * exists, even one that the provider says is verified, because nobody has verified the one here. Closed sign-up is
 * refused before the address is looked at, so that its answer is the same for every one.
 */
export async function findAccount(
  db: Db,
  signups: 'open' | 'closed',
  person: Person,
  { link, first = false }: Begun,
): Promise<Found> {
  const linked = await findLinked(db, person.id)
  if (link) {
    if (linked || (await linkedAt(db, link.userId))) throw new ApiError('conflict')
    return { id: person.id, email: link.email, name: link.email, does: 'link' }
  }
  if (linked) return { id: person.id, email: linked.email, name: linked.name, does: 'sign-in' }
  if (!(await anyAccount(db))) {
    if (!first) throw new ApiError('setup_token_required')
  } else if (!(await signupsOpen(db, signups))) throw new ApiError('signups_closed')
  const profile = await person.profile()
  if (await isEmailTaken(db, profile.email)) throw new ApiError('email_taken')
  return { ...profile, id: person.id, does: 'sign-up' }
}
