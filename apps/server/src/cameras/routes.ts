import * as contract from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Handle } from '../http/route/register.ts'
import { vesselOrNotFound } from '../vessels/sql.ts'
import { checkInRoutes } from './check-ins/routes.ts'
import { dropOldFrames, removeFiles } from './frames/drop-frames.ts'
import { frameRoutes, isPage, storedFrame } from './frames/routes.ts'
import type { FrameRules } from './frames/take-frame.ts'
import type { Renditions } from './images/renditions.ts'
import type { LinksTo } from './links/frame-links.ts'
import { imageRoute } from './links/routes.ts'
import type { LinkKey } from './links/signed-link.ts'
import { listCamerasWithState } from './overview-sql.ts'
import { deleteCamera, listCameras, lockCameraOrNotFound, noteWatched, updateCamera } from './sql.ts'
import type { FrameStore } from './stores/frame-store.ts'

interface Frames extends FrameRules {
  store: FrameStore
  renditions: Renditions
  linksTo: LinksTo
  linkKey: LinkKey
  tokenShowingPicture(vesselId: string): Promise<string | undefined>
}

export function cameraRoutes(handle: Handle, db: Db, frames: Frames): void {
  readRoutes(handle, db, frames)
  changeRoutes(handle, db, frames)
  frameRoutes(handle, db, frames)
  checkInRoutes(handle, db)
  imageRoute(handle, db, frames)
}

function readRoutes(handle: Handle, db: Db, { linksTo }: Frames): void {
  handle(contract.listCameras, async ({ caller, params, request, now }) => {
    const vessel = await vesselOrNotFound(db, caller.id, params.id)
    if (isPage(request)) await noteWatched(db, vessel.id, null, now)
    return { cameras: await listCameras(db, vessel.id) }
  })

  handle(contract.overviewCameras, async ({ caller, params, now }) => {
    const vessel = await vesselOrNotFound(db, caller.id, params.id)
    await noteWatched(db, vessel.id, null, now)
    const cameras = await listCamerasWithState(db, vessel.id)
    return {
      now,
      cameras: await Promise.all(
        cameras.map(async ({ newest_frame, ...camera }) => ({
          ...camera,
          newest_frame: newest_frame && (await storedFrame(newest_frame, linksTo, now)),
        })),
      ),
    }
  })
}

function changeRoutes(handle: Handle, db: Db, { store }: Frames): void {
  handle(contract.changeCamera, async ({ caller, params, body, request }) => {
    const { label, view, enabled, retain_frames } = body
    const { camera, dropped } = await inTransaction(db, async (tx) => {
      const locked = await lockCameraOrNotFound(tx, caller.id, params.id)
      const camera = await updateCamera(tx, locked, { label, view, enabled, retain_frames })
      return { camera, dropped: await dropOldFrames(tx, locked, camera.retain_frames) }
    })
    await removeFiles(store, dropped, request.log)
    return { camera }
  })

  handle(contract.deleteCamera, async ({ caller, params, request }) => {
    const dropped = await inTransaction(db, async (tx) => {
      const camera = await lockCameraOrNotFound(tx, caller.id, params.id)
      const dropped = await dropOldFrames(tx, camera, 0)
      await deleteCamera(tx, camera)
      return dropped
    })
    await removeFiles(store, dropped, request.log)
    return { removed: true }
  })
}
