import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import { requireTimeZone } from '../../http/values/time-zone.ts'
import { vesselOrNotFound } from '../../vessels/sql.ts'
import { yearsOf } from '../year.ts'
import { sumCosts } from './costs.ts'
import { costEntries } from './sql.ts'

export function costRoutes(handle: Handle, db: Db): void {
  handle(contract.getLogCosts, async ({ caller, params, query }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    const yearOf = yearsOf(requireTimeZone(query))
    return { sums: sumCosts(await costEntries(db, id), yearOf) }
  })
}
