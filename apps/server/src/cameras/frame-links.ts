import type { FrameKey, FrameStore } from './frame-store.ts'
import { type LinkKey, signFrameLink } from './signed-link.ts'

/** Where an image, its thumbnail and a picture for a page may be fetched. */
export interface Links {
  url: string
  thumb_url: string
  screen_url: string
}

/** Makes the addresses of a frame, or of a photo, good for 30 minutes from `now`. */
export type LinksTo = (key: FrameKey, now: Date) => Promise<Links>

/**
 * They lead to where the images are, if that is a bucket; what is made on demand, the service hands out itself. The service's own
 * address of an image works with a bucket too.
 */
export const frameLinks =
  (store: Pick<FrameStore, 'link'>, baseUrl: string, linkKey: LinkKey): LinksTo =>
  async (key, now) => {
    const own = signFrameLink(baseUrl, key.frameId, linkKey, now)
    const [full, thumb] = await Promise.all([store.link(key, 'full', now), store.link(key, 'thumb', now)])
    return { url: full ?? own, thumb_url: thumb ?? `${own}&size=thumb`, screen_url: `${own}&size=screen` }
  }
