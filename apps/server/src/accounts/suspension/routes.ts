import * as contract from '@binnacle/contract'
import { type Act, record } from '../../audit/record.ts'
import type { Db } from '../../db/database.ts'
import { invalid } from '../../http/errors.ts'
import type { Handle } from '../../http/route/register.ts'
import { accountOrNotFound } from '../../operator/sql.ts'
import { deleteAccount } from '../deletion/sql.ts'
import type { FreshSessions } from '../sign-in/sessions/fresh-session.ts'
import { ordinaryAccountOrNotFound, setSuspension } from './sql.ts'

/**
 * What an operator may do to the account of somebody else. removeFiles: removes deleted vessels' images from wherever they are
 * kept.
 */
export function suspensionRoutes(
  handle: Handle,
  db: Db,
  fresh: FreshSessions,
  removeFiles: (vesselIds: string[]) => Promise<void>,
): void {
  const set = async (call: Act & { params: { id: string } }, suspendedAt: Date | null) => {
    const ownerId = call.params.id
    const kind = suspendedAt ? 'account_suspended' : 'account_restored'
    await setSuspension(db, ownerId, suspendedAt, (tx) => record(tx, call, kind, { ownerId }))
    return { account: await accountOrNotFound(db, ownerId) }
  }

  handle(contract.suspendAccount, async (call) => {
    await fresh.require(call.request, call.now)
    await ordinaryAccountOrNotFound(db, call.params.id)
    return set(call, call.now)
  })

  handle(contract.liftSuspension, async (call) => {
    await fresh.require(call.request, call.now)
    return set(call, null)
  })

  handle(contract.removeAccount, async (call) => {
    const { params, body, request, now } = call
    await fresh.require(request, now)
    const { email } = await ordinaryAccountOrNotFound(db, params.id)
    if (body.email.trim().toLowerCase() !== email) throw invalid('/email must be that of the account')
    const vesselIds = await deleteAccount(db, params.id, (tx) => record(tx, call, 'account_deleted', { ownerId: null }))
    // The daily sweep removes the files that a crash leaves behind.
    await removeFiles(vesselIds)
    return { removed: true }
  })
}
