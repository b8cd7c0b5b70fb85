import type { StoredFrame } from '@binnacle/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

export interface TakenPicture extends StoredFrame {
  cameraId: string
  camera: string
}

/** Signed links last 30 minutes. */
const LINKS_AGAIN_MS = 20 * 60_000

/** The newest pictures of all cameras of a boat, for what happened lately. */
export const picturesQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'cameras', 'pictures'],
    queryFn: async ({ signal }): Promise<TakenPicture[]> => {
      const { cameras } = await api('GET /v1/vessels/{id}/cameras', { params: { id }, signal })
      const pages = cameras.map(async ({ id: cameraId, label }) => {
        const { frames } = await api('GET /app/cameras/{id}/frames', { params: { id: cameraId }, signal })
        return frames.map((frame) => ({ ...frame, cameraId, camera: label }))
      })
      return (await Promise.all(pages)).flat()
    },
    refetchInterval: LINKS_AGAIN_MS,
    meta: { persist: false },
  })
