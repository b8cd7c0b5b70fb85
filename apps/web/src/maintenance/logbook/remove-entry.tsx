import type { LogEntry } from '@binnacle/contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useLogChanged } from '../queries.ts'
import { useLogText } from './use-log-text.ts'

interface RemoveEntryProps {
  boatId: string
  /** null while nothing is asked. */
  entry: LogEntry | null
  onClose: () => void
  onRemoved: () => void
}

const hoursOf = ({ service_log, engine_hour_log }: LogEntry): number | null =>
  service_log ? service_log.engine_hours : (engine_hour_log?.hours ?? null)

/** Asks before an entry is deleted, and says what the meter does then. */
export function RemoveEntry({ boatId, entry, onClose, onRemoved }: RemoveEntryProps) {
  const { log } = useTexts().maintenance
  const logText = useLogText()
  const changed = useLogChanged(boatId)
  const remove = useMutation({
    mutationFn: ({ kind, id }: LogEntry) =>
      kind === 'service'
        ? api('DELETE /app/service-logs/{id}', { params: { id } })
        : api('DELETE /app/hour-logs/{id}', { params: { id } }),
    onSuccess: () => {
      onRemoved()
      return changed()
    },
  })
  return (
    <Confirm
      opened={entry !== null}
      onClose={onClose}
      title={log.removeTitle}
      action={log.remove}
      onConfirm={() => entry && remove.mutate(entry)}
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
