import * as contract from '@binnacle/contract'
import { record } from '../../audit/record.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handle } from '../../http/route/register.ts'
import { keepDaysOrNotFound, storeKeepDays } from './keep-days-sql.ts'

/** operatorDays: the operator's limit; null: unlimited. */
export function retentionRoutes(handle: Handle, db: Db, operatorDays: number | null): void {
  const answer = (set: { keep_days: number | null; keep_from: Date | null }) => ({
    retention: { ...set, operator_days: operatorDays },
  })

  handle(contract.getRetention, async ({ caller, params }) =>
    answer(await keepDaysOrNotFound(db, caller.id, params.id)),
  )

  handle(contract.changeRetention, async (call) => {
    const { caller, params, body, now } = call
    await keepDaysOrNotFound(db, caller.id, params.id)
    if (operatorDays !== null && body.keep_days !== null && body.keep_days > operatorDays)
      throw new ApiError(
        'invalid_request',
        `/keep_days must be at most ${operatorDays}, the limit of this installation`,
      )
    return inTransaction(db, async (tx) => {
      const stored = await storeKeepDays(tx, caller.id, params.id, body.keep_days, now)
      await record(tx, call, 'retention_changed', { vesselId: params.id, value: `keep_days=${body.keep_days}` })
      return answer(stored)
    })
  })
}
