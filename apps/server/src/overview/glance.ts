import type { Alarm, DueStatus, FleetVessel, HealthReason, Position, Series, WithDates } from '@binnacle/contract'
import type { LinksTo } from '../cameras/links/frame-links.ts'
import type { RankedTask } from '../maintenance/due/due.ts'
import { type AlertDevice, alertsOf } from './alerts.ts'
import type { CameraFrame } from './fleet-sql.ts'
import { isNeverLogged } from './health.ts'
import { stateOf, type VesselAnswer } from './vessel.ts'

/** What is known of one vessel, as it was read. */
export interface Facts {
  vessel: VesselAnswer
  /** Why its health is not 100. */
  reasons: HealthReason[]
  /** Every task, most urgent first. */
  tasks: readonly RankedTask[]
  /** The open ones, worst first. */
  alarms: WithDates<Alarm>[]
  devices: readonly AlertDevice[]
  cameras: readonly CameraFrame[]
  /** The newest reading of each series. */
  series: readonly Series[]
}

/** A boat at a glance. */
export const glanceOf = async (
  { vessel, reasons, tasks, alarms, devices, cameras, series }: Facts,
  linksTo: LinksTo,
  now: Date,
) => ({
  vessel,
  due: dueSummary(tasks),
  last_seen_at: lastSeen(devices),
  box_count: devices.length,
  position: positionOf(series),
  frame: await newestFrame(cameras, linksTo, now),
  alarms,
  alerts: alertsOf({ devices: saysSilence(alarms) ? [] : devices, cameras }, now),
  health_reasons: reasons,
})

/** An alarm says it already. */
const saysSilence = (alarms: readonly Pick<Alarm, 'kind'>[]) => alarms.some(({ kind }) => kind === 'silent')

function dueSummary(tasks: readonly RankedTask[]): FleetVessel['due'] {
  const count = (wanted: DueStatus) => tasks.filter(({ item }) => item.status === wanted).length
  return {
    overdue: count('overdue'),
    due_soon: count('due_soon'),
    ok: count('ok'),
    never_logged: tasks.map(stateOf).filter(isNeverLogged).length,
    next: tasks[0]?.item ?? null,
  }
}

const lastSeen = (devices: readonly AlertDevice[]): Date | null =>
  devices.reduce<Date | null>(
    (newest, { last_seen_at: seen }) => (seen && (!newest || seen > newest) ? seen : newest),
    null,
  )

/**
 * Where the boat last was: the newest latitude and the longitude of the same source, which come in pairs. A boat with two
 * position sources has two pairs, and halves of different ones are a place where she is not.
 */
export function positionOf(series: readonly Series[]): Position | null {
  const newestFirst = series.toSorted((a, b) => Date.parse(b.recorded_at) - Date.parse(a.recorded_at))
  for (const lat of newestFirst) {
    if (lat.metric !== 'position_lat' || !isWithin(lat.value, 90)) continue
    const lon = newestFirst.find(({ metric, instance }) => metric === 'position_lon' && instance === lat.instance)
    if (lon && isWithin(lon.value, 180)) return { lat: lat.value, lon: lon.value, recorded_at: lat.recorded_at }
  }
  return null
}

const isWithin = (degrees: number | null, limit: number): degrees is number =>
  degrees !== null && Math.abs(degrees) <= limit

/** The newest picture by when it was taken: a camera that was offline may deliver an old one last. */
async function newestFrame(cameras: readonly CameraFrame[], linksTo: LinksTo, now: Date) {
  const taken = cameras.filter((camera) => camera.frame_id !== null)
  const newest = taken.toSorted((a, b) => b.captured_at!.getTime() - a.captured_at!.getTime())[0]
  if (!newest) return null
  const { vessel_id, camera_id, frame_id, mime, width, height, captured_at, label } = newest
  const links = await linksTo({ vesselId: vessel_id, cameraId: camera_id, frameId: frame_id!, mime: mime! }, now)
  return { ...links, width, height, captured_at: captured_at!, camera_label: label }
}
