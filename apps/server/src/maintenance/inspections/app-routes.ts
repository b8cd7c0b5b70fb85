import * as contract from '@binnacle/contract'
import { removeFiles } from '../../cameras/frames/drop-frames.ts'
import type { LinksTo } from '../../cameras/links/frame-links.ts'
import type { FrameStore } from '../../cameras/stores/frame-store.ts'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import type { Quotas } from '../../quotas/quotas.ts'
import { vesselOrNotFound } from '../../vessels/sql.ts'
import { deleteInspection, deletePhoto, keyOf } from './photos/sql.ts'
import { takePhoto } from './photos/take-photo.ts'
import { photoAnswer, pointsOfWalk } from './walk-points.ts'
import { summariseInspections, walkOrNotFound } from './walk-sql.ts'

interface Photos {
  store: FrameStore
  linksTo: LinksTo
  quotas: Quotas
}

/** The app's routes for inspections that do more than statements: texts, photos, links to them and the last findings. */
export function inspectionAppRoutes(handle: Handle, db: Db, { store, linksTo, quotas }: Photos): void {
  handle(contract.overviewInspections, async ({ caller, params }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    return { inspections: await summariseInspections(db, id, contract.LIMITS.inspectionsListed) }
  })

  handle(contract.walkInspection, async ({ caller, params, query, now }) => {
    const walk = await walkOrNotFound(db, caller.id, params.id)
    const { inspection, vesselId } = walk
    const links = walk.photos.map(async (photo) => [photo.id, await linksTo(keyOf(photo), now)] as const)
    const points = pointsOfWalk(walk, query.language!, new Map(await Promise.all(links)))
    return { inspection, vessel_id: vesselId, points }
  })

  handle(contract.addInspectionPhoto, async ({ caller, params, request, now, once }) => {
    const photo = await takePhoto({ db, store, quotas }, caller.id, params.id, request, once)
    return { photo: photoAnswer(photo, await linksTo(keyOf(photo), now)) }
  })

  handle(contract.deleteInspectionPhoto, async ({ caller, params, request }) => {
    const key = await deletePhoto(db, caller.id, params.id)
    await removeFiles(store, [key], request.log)
    return { removed: true }
  })

  handle(contract.deleteInspection, async ({ caller, params, request }) => {
    const keys = await deleteInspection(db, caller.id, params.id)
    await removeFiles(store, keys, request.log)
    return { removed: true }
  })
}
