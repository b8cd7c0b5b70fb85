import { Button, Stack, TextInput } from '@mantine/core'
import { ApiProblem } from '../../api/client.ts'
import { usePreferences } from '../../format/preferences.ts'
import { volume } from '../../format/units.ts'
import { useFormat } from '../../format/use-format.ts'
import { dayOf, timeOfDay } from '../../forms/day.ts'
import { hasDecimals, isWhole, parseDecimal } from '../../forms/decimal.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { DecimalField, MoneyFields, WholeField } from '../../forms/fields.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useAskFirst } from '../../forms/use-ask-first.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import type { HoursFields } from './hours-fields.ts'
import { useHoursDoubt } from './use-hours-doubt.ts'

interface HoursFormProps {
  initial: HoursFields
  /** The name of its draft. */
  draft: string
  action: string
  /** What the meter shows, for a new reading, which cannot be lower. */
  meter?: number | null
  onSubmit: (fields: HoursFields) => void
  onCancel?: () => void
  /** Where the entry is there already. */
  onRemove?: () => void
  pending: boolean
  error: unknown
}

/** A reading of the hour meter, with the fuel taken on. */
export function HoursForm({ initial, draft: name, meter = null, error, onSubmit, ...props }: HoursFormProps) {
  const { maintenance } = useTexts()
  const { hours: words, service } = maintenance
  const { units } = usePreferences().preferences
  const { hours, day: dayText, locale } = useFormat()
  const below = words.below(hours(meter ?? 0))
  const hoursDoubt = useHoursDoubt()
  const doubtsOf = async ({ hours, day }: HoursFields) => {
    const at = Date.parse(timeOfDay(day, new Date()))
    return [
      day > dayOf(new Date()) && day !== initial.day ? words.future(dayText(at)) : null,
      Number(hours) === Number(initial.hours) ? null : await hoursDoubt(Number(hours), at),
    ]
  }
  const { form, submit, problem, draft } = useCheckedForm<HoursFields>({
    initial,
    draft: name,
    check: (fields) => ({
      hours:
        fields.hours === '' || !isWhole(fields.hours)
          ? words.hoursMissing
          : // What was read on an earlier day may be lower; the service knows what was read since.
            meter !== null && fields.day >= dayOf(new Date()) && Number(fields.hours) < meter && below,
      day: !fields.day && service.dayMissing,
      fuel: !hasDecimals(parseDecimal(fields.fuel, 3, locale), 3) && words.fuelWrong,
      fuel_cost: !hasDecimals(parseDecimal(fields.fuel_cost, 2), 2) && maintenance.form.cost,
    }),
    error,
    names: { logged_at: 'day', litres: 'fuel' },
    refused: (error) => (error instanceof ApiProblem && error.code === 'hours_below_current' ? { hours: below } : {}),
  })
  const { ask, view } = useAskFirst(doubtsOf, onSubmit)
  return (
    <>
      <form noValidate onSubmit={submit((fields) => void ask(fields))}>
        <Stack>
          <DraftNote draft={draft} />
          <WholeField cut label={words.hours} unit="h" required {...form.getInputProps('hours')} />
          <TextInput type="date" label={words.day} required {...form.getInputProps('day')} />
          <DecimalField label={words.fuel(volume(units).unit)} {...form.getInputProps('fuel')} />
          <MoneyFields
            label={words.fuelCost}
            amount={form.getInputProps('fuel_cost')}
            currency={form.getInputProps('currency')}
          />
          {problem ? <Problem error={problem} /> : null}
          <FormButtons action={props.action} pending={props.pending} onCancel={props.onCancel}>
            {props.onRemove && (
              <Button variant="subtle" c="var(--late)" mr="auto" onClick={props.onRemove}>
                {maintenance.log.remove}
              </Button>
            )}
          </FormButtons>
        </Stack>
      </form>
      {view}
    </>
  )
}
