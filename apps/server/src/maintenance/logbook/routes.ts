import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import { type AskedPage, isPaged, pageOf } from '../../http/values/asked-span.ts'
import { cursorOf } from '../../http/values/time-cursor.ts'
import { vesselOrNotFound } from '../../vessels/sql.ts'
import { listHourLog } from '../hour-meter/sql.ts'
import { changeHours, changeService, deleteHours, deleteService } from './edit-sql.ts'
import { logRoutes } from './log-routes.ts'
import { logPage } from './log-sql.ts'
import { listServices, logHours, logService, logServices } from './sql.ts'

export function logbookRoutes(handle: Handle, db: Db): void {
  handle(contract.getLogbook, async ({ caller, params, query }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    if (isPaged(query) || query.limit !== undefined)
      return logbookPage(db, id, pageOf(query), query.limit ?? contract.LIMITS.logbookEntries)
    const [service_logs, engine_hour_logs] = await Promise.all([
      listServices(db, id, contract.LIMITS.logbookEntries),
      listHourLog(db, id, contract.LIMITS.logbookEntries),
    ])
    return { service_logs, engine_hour_logs }
  })

  serviceRoutes(handle, db)
  hourRoutes(handle, db)
  logRoutes(handle, db)
}

/** Services and hour entries in one order, each in its own list. */
async function logbookPage(db: Db, vesselId: string, { time, order, after }: AskedPage, limit: number) {
  const { entries, next } = await logPage(db, vesselId, { time, allHours: true }, after, limit, order)
  return {
    service_logs: entries.flatMap(({ service_log }) => service_log ?? []),
    engine_hour_logs: entries.flatMap(({ engine_hour_log }) => engine_hour_log ?? []),
    next: next && cursorOf(next),
  }
}

function serviceRoutes(handle: Handle, db: Db): void {
  handle(contract.logService, ({ caller, params, body, now, once }) =>
    once(async (tx) => ({ service_log: await logService(tx, caller.id, params.id, body, now) })),
  )

  handle(contract.logServices, ({ caller, params, body, now, once }) =>
    once(async (tx) => ({ service_logs: await logServices(tx, caller.id, params.id, body.services, now) })),
  )

  handle(contract.changeService, async ({ caller, params, body, now }) => ({
    service_log: await changeService(db, caller.id, params.id, serviceFields(body), now),
  }))

  handle(contract.deleteService, async ({ caller, params }) => {
    await deleteService(db, caller.id, params.id)
    return { removed: true }
  })
}

function hourRoutes(handle: Handle, db: Db): void {
  handle(contract.logEngineHours, ({ caller, params, body, now, once }) =>
    once((tx) => logHours(tx, caller.id, params.id, body, now)),
  )

  handle(contract.addHours, ({ caller, params, body, now, once }) =>
    once((tx) => logHours(tx, caller.id, params.id, body, now, { past: true })),
  )

  handle(contract.changeHours, async ({ caller, params, body }) =>
    changeHours(db, caller.id, params.id, hourFields(body)),
  )

  handle(contract.deleteHours, async ({ caller, params }) => {
    await deleteHours(db, caller.id, params.id)
    return { removed: true }
  })
}

/** Picks these fields of the body, if they are present. */
function only<T extends object, K extends keyof T>(body: T, fields: readonly K[]): Pick<T, K> {
  const given = fields.filter((field) => body[field] !== undefined)
  return Object.fromEntries(given.map((field) => [field, body[field]])) as Pick<T, K>
}

const serviceFields = (body: contract.BodyOf<typeof contract.changeService>) =>
  only(body, ['title', 'done_at', 'engine_hours', 'cost', 'currency', 'route', 'note', 'task_id'])

const hourFields = (body: contract.BodyOf<typeof contract.changeHours>) =>
  only(body, ['hours', 'litres', 'fuel_cost', 'currency', 'logged_at'])
