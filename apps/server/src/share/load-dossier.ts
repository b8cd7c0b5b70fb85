import { LIMITS } from '@binnacle/contract'
import type { LinksTo } from '../cameras/frame-links.ts'
import { listCameras, newestFrames } from '../cameras/sql.ts'
import { keyOf } from '../cameras/take-frame.ts'
import type { Db } from '../db/database.ts'
import { dueFeeds } from '../maintenance/due-sql.ts'
import { listHourLog } from '../maintenance/hour-meter-sql.ts'
import { lastScores, listInspections } from '../maintenance/inspection-sql.ts'
import { listServices } from '../maintenance/logbook-sql.ts'
import { healthScore } from '../vessels/health.ts'
import type { VesselRow } from '../vessels/sql.ts'
import type { Dossier } from './dossier.ts'

/** What card, badge and oEmbed draw from, before its toggles: two statements. The lists that only the page shows are null or empty. */
export async function loadSummary(db: Db, vessel: VesselRow, now: Date): Promise<Dossier> {
  const [feeds, scores] = await Promise.all([dueFeeds(db, [vessel], now), lastScores(db, [vessel.id])])
  const due = feeds.get(vessel.id) ?? []
  const { name, vessel_type, make, model, length_m, hin, marina, engine_hours } = vessel
  const statuses = due.map(({ status }) => status)
  return {
    name,
    specs: { vessel_type, make, model, length_m },
    hin,
    marina,
    health: { score: healthScore(statuses, scores.get(vessel.id) ?? null) },
    due,
    services: null,
    inspections: null,
    hours: { meter: engine_hours, log: [] },
    photo: null,
  }
}

/** Everything that the page can show, before its toggles. */
export async function loadDossier(db: Db, vessel: VesselRow, now: Date, linksTo: LinksTo): Promise<Dossier> {
  const [summary, services, inspections, log, frame] = await Promise.all([
    loadSummary(db, vessel, now),
    listServices(db, vessel.id, LIMITS.logbookEntries),
    listInspections(db, vessel.id, LIMITS.inspectionsListed),
    listHourLog(db, vessel.id, LIMITS.logbookEntries),
    newestOfFirstCamera(db, vessel.id),
  ])
  return {
    ...summary,
    services: services.map((entry) => ({ ...entry, done_at: entry.done_at.toISOString() })),
    inspections: inspections.map((one) => ({
      ...one,
      started_at: one.started_at.toISOString(),
      completed_at: one.completed_at?.toISOString() ?? null,
    })),
    hours: {
      meter: vessel.engine_hours,
      log: log.map(({ hours, logged_at }) => ({ hours, logged_at: logged_at.toISOString() })),
    },
    photo: frame && {
      url: (await linksTo(keyOf(frame), now)).url,
      width: frame.width,
      height: frame.height,
      captured_at: frame.captured_at.toISOString(),
    },
  }
}

async function newestOfFirstCamera(db: Db, vessel_id: string) {
  const [camera] = await listCameras(db, vessel_id)
  const [frame] = camera ? await newestFrames(db, { vessel_id, id: camera.id }, 1) : []
  return frame ?? null
}
