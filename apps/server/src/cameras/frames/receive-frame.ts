import type { IncomingMessage } from 'node:http'
import { type CameraView, FRAME_MIMES, type FrameMime, postFrame } from '@binnacle/contract'
import { Type } from 'typebox'
import { bodyChunks, requireJson } from '../../http/route/body.ts'
import { validatorsOf } from '../../http/route/validate.ts'
import { receiveFrameBody } from './frame-body.ts'
import { FrameRefused } from './frame-refused.ts'

/** A frame's body but for the image. */
export interface SentFrame {
  camera_id?: string
  label?: string
  view?: CameraView
  mime: FrameMime
  trigger: 'device' | 'motion'
  captured_at?: string
  /** Of the decoded image. */
  bytes: number
}

const { body: checkFields } = validatorsOf({
  ...postFrame,
  body: Type.Omit(postFrame.body, ['image_base64']),
  bodyCheckedBy: 'schema',
})

/**
 * Reads the body of POST /v1/cameras/frames and decodes its image into a file at `path`. Throws what receiveFrameBody throws,
 * and ApiError: invalid_request, unsupported_mime, body_too_large, request_timeout; then the file may be there.
 */
export async function receiveFrame(request: IncomingMessage, path: string): Promise<SentFrame> {
  requireJson(request.headers)
  const { fields, image } = await receiveFrameBody(bodyChunks(request, postFrame.bodyBytes), path)
  // Without mime a data URL says what the image is; without either the schema's default holds.
  if ((fields.mime ?? null) === null && image.mimeFromDataUrl !== null) fields.mime = image.mimeFromDataUrl
  const sent = checkFields(fields) as Omit<SentFrame, 'mime' | 'bytes'> & { mime: string }
  const mime = FRAME_MIMES.find((known) => known === sent.mime.toLowerCase())
  if (!mime) throw new FrameRefused('unsupported_mime', `/mime must be one of ${FRAME_MIMES.join(', ')}`)
  if (image.mimeFromDataUrl !== null && image.mimeFromDataUrl !== mime)
    throw new FrameRefused('unsupported_mime', '/mime is another than that of the data URL')
  return { ...sent, mime, bytes: image.bytes }
}
