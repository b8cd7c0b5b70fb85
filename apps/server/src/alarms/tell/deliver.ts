import type { Db } from '../../db/database.ts'
import type { SendContext } from './kinds/sender.ts'
import { type ClaimedMessage, noteAccepted, noteDropped, noteRefused } from './messages-sql.ts'
import { PictureGone } from './pictures/pictures.ts'
import { requirePicture } from './pictures/pictures-sql.ts'
import { NotAccepted } from './post/post.ts'
import { heldUntil } from './quiet/held-until.ts'
import { parcelOf } from './quiet/parcel.ts'
import { holdMessage } from './quiet/quiet-sql.ts'
import { send } from './send.ts'

const NOT_NEEDED = 'acknowledged, silenced or removed while it was held, or a picture beside another alarm'

/** Sends a claimed message, with all that was held with it, or holds it; and notes what came of it. */
export async function deliver(db: Db, message: ClaimedMessage, context: SendContext): Promise<void> {
  const now = new Date()
  const until = heldUntil(message, now)
  if (until) return holdMessage(db, message, until)
  const parcel = await parcelOf(db, message, now)
  const { content, told, dropped } = parcel
  try {
    if (content) {
      const { id, tries } = message
      await requirePicture(db, content)
      await send(message, { id, content, tries }, context, now)
      await noteAccepted(db, message, parcel, new Date())
    }
    await noteDropped(db, dropped, NOT_NEEDED, new Date())
  } catch (error) {
    if (error instanceof PictureGone) return noteDropped(db, [...told, ...dropped], error.message, new Date())
    if (!(error instanceof NotAccepted)) throw error
    await noteRefused(db, message, parcel, error, new Date())
  }
}
