import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { makeAuth } from './accounts/auth.ts'
import { authRoutes } from './accounts/auth-routes.ts'
import { makeCallers } from './accounts/callers.ts'
import { deletionRoutes } from './accounts/deletion-routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { sessionIdOf } from './accounts/session-id.ts'
import { signInMethodsRoutes } from './accounts/sign-in-methods-routes.ts'
import { startRoutes } from './accounts/start-routes.ts'
import { startDailyBackups } from './backup/daily.ts'
import { openDoor } from './backup/door.ts'
import { LiveCopies } from './backup/live-copies.ts'
import { frameLinks } from './cameras/frame-links.ts'
import { openFrameStore } from './cameras/open-frame-store.ts'
import { cameraRoutes } from './cameras/routes.ts'
import { sweepFrames } from './cameras/sweep.ts'
import type { Config } from './config.ts'
import { seedProviders } from './connections/catalogue-sql.ts'
import { connectionRoutes } from './connections/routes.ts'
import type { Database } from './db/database.ts'
import { exportRoutes } from './export/routes.ts'
import { patiently } from './http/patience.ts'
import { registrar } from './http/register.ts'
import { makeServer } from './http/server.ts'
import { openLimits } from './limits/limits.ts'
import { liveRoutes } from './live/routes.ts'
import { inspectionAppRoutes } from './maintenance/inspection-app-routes.ts'
import { maintenanceRoutes } from './maintenance/routes.ts'
import { operatorRoutes } from './operator/routes.ts'
import { countTraffic } from './operator/traffic.ts'
import { derivedKey, installationSecret } from './secret.ts'
import { endConnectionsWhile } from './service/drain.ts'
import { showResources } from './service/figures.ts'
import { Metrics } from './service/metrics.ts'
import { serviceRoutes } from './service/routes.ts'
import { shareRoutes } from './share/routes.ts'
import { startRoller } from './telemetry/charts/roller.ts'
import { chartRoutes } from './telemetry/charts/routes.ts'
import { retentionRoutes } from './telemetry/retention/routes.ts'
import { startRetention } from './telemetry/retention/start-retention.ts'
import { telemetryRoutes } from './telemetry/routes.ts'
import { vesselRoutes } from './vessels/routes.ts'
import { webRoutes } from './web/routes.ts'

/** The service over an open database: this file is the map of it. Listening and stopping are start.ts's. */
export async function makeApp(
  config: Config,
  database: Database,
  log: Logger,
  /** Aborted when the service is told to stop, while it still serves: see service/drain.ts. */
  stopping = new AbortController().signal,
): Promise<FastifyInstance> {
  const { db } = database
  const { baseUrl } = config
  const secret = await installationSecret(config.dataDir, config.secretKey)
  const linkKey = { id: '1', secret: derivedKey(secret, 'frame-links') }
  const store = await openFrameStore(config, log)
  const linksTo = frameLinks(store, baseUrl, linkKey)
  const removeAllFiles = async (vesselIds: string[]) => {
    for (const id of vesselIds)
      await store
        .removeVessel(id.toLowerCase())
        .catch((error) => log.error({ err: error }, 'the frames of a deleted vessel were not removed'))
  }
  // What stays, the sweep takes.
  const removeFiles = (vesselIds: string[]) => patiently(removeAllFiles(vesselIds))
  const metrics = new Metrics()
  await seedProviders(db)

  const app = makeServer(config, log)
  endConnectionsWhile(stopping, app)
  metrics.watch(app)
  showResources(metrics, database, config.dataDir)
  const limits = await openLimits(config.redisUrl, app.log)
  app.addHook('onClose', async () => limits.close())
  const writeTraffic = countTraffic(app, db, metrics)
  const auth = makeAuth(db, { ...config, secret: derivedKey(secret, 'sessions').toString('hex') }, limits, app.log)
  const on = registrar(app, makeCallers(db, auth, baseUrl, limits, config.rateLimitPerMinute))

  authRoutes(on, auth, limits, baseUrl)
  signInMethodsRoutes(on, db, auth)
  startRoutes(on, db, config)
  accountRoutes(on, db)
  exportRoutes(on, db, store)
  deletionRoutes(on, db, auth, limits, removeFiles)
  vesselRoutes(on, database, { linksTo, removeFiles })
  maintenanceRoutes(on, db)
  inspectionAppRoutes(on, db, { store, linksTo })
  liveRoutes(app, on, database, metrics, (request) => sessionIdOf(auth, request))
  telemetryRoutes(on, database, config, metrics)
  chartRoutes(on, database)
  retentionRoutes(on, db, config.telemetryKeepDays)
  startRoller(app, database, metrics)
  startRetention(app, database, metrics, config.telemetryKeepDays)
  connectionRoutes(on, db, baseUrl)
  cameraRoutes(on, db, { store, gapMs: config.frameGapMs, linksTo, linkKey })
  sweepFrames(app, db, store)
  app.addHook('onClose', async () => store.close())
  shareRoutes(on, db, config, linksTo, limits)
  const copies = new LiveCopies(database, config.dataDir)
  if (database.copyTo) openDoor(app, copies, config.dataDir)
  startDailyBackups(app, database, config, copies, metrics)
  operatorRoutes(on, db, config, { freeBytes: () => store.freeBytes(), writeTraffic })
  serviceRoutes(app, on, db, config, metrics, limits, stopping)
  webRoutes(app, { ...config, frameOrigin: store.linkOrigin })
  return app
}
