import * as contract from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import { noteBoxSeen } from '../connections/sql.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { ApiError, found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { FOR_OTHER_SITES } from '../http/security-headers.ts'
import { findVessel } from '../vessels/sql.ts'
import { appCameraRoutes } from './app-routes.ts'
import { pollAfterMs, requestCheckIn } from './check-in.ts'
import { lastWatched, listPending } from './check-in-sql.ts'
import type { LinksTo } from './frame-links.ts'
import type { FrameKey, FrameStore } from './frame-store.ts'
import { forScreen } from './image.ts'
import { postFrame, removeFiles } from './post-frame.ts'
import { checkFrameLink, type LinkKey } from './signed-link.ts'
import {
  type CameraKey,
  deleteCamera,
  findCamera,
  findFrame,
  holdCamera,
  listCameras,
  newestFrames,
  noteWatched,
  updateCamera,
} from './sql.ts'
import { dropOldFrames, keyOf } from './take-frame.ts'

export interface Frames {
  store: FrameStore
  gapMs: number
  linksTo: LinksTo
  linkKey: LinkKey
}

export function cameraRoutes(on: On, db: Db, frames: Frames): void {
  boxRoutes(on, db, frames)
  ownerRoutes(on, db, frames)
  appCameraRoutes(on, db, frames)
  imageRoute(on, db, frames)
}

function boxRoutes(on: On, db: Db, { store, gapMs }: Frames): void {
  on(contract.postFrame, ({ caller, request }) => postFrame({ db, store, gapMs }, caller, request))

  on(contract.listPending, async ({ caller, now }) => {
    await noteBoxSeen(db, caller, now)
    return {
      requests: await listPending(db, caller, now),
      poll_after_ms: pollAfterMs(await lastWatched(db, caller), now),
    }
  })
}

/** The session cookie means the web app: its owner has the page open. */
const isPage = (request: FastifyRequest) => request.headers.authorization === undefined

function ownerRoutes(on: On, db: Db, { store, linksTo }: Frames): void {
  on(contract.listCameras, async ({ caller, params, request, now }) => {
    const vessel = found(await findVessel(db, caller.id, params.id))
    if (isPage(request)) await noteWatched(db, vessel.id, null, now)
    return { cameras: await listCameras(db, vessel.id) }
  })

  on(contract.listFrames, async ({ caller, params, query, request, now }) => {
    const camera = found(await findCamera(db, caller.id, params.id))
    if (isPage(request)) await noteWatched(db, camera.vessel_id, camera.id, now)
    const newest = await newestFrames(db, camera, query.limit ?? contract.LIMITS.framesPerRead.default)
    const frames = newest.map(async (frame) => {
      const { id, width, height, bytes, trigger, captured_at } = frame
      const { url } = await linksTo(keyOf(frame), now)
      return { id, width, height, bytes, trigger, captured_at, url }
    })
    return { camera_id: camera.id, frames: await Promise.all(frames) }
  })

  on(contract.requestCheckIn, async ({ caller, params, now }) => ({
    request: await requestCheckIn(db, caller.id, params.id, now),
  }))

  on(contract.changeCamera, async ({ caller, params, body, request }) => {
    const { label, view, enabled, retain_frames } = body
    const { camera, dropped } = await inTransaction(db, async (tx) => {
      const held = found(await holdCamera(tx, caller.id, params.id))
      const camera = await updateCamera(tx, held, { label, view, enabled, retain_frames })
      return { camera, dropped: await dropOldFrames(tx, held, camera.retain_frames) }
    })
    await removeFiles(store, dropped, request.log)
    return { camera }
  })

  on(contract.deleteCamera, async ({ caller, params, request }) => {
    const dropped = await inTransaction(db, async (tx) => {
      const camera: CameraKey = found(await holdCamera(tx, caller.id, params.id))
      const dropped: FrameKey[] = await dropOldFrames(tx, camera, 0)
      await deleteCamera(tx, camera)
      return dropped
    })
    await removeFiles(store, dropped, request.log)
    return { removed: true }
  })
}

function imageRoute(on: On, db: Db, { store, linkKey }: Frames): void {
  on(contract.getFrameImage, async ({ params, request, reply, now }) => {
    const search = request.raw.url?.split('?')[1] ?? ''
    // Before the database is asked: whoever has no link learns nothing, not even which frames there are.
    if (checkFrameLink(search, params.id, [linkKey], now) !== 'ok') throw new ApiError('link_invalid')
    const query = new URLSearchParams(search)
    const size = query.get('size') ?? 'full'
    const frame = found(await findFrame(db, params.id))
    const { stream, bytes } = found(await store.open(frame, size === 'thumb' ? 'thumb' : 'full'))
    const body = size === 'screen' ? await forScreen(stream) : stream
    const seconds = Math.floor(Number(query.get('exp')) - now.getTime() / 1000)
    return reply
      .type(size === 'full' ? frame.mime : 'image/webp')
      .header('content-length', body instanceof Buffer ? body.length : bytes)
      .header('cache-control', `private, max-age=${Math.max(0, seconds)}, immutable`)
      .headers({ ...FOR_OTHER_SITES, 'content-security-policy': "default-src 'none'" })
      .send(body)
  })
}
