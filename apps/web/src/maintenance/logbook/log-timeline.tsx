import { Button } from '@mantine/core'
import { IconBook, IconSearchOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { logQuery } from '../queries.ts'
import classes from './log.module.css'
import { LogLines, useEditEntry } from './log-lines.tsx'
import { isFiltered, type LogSearch } from './log-search.ts'
import { timeline } from './timeline.ts'

/** The log by months. More of it comes when its end is in sight, or by the button there. */
export function LogTimeline({ boatId, search }: { boatId: string; search: LogSearch }) {
  const format = useFormat()
  const { onEdit, view } = useEditEntry(boatId)
  const log = useInfiniteQuery(logQuery(boatId, search))
  const entries = useMemo(() => log.data?.pages.flatMap((page) => page.entries) ?? [], [log.data])
  const months = useMemo(() => timeline(entries, search.kind === 'hours'), [entries, search.kind])
  if (log.isPending) return <Skeletons count={6} height={64} />
  if (entries.length === 0 && log.error) return <Problem error={log.error} retry={() => log.refetch()} />
  if (entries.length === 0)
    return (
      <>
        <Nothing filtered={isFiltered(search)} />
        {view}
      </>
    )
  return (
    <>
      {months.map(({ key, at, lines }) => (
        <section key={key} className={classes.month} aria-labelledby={`month-${key}`}>
          <h2 id={`month-${key}`} className={classes.heading}>
            {format.monthOf(at)}
          </h2>
          <LogLines lines={lines} onEdit={onEdit} />
        </section>
      ))}
      {log.isFetchNextPageError && <Problem error={log.error} />}
      <End
        count={entries.length}
        more={log.hasNextPage}
        pending={log.isFetchingNextPage}
        stopped={log.isFetchNextPageError}
        onMore={() => void log.fetchNextPage()}
      />
      {view}
    </>
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  const { log } = useTexts().maintenance
  const { title, text } = filtered ? log.noneFound : log.empty
  return <Empty icon={filtered ? IconSearchOff : IconBook} title={title} text={text} />
}

interface EndProps {
  count: number
  more: boolean
  pending: boolean
  /** It went wrong: only the button tries again. */
  stopped: boolean
  onMore: () => void
}

const AHEAD = '600px'

function End({ count, more, pending, stopped, onMore }: EndProps) {
  const { log } = useTexts().maintenance
  const end = useRef<HTMLDivElement>(null)
  const fetchMore = useRef(onMore)
  fetchMore.current = onMore
  const watching = more && !pending && !stopped
  useEffect(() => {
    if (!watching || !end.current) return
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && fetchMore.current(), {
      rootMargin: AHEAD,
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [watching])
  return (
    <div className={classes.end} ref={end}>
      {more && (
        <Button variant="default" onClick={onMore} loading={pending}>
          {log.older}
        </Button>
      )}
      <span role="status">{more ? log.loaded(count) : log.end}</span>
    </div>
  )
}
