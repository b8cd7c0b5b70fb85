import { ApiError } from '../../../http/errors.ts'

let common: Promise<Set<string>> | undefined

/** Tens of thousands of passwords from leaks, loaded when the first account chooses one. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'] as string[])
}

/** Throws weak_password for one that an attacker tries first: the commonest ones, and the e-mail address. */
export async function refuseWeakPassword(password: string, email: string): Promise<void> {
  const plain = password.trim().toLowerCase()
  const address = email.toLowerCase()
  common ??= loadCommon()
  if (plain === address || plain === address.split('@')[0] || (await common).has(plain))
    throw new ApiError('weak_password')
}
