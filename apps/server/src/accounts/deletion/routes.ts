import * as contract from '@binnacle/contract'
import { record } from '../../audit/record.ts'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import type { FreshSessions } from '../sign-in/sessions/fresh-session.ts'
import { deleteAccount } from './sql.ts'

/** removeFiles: removes deleted vessels' images from wherever they are kept. */
export function deletionRoutes(
  handle: Handle,
  db: Db,
  fresh: FreshSessions,
  removeFiles: (vesselIds: string[]) => Promise<void>,
): void {
  handle(contract.deleteAccount, async ({ caller, body, request, now }) => {
    await fresh.checkPassword(caller.id, request, body.password, now)
    const vesselIds = await deleteAccount(db, caller.id, (tx) =>
      record(tx, { caller, request: null, now }, 'account_deleted', { ownerId: null }),
    )
    // The daily sweep removes the files that a crash leaves behind.
    await removeFiles(vesselIds)
    return { removed: true }
  })
}
