import type { EngineHourLog, LogEntry, ServiceLog } from '@binnacle/contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useFormat } from '../../format/use-format.ts'
import { likelyCurrency } from '../../forms/currency.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { useFirstTexts, useTexts } from '../../texts/use-texts.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { type HoursFields, hoursFields, readingOf } from '../hours/hours-fields.ts'
import { HoursForm } from '../hours/hours-form.tsx'
import { useLogChanged } from '../queries.ts'
import { type ServiceFields, serviceFields, serviceOf } from './service-fields.ts'
import { ServiceForm } from './service-form.tsx'

interface EditEntryProps {
  boatId: string
  /** null while the sheet is closed. */
  entry: LogEntry | null
  onClose: () => void
  onSaved: () => void
  onRemove: () => void
}

/** The form of an entry that is there already. */
export function EditEntry({ boatId, entry, ...acts }: EditEntryProps) {
  const { service, hours } = useTexts().maintenance
  const done = entry?.service_log
  const read = entry?.engine_hour_log
  return (
    <Sheet opened={entry !== null} onClose={acts.onClose} title={read ? hours.edit : service.edit}>
      {done && <EditService key={done.id} boatId={boatId} entry={done} {...acts} />}
      {read && <EditHours key={read.id} boatId={boatId} entry={read} {...acts} />}
    </Sheet>
  )
}

interface EditProps<T> {
  boatId: string
  entry: T
  onClose: () => void
  onSaved: () => void
  onRemove: () => void
}

function EditService({ boatId, entry, onClose, onSaved, onRemove }: EditProps<ServiceLog>) {
  const { locale } = useFormat()
  const changed = useLogChanged(boatId)
  const draft = `entry ${entry.id}`
  const save = useMutation({
    mutationFn: (fields: ServiceFields) =>
      api('PATCH /app/service-logs/{id}', { params: { id: entry.id }, body: serviceOf(fields, new Date(), entry) }),
    onSuccess: () => {
      forgetDraft(draft)
      onSaved()
      return changed()
    },
  })
  return (
    <ServiceForm
      draft={draft}
      boatId={boatId}
      initial={serviceFields(entry, likelyCurrency(), locale)}
      detailsOpen
      onSubmit={save.mutate}
      onCancel={() => {
        forgetDraft(draft)
        onClose()
      }}
      onRemove={onRemove}
      pending={save.isPending}
      error={save.error}
    />
  )
}

function EditHours({ boatId, entry, onClose, onSaved, onRemove }: EditProps<EngineHourLog>) {
  const { common } = useFirstTexts()
  const format = useFormat()
  const changed = useLogChanged(boatId)
  const draft = `entry ${entry.id}`
  const save = useMutation({
    mutationFn: (fields: HoursFields) => {
      const { hours, ...rest } = readingOf(fields, format, new Date(), entry)
      return api('PATCH /app/hour-logs/{id}', { params: { id: entry.id }, body: { ...rest, hours: hours! } })
    },
    onSuccess: () => {
      forgetDraft(draft)
      onSaved()
      return changed()
    },
  })
  return (
    <HoursForm
      draft={draft}
      initial={hoursFields(entry, format.units, likelyCurrency(), format.locale)}
      action={common.save}
      onSubmit={save.mutate}
      onCancel={() => {
        forgetDraft(draft)
        onClose()
      }}
      onRemove={onRemove}
      pending={save.isPending}
      error={save.error}
    />
  )
}
