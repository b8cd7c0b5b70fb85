import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import { ApiError, found } from '../../http/errors.ts'
import type { On } from '../../http/register.ts'
import { keepDaysOf, storeKeepDays } from './keep-days-sql.ts'

/** operatorDays: what the operator says; null: for ever. */
export function retentionRoutes(on: On, db: Db, operatorDays: number | null): void {
  const answer = (set: { keep_days: number | null; keep_from: Date | null }) => ({
    retention: { ...set, operator_days: operatorDays },
  })

  on(contract.getRetention, async ({ caller, params }) => answer(found(await keepDaysOf(db, caller.id, params.id))))

  on(contract.changeRetention, async ({ caller, params, body, now }) => {
    found(await keepDaysOf(db, caller.id, params.id))
    if (operatorDays !== null && body.keep_days !== null && body.keep_days > operatorDays)
      throw new ApiError(
        'invalid_request',
        `/keep_days must be at most ${operatorDays}, the limit of this installation`,
      )
    return answer(found(await storeKeepDays(db, caller.id, params.id, body.keep_days, now)))
  })
}
