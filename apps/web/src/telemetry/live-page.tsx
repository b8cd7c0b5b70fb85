import { useQuery } from '@tanstack/react-query'
import { useBoatId } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Age } from '../ui/age.tsx'
import { Page } from '../ui/page.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import { LiveGroups } from './live-groups.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { latestQuery } from './queries.ts'

/** What the boat says now, by what it belongs to. */
export function LivePage() {
  const { telemetry } = useTexts()
  const { data: series, error, refetch } = useQuery(latestQuery(useBoatId()))
  const newest = Math.max(0, ...(series ?? []).map(({ arrived_at }) => Date.parse(arrived_at)))
  return (
    <Page
      title={telemetry.title}
      wide
      actions={
        newest > 0 && (
          <span>
            {telemetry.lastData}: <Age at={newest} />
          </span>
        )
      }
    >
      {series ? (
        series.length > 0 ? (
          <LiveGroups series={series} />
        ) : (
          <NothingYet />
        )
      ) : error ? (
        <Problem error={error} retry={refetch} />
      ) : (
        <Skeletons count={4} height={150} />
      )}
    </Page>
  )
}
