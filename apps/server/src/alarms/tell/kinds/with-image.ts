import type { Content } from '../content.ts'
import { PictureGone } from '../pictures/pictures.ts'
import type { Outgoing, SendContext } from './sender.ts'

/** From this try on a message goes without its picture: some receivers refuse what has one. */
const TRY_WITHOUT = 3

/** A message and its picture, for receivers that get it as a file; without a picture if there is none. Throws PictureGone. */
export async function withImage(
  { content, tries }: Outgoing,
  { pictures }: SendContext,
): Promise<{ content: Content; image: Buffer | null }> {
  const { picture, vessel } = content
  const image = picture && tries < TRY_WITHOUT ? await pictures.read(vessel!.id, picture) : null
  if (!image && content.event === 'frame') throw new PictureGone()
  return { content: image ? content : { ...content, picture: null }, image }
}
