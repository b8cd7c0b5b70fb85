import { useQuery } from '@tanstack/react-query'
import { useBoatId } from '../shell/use-boat.ts'
import { groupSeries } from '../telemetry/groups.ts'
import { latestQuery } from '../telemetry/queries.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import { BoatMap } from './boat-map.tsx'

/** Where the boat is and went. */
export function MapPage() {
  const { map } = useTexts()
  const { data: series, error, refetch } = useQuery(latestQuery(useBoatId()))
  return (
    <Page title={map.title} wide>
      {series ? (
        <BoatMap position={groupSeries(series).position} />
      ) : error ? (
        <Problem error={error} retry={refetch} />
      ) : (
        <Skeletons count={1} height={480} />
      )}
    </Page>
  )
}
