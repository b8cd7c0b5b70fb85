import * as accountData from './account-data.ts'
import * as accounts from './accounts.ts'
import * as appCameras from './app-cameras.ts'
import * as appConnections from './app-connections.ts'
import * as appInspections from './app-inspections.ts'
import * as appMaintenance from './app-maintenance.ts'
import * as appTelemetry from './app-telemetry.ts'
import * as auth from './auth.ts'
import * as cameras from './cameras.ts'
import * as connections from './connections.ts'
import * as fleet from './fleet.ts'
import * as live from './live.ts'
import * as maintenance from './maintenance.ts'
import * as operator from './operator.ts'
import * as retention from './retention.ts'
import type { Route } from './route.ts'
import * as service from './service.ts'
import * as share from './share.ts'
import * as signInMethods from './sign-in-methods.ts'
import * as start from './start.ts'
import * as telemetry from './telemetry.ts'
import * as vessels from './vessels.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value

/** Every route of the service, in the order of the OpenAPI document. */
export const ROUTES: readonly Route[] = [
  vessels,
  fleet,
  maintenance,
  appInspections,
  appMaintenance,
  telemetry,
  appTelemetry,
  retention,
  connections,
  appConnections,
  cameras,
  appCameras,
  share,
  start,
  auth,
  signInMethods,
  accounts,
  live,
  accountData,
  operator,
  service,
].flatMap((module) => Object.values(module as Record<string, unknown>).filter(isRoute))
