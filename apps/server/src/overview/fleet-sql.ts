import type { FrameMime } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { AlertCamera, AlertDevice } from './alerts.ts'

/** The onboard devices of each vessel, by its id; named as the owner named them, else as the catalogue does. */
export async function devicesOf(db: Db, vesselIds: readonly string[]): Promise<Map<string, AlertDevice[]>> {
  const { rows } = await sql<AlertDevice & { vessel_id: string }>`
    select c.vessel_id, coalesce(nullif(trim(c.label), ''), p.name, c.provider) as name, c.enabled, c.last_seen_at
    from connection c
    left join provider p on p.slug = c.provider
    where c.vessel_id = any(${vesselIds}::uuid[])
    order by c.created_at, c.id`.execute(db)
  return Map.groupBy(rows, ({ vessel_id }) => vessel_id)
}

/** A camera that is switched on, with its newest frame. */
export interface CameraFrame extends AlertCamera {
  vessel_id: string
  camera_id: string
  frame_id: string | null
  mime: FrameMime | null
  width: number | null
  height: number | null
  captured_at: Date | null
}

/** The cameras of each vessel that are switched on, by its id, with the newest of its at most 200 frames (see takenAt). */
export async function cameraFramesOf(db: Db, vesselIds: readonly string[]): Promise<Map<string, CameraFrame[]>> {
  const { rows } = await sql<CameraFrame>`
    select c.vessel_id, c.id as camera_id, c.label, c.last_error, c.last_frame_at, c.created_at,
           f.id as frame_id, f.mime, f.width, f.height, f.captured_at
    from camera c
    left join lateral (
      select f.id, f.mime, f.width, f.height, f.captured_at from frame f
      where f.vessel_id = c.vessel_id and f.camera_id = c.id
      order by least(f.captured_at, f.received_at) desc, f.id desc limit 1
    ) f on true
    where c.vessel_id = any(${vesselIds}::uuid[]) and c.enabled
    order by c.created_at, c.id`.execute(db)
  return Map.groupBy(rows, ({ vessel_id }) => vessel_id)
}
