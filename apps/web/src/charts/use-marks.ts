import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBoatId } from '../shell/use-boat.ts'
import { eventsQuery } from '../telemetry/queries.ts'
import { type Mark, marksIn } from './marks.ts'
import { loadWindow, type Window } from './range/window.ts'

const NONE = { faults: [], services: [] }

/** The faults and services of a window; none while they are loaded. */
export function useMarks(window: Window): readonly Mark[] {
  const { from, to } = loadWindow(window)
  const { data: events = NONE } = useQuery(eventsQuery(useBoatId(), from, to))
  return useMemo(() => marksIn(events, window), [events, window])
}
