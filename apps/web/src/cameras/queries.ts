import {
  infiniteQueryOptions,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type AnswerOf, api, type RequestOf } from '../api/client.ts'
import { withKnownLinks } from '../api/signed-links.ts'

type Overview = AnswerOf<'GET /app/vessels/{id}/cameras'>
type FramePage = AnswerOf<'GET /app/cameras/{id}/frames'>
interface FramePages {
  pages: FramePage[]
  pageParams: unknown[]
}

/** Reading the list is what tells the service that somebody looks, so that the boat asks more often for a minute. */
const WATCHED_MS = 45_000

/** Signed links last 30 minutes. */
const LINKS_MS = 20 * 60_000

/** A boat's cameras, and how far the service's clock is ahead of this one, ms. */
export const camerasQuery = (vesselId: string) =>
  queryOptions({
    queryKey: ['vessel', vesselId, 'cameras', 'overview'],
    queryFn: async ({ signal }) => {
      const { now, cameras } = await api('GET /app/vessels/{id}/cameras', { params: { id: vesselId }, signal })
      return { cameras, ahead: Date.parse(now) - Date.now() }
    },
    refetchInterval: WATCHED_MS,
    structuralSharing: (known, fresh) => shareCameras(known as Cameras | undefined, fresh as Cameras),
  })

interface Cameras {
  cameras: Overview['cameras']
  ahead: number
}

function shareCameras(known: Cameras | undefined, fresh: Cameras): Cameras {
  const frames = known?.cameras.flatMap(({ newest_frame }) => newest_frame ?? []) ?? []
  const cameras = fresh.cameras.map((camera) => {
    const [newest_frame = null] = withKnownLinks(camera.newest_frame ? [camera.newest_frame] : [], frames, Date.now())
    return { ...camera, newest_frame }
  })
  return replaceEqualDeep(known, { ...fresh, cameras })
}

/** The frames of a camera, newest first, page by page. */
export const framesQuery = (vesselId: string, cameraId: string) =>
  infiniteQueryOptions({
    queryKey: ['vessel', vesselId, 'cameras', cameraId, 'frames'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /app/cameras/{id}/frames', {
        params: { id: cameraId },
        query: { before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: LINKS_MS,
    structuralSharing: (known, fresh) => shareFrames(known as FramePages | undefined, fresh as FramePages),
  })

function shareFrames(known: FramePages | undefined, fresh: FramePages): FramePages {
  const frames = known?.pages.flatMap((page) => page.frames) ?? []
  const pages = fresh.pages.map((page) => ({ ...page, frames: withKnownLinks(page.frames, frames, Date.now()) }))
  return replaceEqualDeep(known, { ...fresh, pages })
}

type CameraChange = NonNullable<RequestOf<'PATCH /app/cameras/{id}'>['body']>

/** What an owner can do with a camera of a boat. */
export function useCameraActions(vesselId: string, id: string) {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['vessel', vesselId, 'cameras'] })
  return {
    checkIn: useMutation({
      mutationFn: () => api('POST /v1/cameras/{id}/check-in', { params: { id } }),
      onSettled,
    }),
    change: useMutation({
      mutationFn: (body: CameraChange) => api('PATCH /app/cameras/{id}', { params: { id }, body }),
      onSettled,
    }),
    remove: useMutation({ mutationFn: () => api('DELETE /app/cameras/{id}', { params: { id } }), onSettled }),
    removeFrame: useMutation({
      mutationFn: (frameId: string) => api('DELETE /app/frames/{id}', { params: { id: frameId } }),
      onSettled,
    }),
  }
}
