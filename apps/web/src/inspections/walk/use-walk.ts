import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { usePreferences } from '../../format/preferences.ts'
import { Outbox } from '../outbox/outbox.ts'
import { pointsWith } from '../outbox/unsent.ts'
import { takenInto, walkQuery } from '../queries.ts'

/** An inspection as its walk shows it: what the service has, with what waits here to be sent. */
export function useWalk(vesselId: string, id: string) {
  const { language } = usePreferences().preferences
  const read = useQuery(walkQuery(vesselId, id, language))
  const outbox = useOutbox(vesselId, id)
  const state = useSyncExternalStore(outbox.watch, outbox.state)
  const points = useMemo(() => pointsWith(read.data?.points ?? [], state.unsent), [read.data, state.unsent])
  return { read, outbox, state, points }
}

function useOutbox(vesselId: string, id: string): Outbox {
  const queries = useQueryClient()
  const outbox = useMemo(() => new Outbox(id, takenInto(queries, vesselId, id)), [queries, vesselId, id])
  useEffect(() => outbox.open(), [outbox])
  return outbox
}
