import * as contract from '@binnacle/contract'
import { record } from '../../../audit/record.ts'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { invalid } from '../../../http/errors.ts'
import type { Handle } from '../../../http/route/register.ts'
import { requireTimeZone } from '../../../http/values/time-zone.ts'
import type { Telling } from '../start-telling.ts'
import { setQuietHours } from './quiet-sql.ts'

/** When an account is not disturbed. */
export function quietHoursRoutes(handle: Handle, db: Db, telling: Telling): void {
  handle(contract.putQuietHours, async (call) => {
    const { caller, body, now } = call
    requireTimeZone(body)
    if (body.from === body.until) throw invalid('/until must differ from /from')
    await inTransaction(db, async (tx) => {
      await setQuietHours(tx, caller.id, body, now)
      await record(tx, call, 'quiet_hours_changed', { value: `${body.from}–${body.until} ${body.time_zone}` })
    })
    telling.wake([])
    return { quiet_hours: body }
  })

  handle(contract.deleteQuietHours, async (call) => {
    await inTransaction(db, async (tx) => {
      await setQuietHours(tx, call.caller.id, null, call.now)
      await record(tx, call, 'quiet_hours_changed')
    })
    telling.wake([])
    return { removed: true }
  })
}
