import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import { FOR_OTHER_SITES } from '../../http/browser/security-headers.ts'
import { ApiError, notFound } from '../../http/errors.ts'
import type { Handle } from '../../http/route/register.ts'
import { frameOrNotFound } from '../frames/sql.ts'
import type { Renditions } from '../images/renditions.ts'
import type { FrameKey, FrameStore } from '../stores/frame-store.ts'
import { type LinkKey, readFrameLink, shareMark } from './signed-link.ts'

interface Images {
  store: FrameStore
  renditions: Renditions
  linkKey: LinkKey
  /** The token of the share that shows a vessel's picture now; undefined if there is none. */
  tokenShowingPicture(vesselId: string): Promise<string | undefined>
}

export function imageRoute(handle: Handle, db: Db, { store, renditions, linkKey, tokenShowingPicture }: Images): void {
  async function refuseUnshared({ vesselId }: FrameKey, mark: string): Promise<void> {
    const token = await tokenShowingPicture(vesselId)
    if (!token || shareMark(token, linkKey) !== mark) throw notFound()
  }

  handle(contract.getFrameImage, async ({ params, request, reply, now }) => {
    const search = request.raw.url?.split('?')[1] ?? ''
    // Before the database is asked: without a link nobody learns which frames exist.
    const grant = readFrameLink(search, params.id, [linkKey], now)
    if (!grant) throw new ApiError('link_invalid')
    const frame = await frameOrNotFound(db, params.id)
    if (grant.share) await refuseUnshared(frame, grant.share)
    const file = await (grant.size === 'screen' ? renditions.open(frame, request.log) : store.open(frame, grant.size))
    if (!file) throw notFound()
    const seconds = Math.floor(Number(new URLSearchParams(search).get('exp')) - now.getTime() / 1000)
    // A copy of a shared picture would outlive the share.
    const kept = grant.share ? 'no-store' : `private, max-age=${Math.max(0, seconds)}, immutable`
    return reply
      .type(grant.size === 'full' ? frame.mime : 'image/webp')
      .header('content-length', file.bytes)
      .header('cache-control', kept)
      .headers({ ...FOR_OTHER_SITES, 'content-security-policy': "default-src 'none'" })
      .send(file.stream)
  })
}
