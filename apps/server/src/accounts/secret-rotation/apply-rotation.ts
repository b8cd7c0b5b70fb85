import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { storedSettings, storeSetting } from '../../service/settings.ts'
import { authKey, derivedKey, type Secrets } from '../../settings/secret.ts'

/**
 * After a rotation of the secret, at the start: encrypts what better-auth reads with the current one, and ends the sessions, whose
 * cookies are not accepted any more. Every step may be cut short and is done again by the next start.
 */
export async function applyRotation(db: Db, secrets: Secrets, log: Pick<Logger, 'info' | 'error'>): Promise<void> {
  if (secrets.former.length === 0) return
  await encryptAnew(db, secrets, log)
  const mark = derivedKey(secrets.current, 'mark').toString('hex')
  await inTransaction(db, async (tx) => {
    if ((await storedSettings(tx)).secret_mark === mark) return
    await tx.deleteFrom('session').execute()
    await storeSetting(tx, 'secret_mark', mark)
    log.info('the secret was rotated: everybody has to sign in again')
  })
}

/**
 * The secrets and backup codes of authenticator apps. A row that another process changes meanwhile is its to encrypt, or the next
 * start's.
 */
async function encryptAnew(db: Db, { current, former }: Secrets, log: Pick<Logger, 'error'>): Promise<void> {
  const keys = [current, ...former].map(authKey)
  let unreadable = 0
  const { rows } = await sql<{ id: string; secret: string; backup_codes: string }>`
    select id, secret, backup_codes from two_factor`.execute(db)
  for (const row of rows) {
    const [secret, backup_codes] = await Promise.all([withFirst(keys, row.secret), withFirst(keys, row.backup_codes)])
    if (secret === null || backup_codes === null) unreadable++
    else if (secret !== row.secret || backup_codes !== row.backup_codes)
      await sql`
        update two_factor set secret = ${secret}, backup_codes = ${backup_codes}
        where id = ${row.id} and secret = ${row.secret} and backup_codes = ${row.backup_codes}`.execute(db)
  }
  if (unreadable > 0)
    log.error({ unreadable }, 'authenticator apps were set up with a secret that is not among the former ones')
}

/** The text, encrypted with the first key; as it is where it is already, and null where none of the keys opens it. */
async function withFirst(keys: string[], encrypted: string): Promise<string | null> {
  for (const key of keys) {
    const text = await symmetricDecrypt({ key, data: encrypted }).catch(() => null)
    if (text !== null) return key === keys[0] ? encrypted : symmetricEncrypt({ key: keys[0]!, data: text })
  }
  return null
}
