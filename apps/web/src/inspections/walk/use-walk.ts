import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { ApiProblem } from '../../api/client.ts'
import { usePreferences } from '../../format/preferences.ts'
import { entriesOf, useWaiting } from '../../outbox/entries.ts'
import { completionOf, deletionOf, type Entry, isLocal, startOf } from '../../outbox/entry.ts'
import { localItems, pointsOf } from '../../outbox/points/local-walk.ts'
import type { Outbox } from '../../outbox/points/outbox.ts'
import { outboxOf } from '../../outbox/points/outboxes.ts'
import { pointsWith } from '../../outbox/points/unsent.ts'
import { templatesQuery, walkQuery } from '../queries.ts'

/**
 * An inspection as its walk shows it: what the service has, with what waits here to be sent. `asked` may be the id of one that was
 * started here, which the service may know by now as `id`.
 */
export function useWalk(vesselId: string, asked: string) {
  const { language } = usePreferences().preferences
  const waiting = useWaiting(vesselId)
  const entries = entriesOf(useQueryClient())
  const id = entries.idNow(asked)
  const start = startOf(waiting, id)
  const read = useQuery({ ...walkQuery(vesselId, id, language), enabled: !isLocal(id) })
  const local = useLocalPoints(start)
  const outbox = useOutbox(vesselId, id)
  const state = useSyncExternalStore(outbox.watch, outbox.state)
  const known = start ? local.points : read.data?.points
  const points = useMemo(() => known && pointsWith(known, state.unsent), [known, state.unsent])
  const lost = isLocal(id) && !start && entries.takenUp() ? new ApiProblem(404, 'not_found') : null
  return {
    ...{ id, outbox, state, points, completion: completionOf(waiting, id), discard: deletionOf(waiting, id) },
    status: read.data?.inspection.status ?? 'in_progress',
    error: lost ?? local.error ?? read.error,
    retry: () => void (start ? local.retry() : read.refetch()),
  }
}

/** The points of an inspection that waits to be started. */
function useLocalPoints(start: Entry | undefined) {
  const { language } = usePreferences().preferences
  const { data, error, refetch } = useQuery({ ...templatesQuery(language), enabled: start !== undefined })
  const points = useMemo(() => {
    const { templates = [] } = (start?.body ?? {}) as { templates?: string[] }
    return start && data && pointsOf(localItems(templates, data, start.at), data)
  }, [start, data])
  return { points, error, retry: refetch }
}

function useOutbox(vesselId: string, id: string): Outbox {
  const outbox = outboxOf(useQueryClient(), vesselId, id)
  useEffect(() => outbox.open(), [outbox])
  return outbox
}
