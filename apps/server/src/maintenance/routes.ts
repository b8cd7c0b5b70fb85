import type { Db } from '../db/database.ts'
import type { Handle } from '../http/route/register.ts'
import { costRoutes } from './costs/routes.ts'
import { dueRoutes } from './due/routes.ts'
import { hourMeterRoutes } from './hour-meter/routes.ts'
import { inspectionRoutes } from './inspections/routes.ts'
import { logbookRoutes } from './logbook/routes.ts'
import { taskRoutes } from './tasks/routes.ts'

export function maintenanceRoutes(handle: Handle, db: Db): void {
  dueRoutes(handle, db)
  taskRoutes(handle, db)
  logbookRoutes(handle, db)
  hourMeterRoutes(handle, db)
  costRoutes(handle, db)
  inspectionRoutes(handle, db)
}
