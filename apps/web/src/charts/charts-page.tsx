import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useBoatId } from '../shell/use-boat.ts'
import { latestQuery } from '../telemetry/queries.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import { Charts } from './charts.tsx'

/** A boat's values over an hour to years. */
export function ChartsPage() {
  const { charts } = useTexts()
  const { data, error, refetch } = useQuery(latestQuery(useBoatId()))
  // Much to draw: in slices, while the page answers.
  const series = useDeferredValue(data)
  return (
    <Page title={charts.title} wide>
      {series ? (
        <Charts latest={series} />
      ) : error ? (
        <Problem error={error} retry={refetch} />
      ) : (
        <Skeletons count={3} height={220} />
      )}
    </Page>
  )
}
