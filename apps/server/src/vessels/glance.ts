import type { DueItem, FleetVessel, Position, Series } from '@binnacle/contract'
import { type AlertBox, alertsOf } from './alerts.ts'
import type { CameraFrame } from './fleet-sql.ts'
import type { VesselAnswer } from './vessel.ts'

/** What is known of one vessel, as it was read. */
export interface Facts {
  vessel: VesselAnswer
  /** Every task, most urgent first. */
  due: readonly DueItem[]
  boxes: readonly AlertBox[]
  cameras: readonly CameraFrame[]
  /** The newest reading of each series. */
  series: readonly Series[]
}

/** Makes the address under which a frame's image may be fetched for a while. */
export type FrameLink = (frameId: string) => string

/** A boat at a glance. */
export const glanceOf = ({ vessel, due, boxes, cameras, series }: Facts, link: FrameLink, now: Date) => ({
  vessel,
  due: dueSummary(due),
  last_seen_at: lastSeen(boxes),
  box_count: boxes.length,
  position: positionOf(series),
  frame: newestFrame(cameras, link),
  alerts: alertsOf({ series, boxes, cameras }, now),
})

function dueSummary(due: readonly DueItem[]): FleetVessel['due'] {
  const count = (wanted: DueItem['status']) => due.filter(({ status }) => status === wanted).length
  return { overdue: count('overdue'), due_soon: count('due_soon'), ok: count('ok'), next: due[0] ?? null }
}

const lastSeen = (boxes: readonly AlertBox[]): Date | null =>
  boxes.reduce<Date | null>(
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
function newestFrame(cameras: readonly CameraFrame[], link: FrameLink) {
  const taken = cameras.filter((camera) => camera.frame_id !== null)
  const newest = taken.toSorted((a, b) => b.captured_at!.getTime() - a.captured_at!.getTime())[0]
  if (!newest) return null
  const url = link(newest.frame_id!)
  const { width, height, captured_at, label } = newest
  const smaller = { thumb_url: `${url}&size=thumb`, screen_url: `${url}&size=screen` }
  return { url, ...smaller, width, height, captured_at, camera_label: label }
}
