import type { CameraOverview, WithDates } from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import { type FrameRow, takenAt } from './frames/sql.ts'
import { shownCamera } from './sql.ts'

type Shown = WithDates<CameraOverview>
type LastCheckIn = NonNullable<Shown['last_check_in']>
type Sender = NonNullable<Shown['connection']>

/** A camera with all that its owner sees of it at a glance; its frame as it is stored. */
type CameraWithState = Omit<Shown, 'newest_frame'> & { newest_frame: FrameRow | null }

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
    .orderBy(takenAt, 'desc')
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
