import type { EngineHourLog, LogEntry, ServiceLog } from '@binnacle/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFormat } from '../../format/use-format.ts'
import { likelyCurrency } from '../../forms/currency.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { stampOf } from '../../forms/stamp.ts'
import { entriesOf } from '../../outbox/entries.ts'
import { useTexts } from '../../texts/use-texts.ts'
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
  /** Called with what is to be said. */
  onSaved: (text: string) => void
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
  /** Called with what is to be said. */
  onSaved: (text: string) => void
  onRemove: () => void
}

function EditService({ boatId, entry, onClose, onSaved, onRemove }: EditProps<ServiceLog>) {
  const { locale } = useFormat()
  const { common, maintenance } = useTexts()
  const entries = entriesOf(useQueryClient())
  const changed = useLogChanged(boatId)
  const draft = `entry ${entry.id}`
  const save = useMutation({
    mutationFn: (fields: ServiceFields) => {
      const { key, at } = stampOf(fields)
      return entries.post({
        route: 'PATCH /app/service-logs/{id}',
        vesselId: boatId,
        id: entry.id,
        body: serviceOf(fields, at, entry),
        ...{ key, title: `${maintenance.service.edit}: ${fields.title.trim()}`, at: at.getTime() },
      })
    },
    onSuccess: (saved, fields) => {
      forgetDraft(draft)
      onSaved(saved ? maintenance.log.saved : common.waiting.kept(fields.title.trim()))
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
  const { common, maintenance } = useTexts()
  const entries = entriesOf(useQueryClient())
  const format = useFormat()
  const changed = useLogChanged(boatId)
  const draft = `entry ${entry.id}`
  const save = useMutation({
    mutationFn: (fields: HoursFields) => {
      const { key, at } = stampOf(fields)
      const { hours, ...rest } = readingOf(fields, format, at, entry)
      return entries.post({
        route: 'PATCH /app/hour-logs/{id}',
        vesselId: boatId,
        id: entry.id,
        body: { ...rest, hours: hours! },
        ...{ key, title: `${maintenance.hours.edit}: ${format.hours(hours!)}`, at: at.getTime() },
      })
    },
    onSuccess: (saved, fields) => {
      forgetDraft(draft)
      onSaved(saved ? maintenance.log.saved : common.waiting.kept(format.hours(Number(fields.hours))))
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
