import { RULE_APPLIES, SEVERITIES } from '@binnacle/contract'
import { METRIC_NAMES } from '@binnacle/contract/metrics'
import { kindOfRule } from '@binnacle/contract/rule-kinds'
import { NativeSelect, Stack } from '@mantine/core'
import { useFormat } from '../../format/use-format.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { DecimalField, WholeField } from '../../forms/fields.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { CameraField, useCameras } from './camera-field.tsx'
import { ChemistryButtons } from './chemistry-buttons.tsx'
import { CircleField } from './circle-field.tsx'
import { InstanceField } from './instance-field.tsx'
import { MoreFields } from './more-fields.tsx'
import {
  hasCamera,
  hasCondition,
  hasHold,
  hasLimit,
  hasMargin,
  isMetric,
  KINDS_ALONE,
  kindsFor,
  limitDisplay,
  metresOf,
  newFields,
  problemsOf,
  type RuleFields,
  shownLimit,
} from './rule-fields.ts'

interface RuleFormProps {
  initial: RuleFields
  /** The name of its draft. */
  draft: string
  /** A new one says of what it is. */
  isNew: boolean
  /** What is seldom changed is shown at first: it is not as usual. */
  moreOpen?: boolean
  onSubmit: (fields: RuleFields) => void
  onCancel: () => void
  pending: boolean
  error: unknown
}

/** A coordinate has no limit: a circle has. Faults have kinds of their own. */
const CHOICES = METRIC_NAMES.filter((metric) => !['position_lat', 'position_lon', 'fault_code'].includes(metric))

/**
 * A rule in three fields: what it looks at, its limit, and how urgent that is. Behind a button is what is usual: on which side of the
 * limit the alarm is, of which engine, how long it must last, when it applies, how it ends, and the camera.
 */
export function RuleForm({
  initial,
  draft: name,
  isNew,
  moreOpen = false,
  error,
  onSubmit,
  onCancel,
  pending,
}: RuleFormProps) {
  const { common, alarms } = useTexts()
  const { rules: texts } = alarms
  const format = useFormat()
  const { form, submit, problem, draft } = useCheckedForm<RuleFields>({
    initial,
    draft: name,
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
        <DraftNote draft={draft} />
        {isNew && (
          <NativeSelect
            label={texts.metric}
            data-autofocus
            value={what}
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.value as RuleFields['what']
              form.setValues(newFields(chosen, format.display, format.locale))
            }}
            data={[
              ...CHOICES.map((value) => ({ value, label: common.metrics[value] })),
              ...KINDS_ALONE.map((value) => ({ value, label: texts.alone[value] ?? value })),
            ]}
          />
        )}
        {kind === 'outside' && (
          <CircleField
            {...form.getInputProps('place')}
            metres={metresOf(form.values, format.display, format.locale)}
            onRadius={(metres) => form.setFieldValue('limit', shownLimit({ what, kind }, metres, format))}
          />
        )}
        {hasLimit({ what, kind }) && (
          <div>
            <DecimalField
              label={withUnit(texts.limits[kind] ?? texts.limit)}
              required
              data-autofocus={isNew ? undefined : true}
              {...form.getInputProps('limit')}
            />
            <ChemistryButtons
              kind={kind}
              onChoose={(volts) => form.setFieldValue('limit', shownLimit({ what, kind }, volts, format))}
            />
          </div>
        )}
        <NativeSelect
          label={texts.severity}
          {...form.getInputProps('severity')}
          data={SEVERITIES.map((value) => ({ value, label: alarms.severities[value] }))}
        />
        {(hasHold({ kind }) || (hasCamera({ kind }) && hasCameras)) && (
          <MoreFields
            initiallyOpen={moreOpen || draft.restored}
            wrong={'hold' in form.errors || 'margin' in form.errors}
          >
            {isNew && kinds.length > 1 && (
              <NativeSelect
                label={texts.kind}
                value={kind}
                onChange={({ currentTarget }) => {
                  const chosen = currentTarget.value as RuleFields['kind']
                  form.setValues(newFields(what, format.display, format.locale, chosen))
                }}
                data={kinds.map((value) => ({ value, label: texts.kinds[value] ?? value }))}
              />
            )}
            {isNew && isMetric(what) && <InstanceField metric={what} {...form.getInputProps('instance')} />}
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
