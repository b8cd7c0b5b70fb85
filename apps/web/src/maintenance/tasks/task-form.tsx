import { Button, Checkbox, Collapse, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { isWhole } from '../../forms/decimal.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { WholeField } from '../../forms/fields.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { hasInterval, type TaskFields } from './task-fields.ts'

interface TaskFormProps {
  initial: TaskFields
  /** The name of its draft. */
  draft: string
  onSubmit: (fields: TaskFields) => void
  onCancel: () => void
  pending: boolean
  error: unknown
}

type Form = UseFormReturnType<TaskFields>

const MORE = ['lead_days', 'lead_hours', 'start_day', 'start_hours'] as const

/** A task: what, and every how many months, engine hours, or both. */
export function TaskForm({ initial, draft: name, onSubmit, onCancel, pending, error }: TaskFormProps) {
  const { maintenance } = useTexts()
  const { tasks, form: words } = maintenance
  const { form, submit, problem, draft } = useCheckedForm<TaskFields>({
    initial,
    draft: name,
    check: (fields) => {
      const { interval_hours, start_hours, lead_days, lead_hours } = fields
      const numbers = Object.entries({ interval_hours, start_hours, lead_days, lead_hours })
      return {
        title: !fields.title.trim() && tasks.whatMissing,
        'time.amount': !hasInterval(fields) ? tasks.intervalMissing : !isWhole(fields.time.amount) && words.whole,
        start_day: !fields.start_day && maintenance.service.dayMissing,
        ...Object.fromEntries(numbers.map(([name, field]) => [name, !isWhole(field) && words.whole])),
      }
    },
    error,
    names: { interval_days: 'time.amount', start_at: 'start_day' },
  })
  return (
    <form noValidate onSubmit={submit(onSubmit)}>
      <Stack>
        <DraftNote draft={draft} />
        <Intervals form={form} />
        <More form={form} forced={MORE.some((field) => form.errors[field])} />
        {problem ? <Problem error={problem} /> : null}
        <FormButtons pending={pending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

function Intervals({ form }: { form: Form }) {
  const { tasks } = useTexts().maintenance
  return (
    <>
      <TextInput
        label={tasks.what}
        maxLength={120}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('title')}
      />
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '0.75rem', alignItems: 'start' }}>
        <WholeField label={tasks.byTime} {...form.getInputProps('time.amount')} />
        <NativeSelect
          label={tasks.unit}
          data={[
            { value: 'months', label: tasks.units.months },
            { value: 'days', label: tasks.units.days },
          ]}
          {...form.getInputProps('time.unit')}
        />
      </div>
      <WholeField
        label={tasks.byHours}
        description={tasks.byHoursHint}
        unit="h"
        {...form.getInputProps('interval_hours')}
      />
    </>
  )
}

function More({ form, forced }: { form: Form; forced: boolean }) {
  const { tasks } = useTexts().maintenance
  const [open, setOpen] = useState(false)
  const id = useId()
  const shown = open || forced
  const Chevron = shown ? IconChevronUp : IconChevronDown
  return (
    <div>
      <Button
        variant="subtle"
        px="xs"
        aria-expanded={shown}
        aria-controls={id}
        rightSection={<Chevron size={20} aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        {tasks.more}
      </Button>
      <Collapse expanded={shown} id={id}>
        <MoreFields form={form} />
      </Collapse>
    </div>
  )
}

function MoreFields({ form }: { form: Form }) {
  const { tasks } = useTexts().maintenance
  return (
    <Stack pt="xs">
      <TextInput
        type="date"
        label={tasks.startDay}
        description={tasks.startHint}
        required
        {...form.getInputProps('start_day')}
      />
      <WholeField
        cut
        label={tasks.startHours}
        description={tasks.startHoursHint}
        unit="h"
        {...form.getInputProps('start_hours')}
      />
      <WholeField label={tasks.leadDays} {...form.getInputProps('lead_days')} />
      <WholeField label={tasks.leadHours} {...form.getInputProps('lead_hours')} />
      <Checkbox
        label={tasks.safety}
        description={tasks.safetyHint}
        {...form.getInputProps('safety', { type: 'checkbox' })}
      />
    </Stack>
  )
}
