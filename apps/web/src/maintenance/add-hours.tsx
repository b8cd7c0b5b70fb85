import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, api } from '../api/client.ts'
import { usePreferences } from '../format/preferences.ts'
import { useFormat } from '../format/use-format.ts'
import { useBoat } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { likelyCurrency, rememberCurrency } from './currency.ts'
import { type HoursFields, newHours, readingOf } from './hours-fields.ts'
import { HoursForm } from './hours-form.tsx'
import { useLogChanged } from './queries.ts'
import { withoutNulls } from './service-fields.ts'

/** A reading of the meter, by hand. */
export function AddHours({ onSaved }: { onSaved: (text: string) => void }) {
  const boat = useBoat()
  const { hours: words } = useTexts().maintenance
  const { units } = usePreferences().preferences
  const format = useFormat()
  const changed = useLogChanged(boat.id)
  // A new form after each reading: what was entered is in the log.
  const [saved, setSaved] = useState(0)
  const meter = boat.engine_hours
  const save = useMutation({
    mutationFn: (fields: HoursFields) => {
      const { hours, ...rest } = readingOf(fields, units, new Date())
      const body = { hours: hours!, ...withoutNulls(rest), source: 'manual' as const }
      return api('POST /v1/vessels/{id}/hours', { params: { id: boat.id }, body })
    },
    onSuccess: async ({ engine_hours, engine_hour_log }) => {
      rememberCurrency(engine_hour_log.currency)
      await changed()
      setSaved((count) => count + 1)
      onSaved(words.saved(format.hours(engine_hours)))
    },
  })
  const tooLow = save.error instanceof ApiProblem && save.error.code === 'hours_below_current'
  const below = words.below(format.hours(meter ?? 0))
  return (
    <Panel title={words.add}>
      <HoursForm
        key={saved}
        initial={newHours(meter, likelyCurrency(), new Date())}
        action={words.add}
        check={(hours) => (tooLow || (meter !== null && hours < meter) ? below : undefined)}
        onSubmit={save.mutate}
        pending={save.isPending}
        error={tooLow ? null : save.error}
      />
    </Panel>
  )
}
