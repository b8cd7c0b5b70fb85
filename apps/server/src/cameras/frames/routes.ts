import * as contract from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import { askedPage } from '../../http/values/asked-span.ts'
import { cursorOf } from '../../http/values/time-cursor.ts'
import type { LinksTo } from '../links/frame-links.ts'
import { cameraOrNotFound, noteWatched } from '../sql.ts'
import type { FrameStore } from '../stores/frame-store.ts'
import { keyOf, removeFiles } from './drop-frames.ts'
import { postFrame } from './post-frame.ts'
import { deleteFrame, type FrameRow, framesBefore, framesPage, newestFrames } from './sql.ts'
import type { FrameRules } from './take-frame.ts'

interface Frames extends FrameRules {
  store: FrameStore
  linksTo: LinksTo
}

/** The session cookie means the web app: its owner has the page open. */
export const isPage = (request: FastifyRequest) => request.headers.authorization === undefined

export function frameRoutes(handle: Handle, db: Db, { store, gapMs, quotas, linksTo }: Frames): void {
  handle(contract.postFrame, ({ caller, request }) => postFrame({ db, store, gapMs, quotas }, caller, request))

  handle(contract.listFrames, async ({ caller, params, query, request, now }) => {
    const camera = await cameraOrNotFound(db, caller.id, params.id)
    if (isPage(request)) await noteWatched(db, camera.vessel_id, camera.id, now)
    const limit = query.limit ?? contract.LIMITS.framesPerRead.default
    const linked = (frames: FrameRow[]) => Promise.all(frames.map((frame) => linkedFrame(frame, linksTo, now)))
    const asked = askedPage(query)
    if (!asked) return { camera_id: camera.id, frames: await linked(await newestFrames(db, camera, limit)) }
    const rows = await framesPage(db, camera, asked, limit + 1)
    const page = rows.slice(0, limit)
    const next = rows.length > limit ? cursorOf(page.at(-1)!) : null
    return { camera_id: camera.id, frames: await linked(page), next }
  })

  handle(contract.pageFrames, async ({ caller, params, query, now }) => {
    const camera = await cameraOrNotFound(db, caller.id, params.id)
    await noteWatched(db, camera.vessel_id, camera.id, now)
    const limit = query.limit ?? contract.LIMITS.framesPerPage.default
    const rows = await framesBefore(db, camera, query.before ?? null, limit + 1)
    const page = rows.slice(0, limit)
    const frames = await Promise.all(page.map((frame) => storedFrame(frame, linksTo, now)))
    return { frames, next: rows.length > limit ? page.at(-1)!.id : null }
  })

  handle(contract.deleteFrame, async ({ caller, params, request }) => {
    const key = await deleteFrame(db, caller.id, params.id)
    await removeFiles(store, [key], request.log)
    return { removed: true }
  })
}

async function linkedFrame(frame: FrameRow, linksTo: LinksTo, now: Date) {
  const { id, width, height, bytes, trigger, captured_at } = frame
  const { url } = await linksTo(keyOf(frame), now)
  return { id, width, height, bytes, trigger, captured_at, url }
}

/** A frame as the app shows it. */
export async function storedFrame(frame: FrameRow, linksTo: LinksTo, now: Date) {
  const { id, mime, width, height, bytes, trigger, captured_at, received_at } = frame
  const { url, thumb_url } = await linksTo(keyOf(frame), now)
  return { id, mime, width, height, bytes, trigger, captured_at, received_at, url, thumb_url }
}
