import type { Db } from '../../../db/database.ts'
import type { ClaimedMessage, Parcel } from '../messages-sql.ts'
import { digestOf } from './digest.ts'
import { heldUntil } from './held-until.ts'
import { heldMessages } from './quiet-sql.ts'

/** What a claimed message sends: itself, or all that was held with it. */
export async function parcelOf(db: Db, message: ClaimedMessage, now: Date): Promise<Parcel> {
  const { id, content, held_until, quiet_time_zone } = message
  if (!held_until) return { content, told: [id], dropped: [] }
  const held = await heldMessages(db, message, now)
  return digestOf(
    held.filter((each) => !heldUntil({ ...message, content: each.content }, now)),
    quiet_time_zone!,
  )
}
