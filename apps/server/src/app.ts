import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { makeCallers } from './accounts/callers.ts'
import { deletionRoutes } from './accounts/deletion/routes.ts'
import { lostPasswordsBy } from './accounts/lost-password/lost-passwords.ts'
import { openOidc } from './accounts/oidc/open-oidc.ts'
import { oidcRoutes } from './accounts/oidc/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { applyRotation } from './accounts/secret-rotation/apply-rotation.ts'
import { makeAuth } from './accounts/sign-in/auth.ts'
import { authRoutes } from './accounts/sign-in/auth-routes.ts'
import { logSetupToken, setupToken } from './accounts/sign-in/first-account.ts'
import { signInMethodsRoutes } from './accounts/sign-in/methods/sign-in-methods-routes.ts'
import { freshSessions } from './accounts/sign-in/sessions/fresh-session.ts'
import { newDeviceLetters } from './accounts/sign-in/sessions/new-device-letter.ts'
import { sessionIdOf, sessionOf } from './accounts/sign-in/sessions/session-id.ts'
import { startRoutes } from './accounts/start-routes.ts'
import { suspensionRoutes } from './accounts/suspension/routes.ts'
import { installationAlarmRoutes } from './alarms/installation/routes.ts'
import { startWatching } from './alarms/installation/start-watching.ts'
import { startJudge } from './alarms/judge/start-judge.ts'
import { alarmRoutes } from './alarms/routes.ts'
import { channelRoutes } from './alarms/tell/channels/routes.ts'
import { deliveryRoutes } from './alarms/tell/deliveries-routes.ts'
import { pushKeys } from './alarms/tell/kinds/push-keys.ts'
import { openPictures } from './alarms/tell/pictures/pictures.ts'
import { quietHoursRoutes } from './alarms/tell/quiet/routes.ts'
import { startTelling } from './alarms/tell/start-telling.ts'
import { startSummaries } from './alarms/tell/summary/start-summaries.ts'
import { auditRoutes } from './audit/routes.ts'
import { startDailyBackups } from './backup/daily/daily.ts'
import { openCopySocket } from './backup/make/copy-socket.ts'
import { LiveCopies } from './backup/make/live-copies.ts'
import { Renditions } from './cameras/images/renditions.ts'
import { frameLinks, sharedLinks } from './cameras/links/frame-links.ts'
import { cameraRoutes } from './cameras/routes.ts'
import { openFrameStore } from './cameras/stores/open-frame-store.ts'
import { sweepFrames } from './cameras/stores/sweep.ts'
import { seedProviders } from './connections/providers/sql.ts'
import { connectionRoutes } from './connections/routes.ts'
import type { Database } from './db/database.ts'
import { exportRoutes } from './export/routes.ts'
import { makeOnce } from './http/route/once.ts'
import { registrar } from './http/route/register.ts'
import { makeServer } from './http/server.ts'
import { withTimeout } from './http/with-timeout.ts'
import { openLimits } from './limits/open-limits.ts'
import { liveRoutes } from './live/routes.ts'
import { calendarRoutes } from './maintenance/calendar/routes.ts'
import { inspectionAppRoutes } from './maintenance/inspections/app-routes.ts'
import { maintenanceRoutes } from './maintenance/routes.ts'
import { startMqtt } from './mqtt/start-mqtt.ts'
import { onboardRoutes } from './onboard/routes.ts'
import { operatorRoutes } from './operator/routes.ts'
import { countTraffic } from './operator/traffic.ts'
import { vesselRoutes } from './overview/routes.ts'
import { quotasOf } from './quotas/quotas.ts'
import { endConnectionsWhile } from './service/drain.ts'
import { showResources } from './service/figures.ts'
import { openMail } from './service/mail/mail.ts'
import { Metrics } from './service/metrics.ts'
import { serviceRoutes } from './service/routes.ts'
import { whenListening } from './service/when-listening.ts'
import type { Config } from './settings/config.ts'
import { authKey, derivedKey, installationSecrets } from './settings/secret.ts'
import { shareRoutes } from './share/routes.ts'
import { findTokenShowingPicture } from './share/sql.ts'
import { chartRoutes } from './telemetry/charts/routes.ts'
import { historyRoutes } from './telemetry/history/routes.ts'
import { TelemetryWriter } from './telemetry/ingest/writer.ts'
import { retentionRoutes } from './telemetry/retention/routes.ts'
import { startRetention } from './telemetry/retention/start-retention.ts'
import { startRollups } from './telemetry/rollups/start-rollups.ts'
import { telemetryRoutes } from './telemetry/routes.ts'
import { VERSION } from './version.ts'
import { helpRoutes } from './web/help.ts'
import { webRoutes } from './web/routes.ts'

interface Circumstances {
  /** Aborted when the service is told to stop, while it still serves: see service/drain.ts. */
  stopping?: AbortSignal
  /**
   * How often alarms, messages, summaries and the broker are looked after when nobody wakes what does it; else each has its own
   * time.
   */
  sweepMs?: number
}

