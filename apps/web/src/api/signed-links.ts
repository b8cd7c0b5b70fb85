/** A picture as the service tells of it: each of its links has an end of its own. */
interface Linked {
  url: string
  thumb_url: string
  screen_url?: string
}

/** A link is kept while it has this long to go, ms: time to open a page and to look at it. */
const KEEP_MS = 8 * 60_000

const LINKS = ['url', 'thumb_url', 'screen_url'] as const

const pictureOf = ({ url }: Linked) => new URL(url).pathname
const linksOf = (picture: Linked) =>
  Object.fromEntries(LINKS.filter((name) => name in picture).map((name) => [name, picture[name]]))

/**
 * When a signed link ends, ms since 1970; 0 for one that does not say. Sources: apps/server/src/cameras/links/signed-link.ts, and
 * Amazon's "Authenticating Requests: Using Query Parameters" for pictures in a bucket.
 */
function endOfLink({ url }: Linked): number {
  const query = new URL(url).searchParams
  const [, day, hour, minute, second] = AMZ_DATE.exec(query.get('X-Amz-Date') ?? '') ?? []
  if (!day) return Number(query.get('exp')) * 1000
  const [year, month, date] = [day.slice(0, 4), day.slice(4, 6), day.slice(6)]
  const signedAt = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`)
  return signedAt + Number(query.get('X-Amz-Expires')) * 1000
}

/** 20260514T120000Z */
const AMZ_DATE = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/

/**
 * Pictures that have just been read, with the links of those that were known before: each answer signs them anew, and a picture
 * whose address changes is fetched again, over a connection that somebody may pay for by the megabyte. `now` in ms.
 */
export function withKnownLinks<P extends Linked>(fresh: readonly P[], known: readonly Linked[], now: number): P[] {
  const before = new Map(known.map((picture) => [pictureOf(picture), picture]))
  return fresh.map((picture) => {
    const same = before.get(pictureOf(picture))
    return same && endOfLink(same) - now > KEEP_MS ? { ...picture, ...linksOf(same) } : picture
  })
}
