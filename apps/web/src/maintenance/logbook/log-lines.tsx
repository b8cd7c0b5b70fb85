import type { LogEntry } from '@binnacle/contract'
import { type ReactNode, useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { EditEntry } from './edit-entry.tsx'
import classes from './log.module.css'
import { LogLine } from './log-line.tsx'
import { RemoveEntry } from './remove-entry.tsx'
import type { Line } from './timeline.ts'

interface LogLinesProps {
  lines: readonly Line[]
  onEdit: (entry: LogEntry) => void
}

/** Lines of the log, each with a button that edits it. */
export function LogLines({ lines, onEdit }: LogLinesProps) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <LogLine key={line.id} line={line} onEdit={onEdit} />
      ))}
    </ul>
  )
}

/** `onEdit` opens the form of an entry; `view` renders the form, the question before deletion, and the result. */
export function useEditEntry(boatId: string): { onEdit: (entry: LogEntry) => void; view: ReactNode } {
  const [edited, setEdited] = useState<LogEntry | null>(null)
  const [removed, setRemoved] = useState<LogEntry | null>(null)
  const [said, setSaid] = useState('')
  const say = (text: string) => {
    setEdited(null)
    setRemoved(null)
    setSaid(text)
  }
  const view = (
    <>
      <EditEntry
        boatId={boatId}
        entry={edited}
        onClose={() => setEdited(null)}
        onSaved={say}
        onRemove={() => {
          setEdited(null)
          setRemoved(edited)
        }}
      />
      <RemoveEntry boatId={boatId} entry={removed} onClose={() => setRemoved(null)} onRemoved={say} />
      {said && <Notice text={said} onDismiss={() => setSaid('')} />}
    </>
  )
  return { onEdit: setEdited, view }
}
