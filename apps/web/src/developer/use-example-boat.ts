import { useQuery } from '@tanstack/react-query'
import { fleetQuery } from '../shell/fleet-queries.ts'

/** The boat that examples are about: the first; without one its id is a gap to fill. */
export function useExampleBoat(): { id: string; name: string | null } {
  const { data } = useQuery(fleetQuery)
  const vessel = data?.[0]?.vessel
  return vessel ? { id: vessel.id, name: vessel.name } : { id: 'VESSEL_ID', name: null }
}
