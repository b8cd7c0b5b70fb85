import { SEVERITIES } from '@binnacle/contract'
import { METRIC_NAMES } from '@binnacle/contract/metrics'
import { NativeSelect, Stack } from '@mantine/core'
import { useFormat } from '../../format/use-format.ts'
import { DecimalField, WholeField } from '../../forms/fields.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { hasHold, hasLimit, kindsFor, problemsOf, type RuleFields } from './rule-fields.ts'

interface RuleFormProps {
  initial: RuleFields
  /** A new one says of what it is. */
  isNew: boolean
  onSubmit: (fields: RuleFields) => void
  onCancel: () => void
  pending: boolean
  error: unknown
}

/** A place has no limit. */
const CHOICES = METRIC_NAMES.filter((metric) => metric !== 'position_lat' && metric !== 'position_lon')

/** A rule: its limit, how long it must be broken, and how urgent that is. */
export function RuleForm({ initial, isNew, onSubmit, onCancel, pending, error }: RuleFormProps) {
  const { common, alarms } = useTexts()
  const { rules: texts } = alarms
  const format = useFormat()
  const { form, submit, problem } = useCheckedForm<RuleFields>({
    initial,
    check: (fields) => {
      const wrong = problemsOf(fields, format.locale)
      return {
        limit: wrong.includes('limit') && texts.limitMissing,
        hold: wrong.includes('hold') && texts.secondsWrong,
      }
    },
    error,
    names: { hold_s: 'hold' },
  })
  const { what, kind } = form.values
  const unit = what === 'silent' ? texts.hours : format.display(what).unit
  const kinds = kindsFor(what)
  return (
    <form noValidate onSubmit={submit(onSubmit)}>
      <Stack>
        {isNew && (
          <NativeSelect
            label={texts.metric}
            data-autofocus
            value={what}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.value as RuleFields['what']
              form.setValues({ what: chosen, kind: kindsFor(chosen)[0]!, limit: '' })
            }}
            data={[
              ...CHOICES.map((value) => ({ value, label: common.metrics[value] })),
              { value: 'silent', label: texts.silence },
            ]}
          />
        )}
        {isNew && kinds.length > 1 && (
          <NativeSelect
            label={texts.kind}
            {...form.getInputProps('kind')}
            data={kinds.map((value) => ({ value, label: texts.kinds[value as keyof typeof texts.kinds] }))}
          />
        )}
        {hasLimit({ what, kind }) && (
          <DecimalField
            label={unit ? `${texts.limit} (${unit})` : texts.limit}
            required
            data-autofocus={isNew ? undefined : true}
            {...form.getInputProps('limit')}
          />
        )}
        {hasHold({ kind }) && (
          <WholeField label={texts.seconds} description={texts.secondsHint} {...form.getInputProps('hold')} />
        )}
        <NativeSelect
          label={texts.severity}
          {...form.getInputProps('severity')}
          data={SEVERITIES.map((value) => ({ value, label: alarms.severities[value] }))}
        />
        {problem ? <Problem error={problem} /> : null}
        <FormButtons action={isNew ? texts.add : common.save} pending={pending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
