import type { EngineHourLog } from '@binnacle/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { likelyCurrency, rememberCurrency } from '../../forms/currency.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { stampOf } from '../../forms/stamp.ts'
import { entriesOf } from '../../outbox/entries.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { withoutNulls } from '../logbook/service-fields.ts'
import { useLogChanged } from '../queries.ts'
import { type HoursFields, newHours, readingOf } from './hours-fields.ts'
import { HoursForm } from './hours-form.tsx'

/** A reading of the meter, by hand. */
export function AddHours({ onSaved }: { onSaved: (text: string, entry?: EngineHourLog) => void }) {
  const boat = useBoat()
  const { maintenance, common } = useTexts()
  const { hours: words } = maintenance
  const entries = entriesOf(useQueryClient())
  const format = useFormat()
  const changed = useLogChanged(boat.id)
  // A new form after each reading, at once: what is typed while the page is read again belongs to the next one.
  const [{ saved, shown }, setSaved] = useState<{ saved: number; shown?: number }>({ saved: 0 })
  const meter = boat.engine_hours
  const draft = `hours ${boat.id}`
  const save = useMutation({
    mutationFn: (fields: HoursFields) => {
      const { key, at } = stampOf(fields)
      const { hours, ...rest } = readingOf(fields, format, at)
      return entries.post({
        route: 'POST /app/vessels/{id}/hours',
        vesselId: boat.id,
        body: { hours: hours!, ...withoutNulls(rest), source: 'manual' as const },
        ...{ key, title: format.hours(hours!), at: at.getTime() },
      })
    },
    onSuccess: (answer, fields) => {
      if (fields.fuel_cost.trim()) rememberCurrency(fields.currency)
      forgetDraft(draft)
      setSaved(({ saved }) => ({ saved: saved + 1, shown: answer?.engine_hours }))
      onSaved(
        answer
          ? words.saved(format.hours(answer.engine_hours))
          : common.waiting.kept(format.hours(Number(fields.hours))),
        answer?.engine_hour_log,
      )
      void changed()
    },
    // The meter may have moved meanwhile.
    onError: () => void changed(),
  })
  return (
    <Panel title={words.add}>
      <HoursForm
        key={saved}
        initial={newHours(shown ?? meter, likelyCurrency(), new Date())}
        action={words.add}
        meter={meter}
        draft={draft}
        onSubmit={save.mutate}
        pending={save.isPending}
        error={save.error}
      />
    </Panel>
  )
}
