import type { FrameKey, FrameStore } from '../stores/frame-store.ts'
import { type LinkKey, shareMark, signFrameLink } from './signed-link.ts'

/** Where an image, its thumbnail and a picture for a page may be fetched. */
export interface Links {
  url: string
  thumb_url: string
  screen_url: string
}

/** Makes the addresses of a frame, or of a photo, for its owner: good for 30 minutes from `now`. */
export type LinksTo = (key: FrameKey, now: Date) => Promise<Links>

/** They lead to where the images are, if that is a bucket; what is made on demand, the service sends itself. */
export const frameLinks =
  (store: Pick<FrameStore, 'link'>, baseUrl: string, linkKey: LinkKey): LinksTo =>
  async (key, now) => {
    const own = (size: 'full' | 'thumb' | 'screen') =>
      signFrameLink(baseUrl, { frameId: key.frameId, size }, linkKey, now)
    const [full, thumb] = await Promise.all([store.link(key, 'full', now), store.link(key, 'thumb', now)])
    return { url: full ?? own('full'), thumb_url: thumb ?? own('thumb'), screen_url: own('screen') }
  }

/** Makes the address of a picture for those who see a share. */
export type SharedLink = (frameId: string, token: string, now: Date) => string

/**
 * It leads to the re-encoded size, never to the image as it was sent, whose metadata may say where and by whom it was taken; and
 * to the service, which refuses it once the share is revoked, never to a bucket.
 */
export const sharedLinks =
  (baseUrl: string, linkKey: LinkKey): SharedLink =>
  (frameId, token, now) =>
    signFrameLink(baseUrl, { frameId, size: 'screen', share: shareMark(token, linkKey) }, linkKey, now)
