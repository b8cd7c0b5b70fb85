import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '../texts/use-texts.ts'
import { Page } from '../ui/page.tsx'
import { ActivityList } from './activity-list.tsx'
import { activityQuery } from './queries.ts'

/** What happened in the account. */
export function ActivityPage() {
  const { activity } = useTexts()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(activityQuery)
  return (
    <Page title={activity.title}>
      <ActivityList
        events={data?.pages.flat()}
        error={error}
        retry={() => void refetch()}
        more={hasNextPage ? () => void fetchNextPage() : undefined}
        loading={isFetchingNextPage}
      />
    </Page>
  )
}
