import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { vesselQuery } from './queries.ts'

/** The id of the boat that the address names. */
export function useBoatId(): string {
  const { boatId } = useParams({ strict: false })
  if (!boatId) throw new Error('this page is of no boat')
  return boatId
}

/** The boat that the address names; it is loaded before its pages are shown. */
export const useBoat = () => useSuspenseQuery(vesselQuery(useBoatId())).data
