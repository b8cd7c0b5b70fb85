import { RULE_APPLIES, SEVERITIES } from '@binnacle/contract'
import { METRIC_NAMES } from '@binnacle/contract/metrics'
import { kindOfRule } from '@binnacle/contract/rule-kinds'
import { NativeSelect, Stack } from '@mantine/core'
import { useFormat } from '../../format/use-format.ts'
import { DecimalField, WholeField } from '../../forms/fields.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { CameraField, useCameras } from './camera-field.tsx'
import { MoreFields } from './more-fields.tsx'
import { PlaceField } from './place-field.tsx'
import {
  hasCamera,
  hasCondition,
  hasHold,
  hasLimit,
  hasMargin,
  KINDS_WITHOUT_METRIC,
  kindsFor,
  limitDisplay,
  problemsOf,
  type RuleFields,
} from './rule-fields.ts'

interface RuleFormProps {
  initial: RuleFields
  /** A new one says of what it is. */
  isNew: boolean
  onSubmit: (fields: RuleFields) => void
  onCancel: () => void
  pending: boolean
  error: unknown
}

/** A coordinate has no limit: a circle has. */
const CHOICES = METRIC_NAMES.filter((metric) => metric !== 'position_lat' && metric !== 'position_lon')

/** A rule: what it looks at, its limit, and how urgent that is; behind a button how long it must last, its camera, when it applies and how an alarm ends. */
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
        place: wrong.includes('place') && texts.placeMissing,
        hold: wrong.includes('hold') && texts.secondsWrong,
        margin: wrong.includes('margin') && texts.limitMissing,
      }
    },
    error,
    names: { hold_s: 'hold' },
  })
  const hasCameras = useCameras().length > 0
  const { what, kind } = form.values
  const kinds = kindsFor(what)
  const unitOf = kindOfRule(kind).limit
  const unit =
    unitOf === 'hours' || unitOf === 'days' ? texts.units[unitOf] : limitDisplay({ what, kind }, format.display).unit
  const withUnit = (label: string) => (unit ? `${label} (${unit})` : label)
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
              form.setValues({ what: chosen, kind: kindsFor(chosen)[0]!, limit: '', margin: '', place: null })
            }}
            data={[
              ...CHOICES.map((value) => ({ value, label: common.metrics[value] })),
              ...KINDS_WITHOUT_METRIC.map((value) => ({ value, label: texts.without[value] ?? value })),
            ]}
          />
        )}
        {isNew && kinds.length > 1 && (
          <NativeSelect
            label={texts.kind}
            value={kind}
            onChange={({ currentTarget }) =>
              form.setValues({ kind: currentTarget.value as RuleFields['kind'], limit: '', margin: '' })
            }
            data={kinds.map((value) => ({ value, label: texts.kinds[value] ?? value }))}
          />
        )}
        {kind === 'outside' && <PlaceField {...form.getInputProps('place')} />}
        {hasLimit({ what, kind }) && (
          <DecimalField
            label={withUnit(kind === 'outside' ? texts.radius : texts.limit)}
            required
            data-autofocus={isNew ? undefined : true}
            {...form.getInputProps('limit')}
          />
        )}
        <NativeSelect
          label={texts.severity}
          {...form.getInputProps('severity')}
          data={SEVERITIES.map((value) => ({ value, label: alarms.severities[value] }))}
        />
        {(hasHold({ kind }) || (hasCamera({ kind }) && hasCameras)) && (
          <MoreFields
            initiallyOpen={initial.applies !== 'always' || initial.camera !== ''}
            wrong={'hold' in form.errors || 'margin' in form.errors}
          >
            {hasHold({ kind }) && (
              <WholeField label={texts.seconds} description={texts.secondsHint} {...form.getInputProps('hold')} />
            )}
            {hasCondition({ kind }) && (
              <NativeSelect
                label={texts.when}
                {...form.getInputProps('applies')}
                data={RULE_APPLIES.map((value) => ({
                  value,
                  label: value === 'always' ? texts.always : texts.applies[value],
                }))}
              />
            )}
            {hasMargin({ what, kind }) && (
              <DecimalField
                label={withUnit(texts.margin)}
                description={isNew ? texts.marginNew : texts.marginHint}
                {...form.getInputProps('margin')}
              />
            )}
            <CameraField {...form.getInputProps('camera')} />
          </MoreFields>
        )}
        {problem ? <Problem error={problem} /> : null}
        <FormButtons action={isNew ? texts.add : common.save} pending={pending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
