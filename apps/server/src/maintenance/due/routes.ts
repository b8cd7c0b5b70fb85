import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import { vesselOrNotFound } from '../../vessels/sql.ts'
import { forecasts } from './forecast-sql.ts'
import { dueFeeds } from './sql.ts'

export function dueRoutes(handle: Handle, db: Db): void {
  handle(contract.getDueFeed, async ({ caller, params, now }) => {
    const vessel = await vesselOrNotFound(db, caller.id, params.id)
    const items = (await dueFeeds(db, [vessel], now)).get(vessel.id)!
    return { vessel_id: vessel.id, engine_hours: vessel.engine_hours, items }
  })

  handle(contract.getDueForecast, async ({ caller, params, now }) => {
    const vessel = await vesselOrNotFound(db, caller.id, params.id)
    const forecast = (await forecasts(db, [vessel], now)).get(vessel.id)!
    return { vessel_id: vessel.id, engine_hours: vessel.engine_hours, ...forecast }
  })
}
