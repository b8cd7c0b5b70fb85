import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import { asJpeg } from '../../../cameras/images/image.ts'
import type { Renditions } from '../../../cameras/images/renditions.ts'
import { type LinkKey, signFrameLink } from '../../../cameras/links/signed-link.ts'
import { withTimeout } from '../../../http/with-timeout.ts'
import type { MessagePicture } from '../content.ts'

/** The pictures of messages: as strangers may see them, small and without metadata. */
export interface Pictures {
  /** A JPEG, which all mail programs show; null: there is none, or it cannot be had soon. */
  read(vesselId: string, picture: MessagePicture): Promise<Buffer | null>
  /** An address under which it may be fetched for a day. */
  link(picture: Pick<MessagePicture, 'id'>, now: Date): string
}

/** Why a message that is there for its picture is not sent: without it, it would tell its alarm once more. */
export class PictureGone extends Error {
  override message = 'its picture is deleted, not wanted, cannot be read or was refused twice'
}

const LINK_SECONDS = 24 * 3600
/** A message does not wait longer for its picture. */
const READ_MS = 5_000

export function openPictures(
  renditions: Renditions,
  baseUrl: string,
  linkKey: LinkKey,
  log: FastifyBaseLogger,
): Pictures {
  return {
    async read(vesselId, { id, camera_id, mime }) {
      let jpeg: Buffer | null = null
      const reading = async () => {
        const { stream } = await renditions.open({ vesselId, cameraId: camera_id, frameId: id, mime }, log)
        jpeg = await asJpeg(Buffer.isBuffer(stream) ? stream : await buffer(stream))
      }
      await withTimeout(
        reading().catch((error) =>
          log.warn({ err: error }, 'the picture of a message about an alarm could not be read'),
        ),
        READ_MS,
      )
      return jpeg
    },
    link: ({ id }, now) => signFrameLink(baseUrl, { frameId: id, size: 'screen' }, linkKey, now, LINK_SECONDS),
  }
}
