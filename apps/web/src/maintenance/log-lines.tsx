import type { LogEntry } from '@binnacle/contract'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import classes from './log.module.css'
import { LogLine } from './log-line.tsx'
import { MendEntry } from './mend-entry.tsx'
import { Notice } from './notice.tsx'
import { RemoveEntry } from './remove-entry.tsx'
import type { Line } from './timeline.ts'

interface LogLinesProps {
  lines: readonly Line[]
  onMend: (entry: LogEntry) => void
}

/** Lines of the log, each with the way to mend it. */
export function LogLines({ lines, onMend }: LogLinesProps) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <LogLine key={line.id} line={line} onMend={onMend} />
      ))}
    </ul>
  )
}

/** Mending entries on a page: `onMend` opens the form of one, and `view` is that, the question before it is deleted, and what was done. */
export function useMending(boatId: string): { onMend: (entry: LogEntry) => void; view: ReactNode } {
  const { log } = useTexts().maintenance
  const [mended, setMended] = useState<LogEntry | null>(null)
  const [removed, setRemoved] = useState<LogEntry | null>(null)
  const [said, setSaid] = useState('')
  const say = (text: string) => {
    setMended(null)
    setRemoved(null)
    setSaid(text)
  }
  const view = (
    <>
      <MendEntry
        boatId={boatId}
        entry={mended}
        onClose={() => setMended(null)}
        onSaved={() => say(log.saved)}
        onRemove={() => {
          setMended(null)
          setRemoved(mended)
        }}
      />
      <RemoveEntry
        boatId={boatId}
        entry={removed}
        onClose={() => setRemoved(null)}
        onRemoved={() => say(log.removed)}
      />
      {said && <Notice text={said} onDismiss={() => setSaid('')} />}
    </>
  )
  return { onMend: setMended, view }
}
