import * as accounts from './accounts.ts'
import * as auth from './auth.ts'
import * as cameras from './cameras.ts'
import * as connections from './connections.ts'
import * as maintenance from './maintenance.ts'
import * as operator from './operator.ts'
import type { Route } from './route.ts'
import * as service from './service.ts'
import * as share from './share.ts'
import * as telemetry from './telemetry.ts'
import * as vessels from './vessels.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value

/** Every route of the service, in the order of the OpenAPI document. */
export const ROUTES: readonly Route[] = [
  vessels,
  maintenance,
  telemetry,
  connections,
  cameras,
  share,
  auth,
  accounts,
  operator,
  service,
].flatMap((module) => Object.values(module as Record<string, unknown>).filter(isRoute))
