import type { LogEntry } from '@binnacle/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { entriesOf } from '../../outbox/entries.ts'
import { deletion } from '../../outbox/entry.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useLogChanged } from '../queries.ts'
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
  const { common, maintenance } = useTexts()
  const { log } = maintenance
  const logText = useLogText()
  const entries = entriesOf(useQueryClient())
  const changed = useLogChanged(boatId)
  const remove = useMutation({
    mutationFn: (gone: LogEntry) => {
      const route = gone.kind === 'service' ? 'DELETE /app/service-logs/{id}' : 'DELETE /app/hour-logs/{id}'
      return entries.post(deletion(route, boatId, gone.id, common.waiting.deletionOf(logText(gone))))
    },
    onSuccess: (removed, gone) => {
      onRemoved(removed ? log.removed : common.waiting.kept(common.waiting.deletionOf(logText(gone))))
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
