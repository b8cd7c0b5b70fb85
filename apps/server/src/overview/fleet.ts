import { type DueItem, LIMITS, METRIC_NAMES, type Metric, OVERVIEW } from '@binnacle/contract'
import type { LinksTo } from '../cameras/links/frame-links.ts'
import type { Database } from '../db/database.ts'
import { forecasts } from '../maintenance/due/forecast-sql.ts'
import { listHourLog } from '../maintenance/hour-meter/sql.ts'
import { listInspections } from '../maintenance/inspections/sql.ts'
import { listServices } from '../maintenance/logbook/sql.ts'
import type { VesselRow } from '../vessels/sql.ts'
import { cameraFramesOf, devicesOf } from './fleet-sql.ts'
import { type Facts, glanceOf } from './glance.ts'
import { vesselStates } from './vessel.ts'

const GLANCE_METRICS: readonly Metric[] = ['position_lat', 'position_lon']

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
  const [vessels, devices, cameras] = await Promise.all([
    vesselStates(database, rows, now, metrics),
    devicesOf(db, ids),
    cameraFramesOf(db, ids),
  ])
  return vessels.map((state) => ({
    ...state,
    devices: devices.get(state.vessel.id) ?? [],
    cameras: cameras.get(state.vessel.id) ?? [],
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
  const { due, ...glance } = await glanceOf(facts!, linksTo, now)
  const { items } = forecast.get(row.id)!
  return {
    ...glance,
    // The first of the list that the page shows.
    due: { ...due, next: items[0] ? dueItemOf(items[0]) : null },
    due_items: items.slice(0, OVERVIEW.dueItems),
    series: facts!.series,
    service_logs,
    engine_hour_logs,
    open_inspection: inspections.find(({ status }) => status === 'in_progress') ?? null,
    last_inspection: inspections.find(({ status }) => status === 'completed') ?? null,
  }
}

const dueItemOf = ({ task_id, title, status, due_date, due_hours }: DueItem): DueItem => ({
  task_id,
  title,
  status,
  due_date,
  due_hours,
})