/** The service over an open database: this file is the map of it. Listening and stopping are start.ts's. */
export async function makeApp(
  config: Config,
  database: Database,
  log: Logger,
  { stopping = new AbortController().signal, sweepMs }: Circumstances = {},
): Promise<FastifyInstance> {
  const { db } = database
  const { baseUrl } = config
  const secrets = await installationSecrets(config)
  const secret = secrets.current
  await applyRotation(db, secrets, log)
  const linkKey = { id: '1', secret: derivedKey(secret, 'frame-links') }
  const store = await openFrameStore(config, log)
  const renditions = new Renditions(store)
  const linksTo = frameLinks(store, baseUrl, linkKey)
  const removeAllFiles = async (vesselIds: string[]) => {
    for (const id of vesselIds)
      await store
        .removeVessel(id.toLowerCase())
        .catch((error) => log.error({ err: error }, 'the frames of a deleted vessel were not removed'))
  }
  // The daily clean-up removes what could not be removed here.
  const removeFiles = (vesselIds: string[]) => withTimeout(removeAllFiles(vesselIds))
  const metrics = new Metrics()
  await seedProviders(db)

  const app = makeServer(config, log)
  endConnectionsWhile(stopping, app)
  metrics.watch(app)
  showResources(metrics, database, config.dataDir)
  const limits = await openLimits(config.redisUrl, app.log)
  app.addHook('onClose', async () => limits.close())
  const writeTraffic = countTraffic(app, db, metrics)
  const oidc = openOidc(db, config, derivedKey(secret, 'oidc-nonce'), app.log)
  const mail = openMail(config)
  const lostPasswords = lostPasswordsBy(mail, app, db, limits, baseUrl)
  const tellOfNewDevice = newDeviceLetters(mail, app, db, limits, baseUrl)
  const auth = makeAuth(db, { ...config, secret: authKey(secret) }, app.log, { oidc, lostPasswords })
  const callers = makeCallers(db, auth, limits, config)
  const handle = registrar(
    app,
    callers,
    makeOnce(
      db,
      [secret, ...secrets.former].map((each) => derivedKey(each, 'answers')),
    ),
  )

  const signUpSettings = { ...config, token: setupToken(secret) }
  whenListening(app, () => logSetupToken(db, signUpSettings, app.log))
  const fresh = freshSessions(db, auth)
  authRoutes(app, handle, db, auth, limits, signUpSettings, fresh, { lostPasswords, tellOfNewDevice })
  auditRoutes(handle, db, baseUrl, async (request) => (await sessionOf(auth, request))!.since)
  signInMethodsRoutes(handle, db, auth, oidc?.provider.settings ?? null)
  startRoutes(handle, db, config)
  oidcRoutes(handle, db, auth, oidc, limits, signUpSettings, fresh, tellOfNewDevice)
  const quotas = quotasOf(config)
  accountRoutes(handle, db, fresh, quotas)
  exportRoutes(handle, database, store)
  deletionRoutes(handle, db, fresh, removeFiles)
  suspensionRoutes(handle, db, fresh, removeFiles)
  vesselRoutes(handle, database, { linksTo, removeFiles }, quotas)
  maintenanceRoutes(handle, db)
  calendarRoutes(handle, db, config, limits)
  inspectionAppRoutes(handle, db, { store, linksTo, quotas })
  liveRoutes(app, handle, database, metrics, (request) => sessionIdOf(auth, request))
  const sendContext = {
    baseUrl,
    allowed: config.notifyAllowPrivate ?? [],
    mail,
    pushKeys: pushKeys(secrets),
    telegramUrl: config.telegramUrl,
    pictures: openPictures(renditions, baseUrl, linkKey, app.log),
  }
  const telling = startTelling(app, database, sendContext, sweepMs)
  startSummaries(app, database, sweepMs)
  const writer = new TelemetryWriter(database, { gapMs: config.telemetryGapMs, enabled: config.ingestEnabled }, metrics)
  const around = { changed: (vesselId: string) => telling.wake([vesselId]), ingestIsBehind: () => writer.isBehind }
  const judge = startJudge(app, database, metrics, around, sweepMs)
  telemetryRoutes(handle, database, config, metrics, writer, judge.wake)
  alarmRoutes(handle, db, judge)
  startWatching(app, database, config, { judge, tell: telling })
  installationAlarmRoutes(handle, db)
  deliveryRoutes(handle, db, telling, limits)
  quietHoursRoutes(handle, db, telling)
  channelRoutes(handle, db, sendContext, limits, derivedKey(secret, 'channel-addresses'))
  const installation = { prefix: config.mqttPrefix, baseUrl, version: VERSION }
  if (config.mqttUrl) startMqtt(app, database, config.mqttUrl, installation, sweepMs)
  historyRoutes(handle, database)
  chartRoutes(handle, database)
  retentionRoutes(handle, db, config.telemetryKeepDays)
  startRollups(app, database, metrics)
  startRetention(app, database, metrics, config.telemetryKeepDays)
  connectionRoutes(handle, db, baseUrl, quotas)
  cameraRoutes(handle, db, {
    store,
    renditions,
    gapMs: config.frameGapMs,
    quotas,
    linksTo,
    linkKey,
    tokenShowingPicture: (vesselId) => findTokenShowingPicture(db, vesselId),
  })
  sweepFrames(app, db, store)
  app.addHook('onClose', async () => store.close())
  shareRoutes(handle, database, config, sharedLinks(baseUrl, linkKey), limits)
  const copies = new LiveCopies(database, config.dataDir)
  if (database.copyTo) openCopySocket(app, copies, config.dataDir)
  startDailyBackups(app, database, config, copies, metrics)
  operatorRoutes(handle, database, config, { freeBytes: () => store.freeBytes(), writeTraffic })
  serviceRoutes(app, handle, db, config, metrics, limits, stopping)
  onboardRoutes(app, config)
  helpRoutes(app)
  webRoutes(app, { ...config, frameOrigin: store.linkOrigin })
  return app
}
