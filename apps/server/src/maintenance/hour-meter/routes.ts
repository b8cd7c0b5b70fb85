import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import { vesselOrNotFound } from '../../vessels/sql.ts'
import { patterns } from '../usage/sql.ts'
import { usageOf } from '../usage/usage.ts'
import { meterLine } from './line-sql.ts'

export function hourMeterRoutes(handle: Handle, db: Db): void {
  handle(contract.getHours, async ({ caller, params, now }) => {
    const { id, engine_hours } = await vesselOrNotFound(db, caller.id, params.id)
    const [readings, used] = await Promise.all([meterLine(db, id), patterns(db, [id], now)])
    const pattern = used.get(id) ?? null
    return { engine_hours, usage: pattern && usageOf(pattern), readings }
  })
}
