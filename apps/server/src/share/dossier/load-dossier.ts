import { LIMITS } from '@binnacle/contract'
import { newestFrames } from '../../cameras/frames/sql.ts'
import { listCameras } from '../../cameras/sql.ts'
import type { Database, Db } from '../../db/database.ts'
import { listHourLog } from '../../maintenance/hour-meter/sql.ts'
import { listInspections } from '../../maintenance/inspections/sql.ts'
import { listServices } from '../../maintenance/logbook/sql.ts'
import { isNeverLogged } from '../../overview/health.ts'
import { stateOf, vesselStates } from '../../overview/vessel.ts'
import type { VesselRow } from '../../vessels/sql.ts'
import type { Dossier } from './dossier.ts'

/**
 * What card, badge and oEmbed draw from, before its toggles: a few statements. The lists that only the page shows are null or
 * empty.
 */
export async function loadSummary(database: Database, vessel: VesselRow, now: Date): Promise<Dossier> {
  const [state] = await vesselStates(database, [vessel], now)
  const { tasks, vessel: known } = state!
  const { name, vessel_type, make, model, length_m, hin, marina, engine_hours } = vessel
  return {
    name,
    specs: { vessel_type, make, model, length_m },
    hin,
    marina,
    health: { score: known.health_score },
    due: tasks.map((task) => ({ ...task.item, never_logged: isNeverLogged(stateOf(task)) })),
    services: null,
    inspections: null,
    hours: { meter: engine_hours, log: [] },
    photo: null,
  }
}

/** Everything that the page can show, before its toggles. `linkTo` makes the address of a frame's picture for strangers. */
export async function loadDossier(
  database: Database,
  vessel: VesselRow,
  now: Date,
  linkTo: (frameId: string) => string,
): Promise<Dossier> {
  const { db } = database
  const [summary, services, inspections, log, frame] = await Promise.all([
    loadSummary(database, vessel, now),
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
      url: linkTo(frame.id),
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
