import type { InspectionPoint, Language } from '@binnacle/contract'
import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { stampOf } from '../forms/stamp.ts'
import { entriesOf } from '../outbox/entries.ts'
import { deletion, startOf } from '../outbox/entry.ts'
import { outboxOf } from '../outbox/points/outboxes.ts'
import { changePoints, inspectionKey, templatesKey } from '../outbox/points/walk-cache.ts'
import { useTexts } from '../texts/use-texts.ts'
import { findingTask } from './report/finding-task.ts'

/** Signed links last 30 minutes. */
const LINKS_AGAIN_MS = 20 * 60_000

/** The inspections of a boat, newest first. */
export const inspectionsQuery = (vesselId: string) =>
  queryOptions({
    queryKey: ['vessel', vesselId, 'inspections', 'overview'],
    queryFn: ({ signal }) =>
      api('GET /app/vessels/{id}/inspections', { params: { id: vesselId }, signal }).then(
        ({ inspections }) => inspections,
      ),
  })

/** One inspection with its points, in a language. */
export const walkQuery = (vesselId: string, id: string, language: Language) =>
  queryOptions({
    // Not one of the live keys: each verdict given here would have the whole walk read again over a boat's network.
    queryKey: [...inspectionKey(vesselId, id), language],
    queryFn: ({ signal }) => api('GET /app/inspections/{id}', { params: { id }, query: { language }, signal }),
    refetchInterval: LINKS_AGAIN_MS,
    staleTime: 0,
  })

/** The checklists, which change with the service only. */
export const templatesQuery = (language: Language) =>
  queryOptions({
    queryKey: templatesKey(language),
    queryFn: ({ signal }) =>
      api('GET /app/inspection-templates', { query: { language }, signal }).then(({ templates }) => templates),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Deletes a photo that the service has, now or when the service can be reached. */
export function useRemovePhoto(vesselId: string, id: string) {
  const { waiting } = useTexts().common
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ photoId, title }: { photoId: string; title: string }) =>
      entriesOf(queries).post(
        deletion('DELETE /app/inspection-photos/{id}', vesselId, photoId, waiting.deletionOf(title)),
      ),
    onSuccess: (answer, { photoId }) =>
      answer &&
      changePoints(queries, vesselId, id, (point) => ({
        ...point,
        photos: point.photos.filter((photo) => photo.id !== photoId),
      })),
  })
}

/** Everything that hangs on a boat's inspections is asked for again. */
export function useInspectionsChanged(vesselId: string): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      ...['inspections', 'vessel', 'overview', 'due', 'logbook'].map((topic) =>
        queries.invalidateQueries({ queryKey: ['vessel', vesselId, topic] }),
      ),
      queries.invalidateQueries({ queryKey: ['fleet'] }),
    ])
}

const discardKey = (id: string) => ['discard-inspection', id] as const

/** While it is discarded on this page, which leads away when it is done. */
export const useIsDiscarding = (id: string): boolean => useIsMutating({ mutationKey: discardKey(id) }) > 0

/** Throws an inspection away that was started by mistake, now or when the service can be reached. */
export function useDiscardInspection(vesselId: string, id: string, done: () => unknown) {
  const { common, inspections } = useTexts()
  const queries = useQueryClient()
  const changed = useInspectionsChanged(vesselId)
  return useMutation({
    mutationKey: discardKey(id),
    mutationFn: async () => {
      const entries = entriesOf(queries)
      const start = startOf(entries.waiting(vesselId), id)
      const title = common.waiting.deletionOf(inspections.walk.title)
      if (!start) return entries.post(deletion('DELETE /app/inspections/{id}', vesselId, id, title))
      entries.discard(start.key)
      outboxOf(queries, vesselId, id).clear()
      return { removed: true }
    },
    async onSuccess(answer) {
      await done()
      // Without an answer it waits, and may be kept after all.
      if (answer) queries.removeQueries({ queryKey: inspectionKey(vesselId, id) })
      await changed()
    },
  })
}

/** Makes a task of a finding, which then knows it. */
export function useMakeTask(vesselId: string, id: string) {
  const queries = useQueryClient()
  const changed = useInspectionsChanged(vesselId)
  return useMutation({
    mutationFn: (point: InspectionPoint) => {
      const { key, at } = stampOf(point)
      const body = findingTask(point)
      return entriesOf(queries).post({
        route: 'POST /app/vessels/{id}/tasks',
        ...{ vesselId, body, key, title: body.title, at: at.getTime() },
      })
    },
    onSuccess: (made) => {
      const task = made?.task
      changePoints(queries, vesselId, id, (point) =>
        task && point.id === task.finding_id ? { ...point, task_id: task.id } : point,
      )
      return changed()
    },
  })
}
