import type { InspectionPhoto } from '@binnacle/contract'
import { ApiProblem, addressOf } from '../../api/client.ts'
import type { UnsentPhoto } from './unsent.ts'

const TIMEOUT_MS = 120_000

/**
 * Sends a photo of a point; `progress` hears the part that has gone, 0 to 1, which fetch does not tell. Throws an ApiProblem as
 * api() does.
 */
export function postPhoto(
  { id, itemId, image }: UnsentPhoto,
  progress: (part: number) => void,
): Promise<InspectionPhoto> {
  const { promise, resolve, reject } = Promise.withResolvers<InspectionPhoto>()
  const request = new XMLHttpRequest()
  request.open('POST', addressOf('/app/inspection-items/{id}/photos', { id: itemId }))
  request.setRequestHeader('content-type', 'application/json')
  request.setRequestHeader('idempotency-key', id)
  request.responseType = 'json'
  request.timeout = TIMEOUT_MS
  request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
  request.onerror = request.ontimeout = () => reject(new ApiProblem(0, 'offline'))
  request.onload = () => {
    const { status, response } = request
    if (status === 201) resolve(response.photo)
    else reject(new ApiProblem(status, response?.error ?? 'unavailable'))
  }
  request.send(JSON.stringify({ image_base64: image }))
  return promise
}
