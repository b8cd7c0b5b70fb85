import type { InspectionItem, InspectionPhoto, InspectionPoint, Language } from '@binnacle/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../../api/client.ts'
import { pointsOf, type Template } from './local-walk.ts'

export type Walk = AnswerOf<'GET /app/inspections/{id}'>

/** Of an inspection in all languages. */
export const inspectionKey = (vesselId: string, id: string) => ['inspection', vesselId, id] as const

const TEMPLATES = 'inspection-templates'
export const templatesKey = (language: Language) => [TEMPLATES, language] as const

/** Puts an inspection that the service has just started into the walks, in the languages whose checklists were read. */
export function putStarted(
  queries: QueryClient,
  vesselId: string,
  { inspection, items }: AnswerOf<'POST /app/vessels/{id}/inspections'>,
): void {
  for (const [[, language], templates] of queries.getQueriesData<Template[]>({ queryKey: [TEMPLATES] }))
    queries.setQueryData<Walk>(
      [...inspectionKey(vesselId, inspection.id), language],
      templates && { inspection, vessel_id: vesselId, points: pointsOf(items, templates) },
    )
}

/** Changes the points of a walk that is shown. */
export function changePoints(
  queries: QueryClient,
  vesselId: string,
  id: string,
  to: (point: InspectionPoint) => InspectionPoint,
): void {
  queries.setQueriesData<Walk>(
    { queryKey: inspectionKey(vesselId, id) },
    (walk) => walk && { ...walk, points: walk.points.map(to) },
  )
}

/** Puts what the service has taken into the walk that is shown, without reading all of it again. */
export function takenInto(queries: QueryClient, vesselId: string) {
  /** A walk was being read meanwhile: that answer may be older. */
  const interrupted = new Set<string>()
  const filters = (id: string) => ({ queryKey: inspectionKey(vesselId, id) })
  const interrupt = async (id: string) => {
    if (queries.isFetching(filters(id)) === 0) return
    interrupted.add(id)
    await queries.cancelQueries(filters(id))
  }
  return {
    item: async (id: string, item: InspectionItem) => {
      await interrupt(id)
      changePoints(queries, vesselId, id, (point) => (point.id === item.id ? { ...point, ...item } : point))
    },
    photo: async (id: string, itemId: string, photo: InspectionPhoto) => {
      await interrupt(id)
      changePoints(queries, vesselId, id, (point) =>
        point.id === itemId ? { ...point, photos: [...point.photos, photo] } : point,
      )
    },
    /** All is sent. */
    done: (id: string) => interrupted.delete(id) && void queries.invalidateQueries(filters(id)),
    /** Somebody has completed it elsewhere, perhaps. */
    conflict: (id: string) => void queries.invalidateQueries(filters(id)),
  }
}
