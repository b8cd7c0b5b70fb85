import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { usePreferences } from '../format/preferences.ts'
import { volume } from '../format/units.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Problem } from '../ui/problem.tsx'
import { hasDecimals, isWhole, parseDecimal } from './decimal.ts'
import { fieldProblem } from './field-problem.ts'
import { DecimalField, MoneyFields, WholeField } from './fields.tsx'
import { focusFirstError } from './focus-error.ts'
import type { HoursFields } from './hours-fields.ts'

interface HoursFormProps {
  initial: HoursFields
  action: string
  /** What is wrong with the hours before they are sent; undefined when nothing is. */
  check?: (hours: number) => string | undefined
  onSubmit: (fields: HoursFields) => void
  onCancel?: () => void
  /** Where the entry is there already. */
  onRemove?: () => void
  pending: boolean
  error: unknown
}

/** A reading of the hour meter, with the fuel taken on. */
export function HoursForm({ initial, action, check, onSubmit, onCancel, onRemove, pending, error }: HoursFormProps) {
  const { common, maintenance } = useTexts()
  const { hours: words, service, form } = maintenance
  const { units } = usePreferences().preferences
  const [fields, setFields] = useState(initial)
  const [tried, setTried] = useState(false)
  const change = (part: Partial<HoursFields>) => setFields((before) => ({ ...before, ...part }))
  const refused = fieldProblem(error)
  const wrongHere: Record<string, string | undefined> = {
    hours: fields.hours === '' || !isWhole(fields.hours) ? words.hoursMissing : check?.(Number(fields.hours)),
    logged_at: fields.day ? undefined : service.dayMissing,
    litres: hasDecimals(parseDecimal(fields.fuel), 3) ? undefined : words.fuelWrong,
    fuel_cost: hasDecimals(parseDecimal(fields.fuel_cost), 2) ? undefined : form.cost,
  }
  const wrong = (field: string) =>
    (tried && wrongHere[field]) || (refused?.field === field ? form.refused(refused.text) : undefined)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (Object.values(wrongHere).every((text) => text === undefined)) onSubmit(fields)
        else focusFirstError(event.currentTarget)
      }}
    >
      <Stack>
        <WholeField
          label={words.hours}
          value={fields.hours}
          onChange={(hours) => change({ hours })}
          unit="h"
          required
          error={wrong('hours')}
        />
        <TextInput
          type="date"
          label={words.day}
          value={fields.day}
          onChange={(event) => change({ day: event.currentTarget.value })}
          required
          error={wrong('logged_at')}
        />
        <DecimalField
          label={words.fuel(volume(units).unit)}
          value={fields.fuel}
          onChange={(fuel) => change({ fuel })}
          error={wrong('litres')}
        />
        <MoneyFields
          label={words.fuelCost}
          amount={fields.fuel_cost}
          currency={fields.currency}
          onAmount={(fuel_cost) => change({ fuel_cost })}
          onCurrency={(currency) => change({ currency })}
          error={wrong('fuel_cost') ?? wrong('currency')}
        />
        {error && !refused ? <Problem error={error} /> : null}
        <Group justify="flex-end">
          {onRemove && (
            <Button variant="subtle" c="var(--late)" mr="auto" onClick={onRemove}>
              {maintenance.log.remove}
            </Button>
          )}
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {common.cancel}
            </Button>
          )}
          <Button type="submit" loading={pending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
