import type { EngineHourLog, LogEntry, ServiceLog } from '@binnacle/contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { usePreferences } from '../format/preferences.ts'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { likelyCurrency } from './currency.ts'
import { type HoursFields, hoursFields, readingOf } from './hours-fields.ts'
import { HoursForm } from './hours-form.tsx'
import { useLogChanged } from './queries.ts'
import { type ServiceFields, serviceFields, serviceOf } from './service-fields.ts'
import { ServiceForm } from './service-form.tsx'
import { Sheet } from './sheet.tsx'

interface MendEntryProps {
  boatId: string
  /** null while the sheet is closed. */
  entry: LogEntry | null
  onClose: () => void
  onSaved: () => void
  onRemove: () => void
}

/** The form of an entry that is there already. */
export function MendEntry({ boatId, entry, ...acts }: MendEntryProps) {
  const { service, hours } = useTexts().maintenance
  const done = entry?.service_log
  const read = entry?.engine_hour_log
  return (
    <Sheet opened={entry !== null} onClose={acts.onClose} title={read ? hours.edit : service.edit}>
      {done && <MendService key={done.id} boatId={boatId} entry={done} {...acts} />}
      {read && <MendHours key={read.id} boatId={boatId} entry={read} {...acts} />}
    </Sheet>
  )
}

interface MendProps<T> {
  boatId: string
  entry: T
  onClose: () => void
  onSaved: () => void
  onRemove: () => void
}

function MendService({ boatId, entry, onClose, onSaved, onRemove }: MendProps<ServiceLog>) {
  const { locale } = useFormat()
  const changed = useLogChanged(boatId)
  const save = useMutation({
    mutationFn: (fields: ServiceFields) =>
      api('PATCH /app/service-logs/{id}', { params: { id: entry.id }, body: serviceOf(fields, new Date(), entry) }),
    onSuccess: () => {
      onSaved()
      return changed()
    },
  })
  return (
    <ServiceForm
      boatId={boatId}
      initial={serviceFields(entry, likelyCurrency(), locale)}
      detailsOpen
      onSubmit={save.mutate}
      onCancel={onClose}
      onRemove={onRemove}
      pending={save.isPending}
      error={save.error}
    />
  )
}

function MendHours({ boatId, entry, onClose, onSaved, onRemove }: MendProps<EngineHourLog>) {
  const { common } = useTexts()
  const { units } = usePreferences().preferences
  const { locale } = useFormat()
  const changed = useLogChanged(boatId)
  const save = useMutation({
    mutationFn: (fields: HoursFields) => {
      const { hours, ...rest } = readingOf(fields, units, new Date(), entry)
      return api('PATCH /app/hour-logs/{id}', { params: { id: entry.id }, body: { ...rest, hours: hours! } })
    },
    onSuccess: () => {
      onSaved()
      return changed()
    },
  })
  return (
    <HoursForm
      initial={hoursFields(entry, units, likelyCurrency(), locale)}
      action={common.save}
      onSubmit={save.mutate}
      onCancel={onClose}
      onRemove={onRemove}
      pending={save.isPending}
      error={save.error}
    />
  )
}
