import type { LogEntry } from '@binnacle/contract'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useRemoval } from '../use-removal.ts'
import { useLogText } from './use-log-text.ts'

interface RemoveEntryProps {
  boatId: string
  /** null while nothing is asked. */
  entry: LogEntry | null
  onClose: () => void
  /** Called with what is to be said. */
  onRemoved: (text: string) => void
}

const hoursOf = ({ service_log, engine_hour_log }: LogEntry): number | null =>
  service_log ? service_log.engine_hours : (engine_hour_log?.hours ?? null)

/** Asks before an entry is deleted, and says what the meter does then. */
export function RemoveEntry({ boatId, entry, onClose, onRemoved }: RemoveEntryProps) {
  const { log } = useTexts().maintenance
  const logText = useLogText()
  const remove = useRemoval(boatId, onRemoved)
  const removeEntry = (gone: LogEntry) => {
    const route = gone.kind === 'service' ? 'DELETE /app/service-logs/{id}' : 'DELETE /app/hour-logs/{id}'
    remove.mutate({ route, id: gone.id, title: logText(gone), removed: log.removed })
  }
  return (
    <Confirm
      opened={entry !== null}
      onClose={onClose}
      title={log.removeTitle}
      action={log.remove}
      onConfirm={() => entry && removeEntry(entry)}
      pending={remove.isPending}
      error={remove.error}
    >
      {entry && (
        <>
          {log.removeText(logText(entry))} {hoursOf(entry) !== null && log.removeHours}
        </>
      )}
    </Confirm>
  )
}
