import * as contract from '@binnacle/contract'
import type { LinksTo } from '../cameras/frame-links.ts'
import type { FrameStore } from '../cameras/frame-store.ts'
import { removeFiles } from '../cameras/post-frame.ts'
import type { Db } from '../db/database.ts'
import { found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { findVessel } from '../vessels/sql.ts'
import { deleteInspection, deletePhoto, keyOf } from './inspection-photo-sql.ts'
import { photoAnswer, pointsOfWalk } from './inspection-point.ts'
import { findWalk, summariseInspections } from './inspection-walk-sql.ts'
import { takePhoto } from './take-photo.ts'
import { unfinished } from './unfinished.ts'

interface Photos {
  store: FrameStore
  linksTo: LinksTo
}

/** What the app shows of inspections beyond the specification: their words, photos, and what was found the last time. */
export function inspectionAppRoutes(on: On, db: Db, { store, linksTo }: Photos): void {
  on(contract.overviewInspections, async ({ caller, params }) => {
    const { id } = found(await findVessel(db, caller.id, params.id))
    return { inspections: await summariseInspections(db, id, contract.LIMITS.inspectionsListed) }
  })

  on(contract.walkInspection, async ({ caller, params, query, now }) => {
    const walk = found(await findWalk(db, caller.id, params.id))
    const { inspection, vesselId } = walk
    const links = walk.photos.map(async (photo) => [photo.id, await linksTo(keyOf(photo), now)] as const)
    const points = pointsOfWalk(walk, query.language!, new Map(await Promise.all(links)))
    return { inspection, vessel_id: vesselId, points }
  })

  on(contract.addInspectionPhoto, async ({ caller, params, request, now }) => {
    const photo = await takePhoto(db, store, caller.id, params.id, request)
    return { photo: photoAnswer(photo, await linksTo(keyOf(photo), now)) }
  })

  on(contract.deleteInspectionPhoto, async ({ caller, params, request }) => {
    const key = unfinished(await deletePhoto(db, caller.id, params.id))
    await removeFiles(store, [key], request.log)
    return { removed: true }
  })

  on(contract.deleteInspection, async ({ caller, params, request }) => {
    const keys = unfinished(await deleteInspection(db, caller.id, params.id))
    await removeFiles(store, keys, request.log)
    return { removed: true }
  })
}
