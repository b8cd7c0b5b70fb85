import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { CheckInTable, FrameTable } from '../db/tables.ts'
import { type ShownCamera, shownCamera } from './sql.ts'

export type FrameRow = Selectable<FrameTable>
export type LastCheckIn = Pick<
  Selectable<CheckInTable>,
  'id' | 'requested_at' | 'expires_at' | 'answered_at' | 'frame_id'
>

/** The connection that sends for a camera. */
interface Sender {
  id: string
  provider_name: string
  enabled: boolean
  last_seen_at: Date | null
}

/** A camera with all that its owner sees of it at a glance. */
export interface CameraWithState extends ShownCamera {
  frames: number
  frames_bytes: number
  newest_frame: FrameRow | null
  last_check_in: LastCheckIn | null
  connection: Sender | null
}

/** A vessel's cameras in the order in which they registered; five small statements, whatever the number of cameras. */
export async function listCamerasWithState(db: Db, vesselId: string): Promise<CameraWithState[]> {
  const [cameras, kept, newest, checkIns, senders] = await Promise.all([
    db
      .selectFrom('camera')
      .select([...shownCamera, 'connection_id'])
      .where('vessel_id', '=', vesselId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    keptFrames(db, vesselId),
    newestFrameOfEach(db, vesselId),
    lastCheckInOfEach(db, vesselId),
    sendersOf(db, vesselId),
  ])
  return cameras.map(({ connection_id, ...camera }) => {
    const of = <T extends { camera_id: string }>(rows: T[]) => rows.find((row) => row.camera_id === camera.id)
    const checkIn = of(checkIns)
    const sender = senders.find(({ id }) => id === connection_id)
    return {
      ...camera,
      frames: Number(of(kept)?.frames ?? 0),
      frames_bytes: Number(of(kept)?.bytes ?? 0),
      newest_frame: of(newest) ?? null,
      last_check_in: checkIn ? shownCheckIn(checkIn) : null,
      connection: sender ?? null,
    }
  })
}

const shownCheckIn = ({ id, requested_at, expires_at, answered_at, frame_id }: LastCheckIn): LastCheckIn => ({
  id,
  requested_at,
  expires_at,
  answered_at,
  frame_id,
})

function keptFrames(db: Db, vesselId: string) {
  return db
    .selectFrom('frame')
    .select((frame) => [
      'camera_id',
      frame.fn.countAll<string>().as('frames'),
      frame.fn.sum<string | null>('bytes').as('bytes'),
    ])
    .where('vessel_id', '=', vesselId)
    .groupBy('camera_id')
    .execute()
}

function newestFrameOfEach(db: Db, vesselId: string): Promise<FrameRow[]> {
  return db
    .selectFrom('frame')
    .distinctOn('camera_id')
    .selectAll()
    .where('vessel_id', '=', vesselId)
    .orderBy('camera_id')
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** A camera has one row, its last request: a new one takes the place of those that are closed. */
function lastCheckInOfEach(db: Db, vesselId: string) {
  return db
    .selectFrom('check_in')
    .select(['camera_id', 'id', 'requested_at', 'expires_at', 'answered_at', 'frame_id'])
    .where('vessel_id', '=', vesselId)
    .execute()
}

async function sendersOf(db: Db, vesselId: string): Promise<Sender[]> {
  const rows = await db
    .selectFrom('connection')
    .leftJoin('provider', 'provider.slug', 'connection.provider')
    .select(['connection.id', 'connection.provider', 'provider.name', 'connection.enabled', 'connection.last_seen_at'])
    .where('connection.vessel_id', '=', vesselId)
    .execute()
  return rows.map(({ provider, name, ...connection }) => ({ ...connection, provider_name: name ?? provider }))
}

/** The frames of a camera that arrived before one of them, or the newest, newest first. None before a frame that is not there. */
export function framesBefore(
  db: Db,
  camera: { vessel_id: string; id: string },
  before: string | null,
  limit: number,
): Promise<FrameRow[]> {
  const ofCamera = db.selectFrom('frame').where('vessel_id', '=', camera.vessel_id).where('camera_id', '=', camera.id)
  return ofCamera
    .selectAll()
    .$if(before !== null, (frames) =>
      frames.where((frame) =>
        frame(
          frame.refTuple('received_at', 'id'),
          '<',
          ofCamera.where('id', '=', before!).select(['received_at', 'id']).$asTuple('received_at', 'id'),
        ),
      ),
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
