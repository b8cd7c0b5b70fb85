import { LIMITS, METRIC_NAMES, type Metric, OVERVIEW } from '@binnacle/contract'
import type { LinksTo } from '../cameras/frame-links.ts'
import type { Database } from '../db/database.ts'
import { forecasts } from '../maintenance/forecast-sql.ts'
import { listHourLog } from '../maintenance/hour-meter-sql.ts'
import { listInspections } from '../maintenance/inspection-sql.ts'
import { listServices } from '../maintenance/logbook-sql.ts'
import { latestOf } from '../telemetry/latest-sql.ts'
import { ALERT_METRICS } from './alerts.ts'
import { boxesOf, cameraFramesOf } from './fleet-sql.ts'
import { type Facts, glanceOf } from './glance.ts'
import type { VesselRow } from './sql.ts'
import { vesselsWithDue } from './vessel.ts'

const GLANCE_METRICS: readonly Metric[] = [...ALERT_METRICS, 'position_lat', 'position_lon']

/** What is known of each vessel: a few statements, however many vessels there are. */
async function factsOf(
  database: Database,
  rows: readonly VesselRow[],
  metrics: readonly Metric[],
  now: Date,
): Promise<Facts[]> {
  if (rows.length === 0) return []
  const { db } = database
  const ids = rows.map(({ id }) => id)
  const [vessels, boxes, cameras, series] = await Promise.all([
    vesselsWithDue(db, rows, now),
    boxesOf(db, ids),
    cameraFramesOf(db, ids),
    latestOf(database, ids, metrics, now),
  ])
  return vessels.map(({ vessel, due }) => ({
    vessel,
    due,
    boxes: boxes.get(vessel.id) ?? [],
    cameras: cameras.get(vessel.id) ?? [],
    series: series.get(vessel.id) ?? [],
  }))
}

/** The vessels at a glance, in the order of the rows. */
export async function fleetOf(database: Database, rows: readonly VesselRow[], linksTo: LinksTo, now: Date) {
  const known = await factsOf(database, rows, GLANCE_METRICS, now)
  return Promise.all(known.map((facts) => glanceOf(facts, linksTo, now)))
}

/** What the vessel's page opens with. */
export async function overviewOf(database: Database, row: VesselRow, linksTo: LinksTo, now: Date) {
  const { db } = database
  const [[facts], forecast, service_logs, engine_hour_logs, inspections] = await Promise.all([
    factsOf(database, [row], METRIC_NAMES, now),
    forecasts(db, [row], now),
    listServices(db, row.id, OVERVIEW.serviceLogs),
    listHourLog(db, row.id, OVERVIEW.hourLogs),
    listInspections(db, row.id, LIMITS.inspectionsListed),
  ])
  return {
    ...(await glanceOf(facts!, linksTo, now)),
    due_items: forecast.get(row.id)!.items.slice(0, OVERVIEW.dueItems),
    series: facts!.series,
    service_logs,
    engine_hour_logs,
    open_inspection: inspections.find(({ status }) => status === 'in_progress') ?? null,
    last_inspection: inspections.find(({ status }) => status === 'completed') ?? null,
  }
}
