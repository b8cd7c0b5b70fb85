import { useInfiniteQuery } from '@tanstack/react-query'
import { ActivityList } from '../activity/activity-list.tsx'
import { installationActivityQuery } from '../activity/queries.ts'

/** What happened in all accounts. */
export function Activity() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(installationActivityQuery)
  return (
    <ActivityList
      events={data?.pages.flat()}
      error={error}
      retry={() => void refetch()}
      more={hasNextPage ? () => void fetchNextPage() : undefined}
      loading={isFetchingNextPage}
    />
  )
}
