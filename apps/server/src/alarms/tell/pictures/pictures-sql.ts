import { sql } from 'kysely'
import { openCheckIn } from '../../../cameras/check-ins/check-in.ts'
import { knownFrames } from '../../../cameras/frames/sql.ts'
import { type CameraKey, lockFreeCamera, type Tx } from '../../../cameras/sql.ts'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { isSilenced } from '../../alarms-sql.ts'
import type { Content } from '../content.ts'
import { messagesAbout } from '../messages-sql.ts'
import { PictureGone } from './pictures.ts'

/** A picture that came while no process ran is told so long afterwards. */
const LATE_HOURS = 24

/** What the awaited camera of the alarm `a` sent in time. A later request replaces the answered one, so that the frames tell. */
const answered = sql`exists (
  select from frame f where f.vessel_id = a.vessel_id and f.camera_id = a.camera_id
    and f.trigger = 'request' and f.received_at > a.told_at and f.received_at <= a.picture_until)`

/** Writes the messages with pictures that have come from the cameras that rules name; each once, whichever process does it. */
export async function writePictures(db: Db, now: Date): Promise<void> {
  await sql`
    with came as (
      update alarm a set picture_until = null from vessel v
      where v.id = a.vessel_id and a.picture_until > ${now}::timestamptz - ${LATE_HOURS} * interval '1 hour' and ${answered}
      returning a.*, v.owner_id, v.name, ${isSilenced(now)} as silenced
    )
    ${messagesAbout(sql`select 'frame' as event, c.* from came c where not c.silenced`, now)}`.execute(db)
}

/**
 * Requests a check-in of each camera whose picture is awaited and that has none open. The camera is locked, and what it has
 * answered is not asked again; one that somebody else has locked is left to the next sweep. A picture is awaited no longer than
 * the request is open.
 */
export async function askForPictures(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<CameraKey>`
    select distinct a.vessel_id, a.camera_id as id from alarm a
    join camera c on c.vessel_id = a.vessel_id and c.id = a.camera_id and c.enabled
    where a.picture_until > ${now} and not exists (
      select from check_in i where i.vessel_id = c.vessel_id and i.camera_id = c.id and i.answered_at is null and i.expires_at > ${now})`.execute(
    db,
  )
  for (const camera of rows) await inTransaction(db, (tx) => askForPicture(tx, camera, now))
}

async function askForPicture(tx: Tx, camera: CameraKey, now: Date): Promise<void> {
  const locked = await lockFreeCamera(tx, camera)
  if (!locked?.enabled) return
  const awaited = sql`a.vessel_id = ${camera.vessel_id} and a.camera_id = ${camera.id} and a.picture_until > ${now} and not ${answered}`
  const { rows } = await sql`select from alarm a where ${awaited}`.execute(tx)
  if (rows.length === 0) return
  const { expires_at } = await openCheckIn(tx, camera, now)
  await sql`update alarm a set picture_until = ${expires_at} where ${awaited}`.execute(tx)
}

/** Throws PictureGone for a message that is there for its picture, which has been deleted. */
export async function requirePicture(db: Db, { event, picture }: Content): Promise<void> {
  if (event === 'frame' && !(picture && (await knownFrames(db, [picture.id])).has(picture.id))) throw new PictureGone()
}
