import * as contract from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import { found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { findVessel } from '../vessels/sql.ts'
import { type FrameRow, framesBefore, listCamerasWithState } from './overview-sql.ts'
import { removeFiles } from './post-frame.ts'
import type { Frames } from './routes.ts'
import { deleteOwnFrame, findCamera, noteWatched } from './sql.ts'
import { keyOf } from './take-frame.ts'

/** What the app's pages of cameras are made from. Reading them is what says that the owner has the page open. */
export function appCameraRoutes(on: On, db: Db, frames: Frames): void {
  on(contract.overviewCameras, async ({ caller, params, now }) => {
    const vessel = found(await findVessel(db, caller.id, params.id))
    await noteWatched(db, vessel.id, null, now)
    const cameras = await listCamerasWithState(db, vessel.id)
    return {
      now,
      cameras: await Promise.all(
        cameras.map(async ({ newest_frame, ...camera }) => ({
          ...camera,
          newest_frame: newest_frame && (await stored(newest_frame, frames, now)),
        })),
      ),
    }
  })

  on(contract.pageFrames, async ({ caller, params, query, now }) => {
    const camera = found(await findCamera(db, caller.id, params.id))
    await noteWatched(db, camera.vessel_id, camera.id, now)
    const limit = query.limit ?? contract.LIMITS.framesPerPage.default
    const [page, more] = split(await framesBefore(db, camera, query.before ?? null, limit + 1), limit)
    const shown = await Promise.all(page.map((frame) => stored(frame, frames, now)))
    return { frames: shown, next: more ? page.at(-1)!.id : null }
  })

  on(contract.deleteFrame, async ({ caller, params, request }) => {
    const frame = found(await deleteOwnFrame(db, caller.id, params.id))
    await removeFiles(frames.store, [keyOf(frame)], request.log)
    return { removed: true }
  })
}

/** The first `size` of the rows, and whether there are more. */
const split = <T>(rows: T[], size: number): [T[], boolean] => [rows.slice(0, size), rows.length > size]

async function stored(frame: FrameRow, { linksTo }: Frames, now: Date): Promise<object> {
  const { id, mime, width, height, bytes, trigger, captured_at, received_at } = frame
  const { url, thumb_url } = await linksTo(keyOf(frame), now)
  return { id, mime, width, height, bytes, trigger, captured_at, received_at, url, thumb_url }
}
