import * as accountData from './accounts/account-data.ts'
import * as accounts from './accounts/accounts.ts'
import * as activity from './accounts/activity.ts'
import * as auth from './accounts/auth.ts'
import * as oidc from './accounts/oidc.ts'
import * as signInMethods from './accounts/sign-in-methods.ts'
import * as start from './accounts/start.ts'
import * as alarms from './alarms/alarms.ts'
import * as channels from './alarms/channels.ts'
import * as deliveries from './alarms/deliveries.ts'
import * as installationAlarms from './alarms/installation-alarms.ts'
import * as onboardAlarms from './alarms/onboard.ts'
import * as quietHours from './alarms/quiet-hours.ts'
import * as appCameras from './cameras/app-cameras.ts'
import * as cameras from './cameras/cameras.ts'
import type { Route } from './common/route.ts'
import * as appConnections from './connections/app-connections.ts'
import * as connections from './connections/connections.ts'
import * as appInspections from './maintenance/app-inspections.ts'
import * as appMaintenance from './maintenance/app-maintenance.ts'
import * as calendar from './maintenance/calendar.ts'
import * as maintenance from './maintenance/maintenance.ts'
import * as fleet from './overview/app-fleet.ts'
import * as live from './service/live.ts'
import * as operator from './service/operator.ts'
import * as service from './service/service.ts'
import * as share from './share/share.ts'
import * as retention from './telemetry/app-retention.ts'
import * as appTelemetry from './telemetry/app-telemetry.ts'
import * as telemetry from './telemetry/telemetry.ts'
import * as vessels from './vessels/vessels.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value

/** Every route of the service. */
export const ROUTES: readonly Route[] = [
  vessels,
  fleet,
  maintenance,
  calendar,
  appInspections,
  appMaintenance,
  telemetry,
  appTelemetry,
  retention,
  alarms,
  onboardAlarms,
  installationAlarms,
  channels,
  quietHours,
  deliveries,
  connections,
  appConnections,
  cameras,
  appCameras,
  share,
  start,
  auth,
  oidc,
  signInMethods,
  accounts,
  activity,
  live,
  accountData,
  operator,
  service,
].flatMap((module) => Object.values(module as Record<string, unknown>).filter(isRoute))
