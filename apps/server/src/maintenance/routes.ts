import * as contract from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import { ApiError, found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { findVessel } from '../vessels/sql.ts'
import { dueFeeds } from './due-sql.ts'
import { forecasts } from './forecast-sql.ts'
import { listHourLog } from './hour-meter-sql.ts'
import { inspectionRoutes } from './inspection-routes.ts'
import { logRoutes } from './log-routes.ts'
import { listServices, logHours, logService } from './logbook-sql.ts'
import { taskSetsIn } from './task-sets/task-sets.ts'
import { changeTask, deleteTask, insertTask, insertTasks, listTasks } from './task-sql.ts'

export function maintenanceRoutes(on: On, db: Db): void {
  on(contract.getDue, async ({ caller, params, now }) => {
    const vessel = found(await findVessel(db, caller.id, params.id))
    const items = (await dueFeeds(db, [vessel], now)).get(vessel.id)
    return { vessel_id: vessel.id, engine_hours: vessel.engine_hours, items }
  })

  on(contract.getLogbook, async ({ caller, params }) => {
    const { id } = found(await findVessel(db, caller.id, params.id))
    const [service_logs, engine_hour_logs] = await Promise.all([
      listServices(db, id, contract.LIMITS.logbookEntries),
      listHourLog(db, id, contract.LIMITS.logbookEntries),
    ])
    return { service_logs, engine_hour_logs }
  })

  on(contract.logService, async ({ caller, params, body, now }) => ({
    service_log: found(await logService(db, caller.id, params.id, body, now)),
  }))

  on(contract.logHours, async ({ caller, params, body, now }) => {
    const logged = found(await logHours(db, caller.id, params.id, body, now))
    if (logged === 'hours_below_current') throw new ApiError(logged)
    return { engine_hour_log: logged, engine_hours: logged.hours }
  })

  on(contract.getDueForecast, async ({ caller, params, now }) => {
    const vessel = found(await findVessel(db, caller.id, params.id))
    const forecast = (await forecasts(db, [vessel], now)).get(vessel.id)
    return { vessel_id: vessel.id, engine_hours: vessel.engine_hours, ...forecast }
  })

  taskRoutes(on, db)
  logRoutes(on, db)
  inspectionRoutes(on, db)
}

const noInterval = () => new ApiError('invalid_request', '/interval_days or /interval_hours must be given')

const needsInterval = (task: contract.BodyOf<typeof contract.createTask>): void => {
  if ((task.interval_days ?? task.interval_hours ?? null) === null) throw noInterval()
}

function taskRoutes(on: On, db: Db): void {
  on(contract.listTasks, async ({ caller, params }) => {
    const { id } = found(await findVessel(db, caller.id, params.id))
    return { tasks: await listTasks(db, id) }
  })

  on(contract.createTask, async ({ caller, params, body, now }) => {
    needsInterval(body)
    return { task: found(await insertTask(db, caller.id, params.id, body, now)) }
  })

  on(contract.listTaskSets, async ({ query }) => ({ task_sets: taskSetsIn(query.language!) }))

  on(contract.addTasks, async ({ caller, params, body, now }) => {
    for (const task of body.tasks) needsInterval(task)
    return found(await insertTasks(db, caller.id, params.id, body.tasks, now))
  })

  on(contract.changeTask, async ({ caller, params, body }) => {
    const task = found(await changeTask(db, caller.id, params.id, body))
    if (task === 'no_interval') throw noInterval()
    return { task }
  })

  on(contract.deleteTask, async ({ caller, params }) => {
    found((await deleteTask(db, caller.id, params.id)) || null)
    return { removed: true }
  })
}
