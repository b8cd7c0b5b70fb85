import * as contract from '@binnacle/contract'
import { record } from '../../../audit/record.ts'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { Handle } from '../../../http/route/register.ts'
import { linkedAt } from '../../oidc/sql.ts'
import type { Auth } from '../auth.ts'
import { sessionIdOf } from '../sessions/session-id.ts'
import { findPasswordHash } from './password-sql.ts'
import {
  deletePasskey,
  deleteSession,
  listPasskeys,
  listSessions,
  updatePasskey,
  usesTwoFactor,
} from './sign-in-methods-sql.ts'
import { keepWayIn } from './ways-in-sql.ts'

/** Longest name of a browser that is shown: some say much more about themselves. */
const USER_AGENT_LENGTH = 1000

/**
 * Passkeys and sessions of the account. better-auth has such routes, too; these give no session's token away, and answer for a
 * stranger's id as for one that is not there.
 */
export function signInMethodsRoutes(handle: Handle, db: Db, auth: Auth, oidc: { name: string } | null): void {
  handle(contract.getSignInMethods, async ({ caller }) => {
    const two_factor = await usesTwoFactor(db, caller.id)
    return {
      password: (await findPasswordHash(db, caller.id)) !== undefined,
      two_factor,
      backup_codes_left: two_factor ? await backupCodesLeft(auth, caller.id) : null,
      passkeys: await listPasskeys(db, caller.id),
      oidc: oidc && { name: oidc.name, linked_at: await linkedAt(db, caller.id) },
    }
  })

  handle(contract.renamePasskey, async ({ caller, params, body }) => ({
    passkey: await updatePasskey(db, caller.id, params.id, body.name),
  }))

  handle(contract.deletePasskey, async (call) => {
    await inTransaction(db, async (tx) => {
      const remove = () => deletePasskey(tx, call.caller.id, call.params.id)
      const { name } = await keepWayIn(tx, call.caller.id, oidc !== null, remove)
      await record(tx, call, 'passkey_removed', { name })
    })
    return { removed: true }
  })

  handle(contract.listSessions, async ({ caller, request, now }) => {
    const current = await sessionIdOf(auth, request)
    const sessions = await listSessions(db, caller.id, now)
    return {
      sessions: sessions.map((session) => ({
        ...session,
        current: session.id === current,
        user_agent: session.user_agent?.slice(0, USER_AGENT_LENGTH) || null,
        ip: session.ip || null,
      })),
    }
  })

  handle(contract.deleteSession, async (call) => {
    await inTransaction(db, async (tx) => {
      await deleteSession(tx, call.caller.id, call.params.id)
      await record(tx, call, 'session_ended')
    })
    return { removed: true }
  })
}

async function backupCodesLeft(auth: Auth, userId: string): Promise<number> {
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } })
  return backupCodes.length
}
