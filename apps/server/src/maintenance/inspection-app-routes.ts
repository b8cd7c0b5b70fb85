import * as contract from '@binnacle/contract'
import type { FrameStore } from '../cameras/frame-store.ts'
import { removeFiles } from '../cameras/post-frame.ts'
import { type LinkKey, signFrameLink } from '../cameras/signed-link.ts'
import type { Db } from '../db/database.ts'
import { found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { findVessel } from '../vessels/sql.ts'
import { deleteInspection, deletePhoto } from './inspection-photo-sql.ts'
import { photoAnswer, pointsOfWalk } from './inspection-point.ts'
import { findWalk, summariseInspections } from './inspection-walk-sql.ts'
import { takePhoto } from './take-photo.ts'
import { unfinished } from './unfinished.ts'

interface Photos {
  store: FrameStore
  baseUrl: string
  linkKey: LinkKey
}

/** What the app shows of inspections beyond the specification: their words, photos, and what was found the last time. */
export function inspectionAppRoutes(on: On, db: Db, { store, baseUrl, linkKey }: Photos): void {
  const linksAt = (now: Date) => (photoId: string) => signFrameLink(baseUrl, photoId, linkKey, now)

  on(contract.overviewInspections, async ({ caller, params }) => {
    const { id } = found(await findVessel(db, caller.id, params.id))
    return { inspections: await summariseInspections(db, id, contract.LIMITS.inspectionsListed) }
  })

  on(contract.walkInspection, async ({ caller, params, query, now }) => {
    const walk = found(await findWalk(db, caller.id, params.id))
    const { inspection, vesselId } = walk
    return { inspection, vessel_id: vesselId, points: pointsOfWalk(walk, query.language!, linksAt(now)) }
  })

  on(contract.addInspectionPhoto, async ({ caller, params, request, now }) => {
    const photo = await takePhoto(db, store, caller.id, params.id, request.raw)
    return { photo: photoAnswer(photo, linksAt(now)(photo.id)) }
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
