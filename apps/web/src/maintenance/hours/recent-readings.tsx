import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '../../texts/use-texts.ts'
import { Skeletons } from '../../ui/skeletons.tsx'
import { LogLines, useEditEntry } from '../logbook/log-lines.tsx'
import { logQuery } from '../queries.ts'
import classes from './hours.module.css'

const SHOWN = 8

/** The last readings of the meter, each with a button that edits it. */
export function RecentReadings({ boatId }: { boatId: string }) {
  const { hours } = useTexts().maintenance
  const log = useInfiniteQuery(logQuery(boatId, { kind: 'hours' }))
  const { onEdit, view } = useEditEntry(boatId)
  if (!log.data) return <Skeletons count={3} height={52} />
  const entries = log.data.pages[0]!.entries.slice(0, SHOWN)
  if (entries.length === 0) return <p className={classes.quiet}>{hours.unknown}</p>
  return (
    <>
      <LogLines lines={entries.map((entry) => ({ kind: 'entry', id: entry.id, entry }))} onEdit={onEdit} />
      {view}
    </>
  )
}
