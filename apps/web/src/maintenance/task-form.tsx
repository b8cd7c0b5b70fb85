import { Button, Collapse, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { Problem } from '../ui/problem.tsx'
import { isWhole } from './decimal.ts'
import { fieldProblem } from './field-problem.ts'
import { WholeField } from './fields.tsx'
import { focusFirstError } from './focus-error.ts'
import type { TimeInterval } from './interval.ts'
import { hasInterval, type TaskFields } from './task-fields.ts'

interface TaskFormProps {
  initial: TaskFields
  onSubmit: (fields: TaskFields) => void
  onCancel: () => void
  pending: boolean
  error: unknown
}

interface PartProps {
  fields: TaskFields
  change: (change: Partial<TaskFields>) => void
  /** What is wrong with a field. */
  wrong: (field: string) => string | undefined
}

const MORE = ['lead_days', 'lead_hours', 'start_at', 'start_hours'] as const

/** A task: what, and every how many months, engine hours, or both. */
export function TaskForm({ initial, onSubmit, onCancel, pending, error }: TaskFormProps) {
  const { common, maintenance } = useTexts()
  const { tasks, form } = maintenance
  const [fields, setFields] = useState(initial)
  const [tried, setTried] = useState(false)
  const refused = fieldProblem(error)
  const { interval_hours, lead_days, lead_hours, start_hours } = fields
  const numbers = { interval_hours, lead_days, lead_hours, start_hours }
  const wrongHere: Record<string, string | false> = {
    ...Object.fromEntries(Object.entries(numbers).map(([name, field]) => [name, !isWhole(field) && form.whole])),
    title: !fields.title.trim() && tasks.whatMissing,
    interval_days: !hasInterval(fields) ? tasks.intervalMissing : !isWhole(fields.time.amount) && form.whole,
    start_at: !fields.start_day && maintenance.service.dayMissing,
  }
  const wrong = (field: string) =>
    (tried && wrongHere[field]) || (refused?.field === field ? form.refused(refused.text) : undefined)
  const part = { fields, change: (some: Partial<TaskFields>) => setFields((before) => ({ ...before, ...some })), wrong }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (Object.values(wrongHere).every((text) => text === false)) onSubmit(fields)
        else focusFirstError(event.currentTarget)
      }}
    >
      <Stack>
        <Intervals {...part} />
        <More {...part} forced={MORE.some((field) => wrong(field) !== undefined)} />
        {error && !refused ? <Problem error={error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={pending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Intervals({ fields, change, wrong }: PartProps) {
  const { tasks } = useTexts().maintenance
  const { time } = fields
  const setTime = (part: Partial<TimeInterval>) => change({ time: { ...time, ...part } })
  return (
    <>
      <TextInput
        label={tasks.what}
        value={fields.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        maxLength={120}
        required
        error={wrong('title')}
        autoComplete="off"
        data-autofocus
      />
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '0.75rem', alignItems: 'start' }}>
        <WholeField
          label={tasks.byTime}
          value={time.amount}
          onChange={(amount) => setTime({ amount })}
          error={wrong('interval_days')}
        />
        <NativeSelect
          label={tasks.unit}
          value={time.unit}
          onChange={(event) => setTime({ unit: event.currentTarget.value as TimeInterval['unit'] })}
          data={[
            { value: 'months', label: tasks.units.months },
            { value: 'days', label: tasks.units.days },
          ]}
        />
      </div>
      <WholeField
        label={tasks.byHours}
        description={tasks.byHoursHint}
        value={fields.interval_hours}
        onChange={(interval_hours) => change({ interval_hours })}
        unit="h"
        error={wrong('interval_hours')}
      />
    </>
  )
}

function More({ forced, ...part }: PartProps & { forced: boolean }) {
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
        <MoreFields {...part} />
      </Collapse>
    </div>
  )
}

function MoreFields({ fields, change, wrong }: PartProps) {
  const { tasks } = useTexts().maintenance
  return (
    <Stack pt="xs">
      <TextInput
        type="date"
        label={tasks.startDay}
        description={tasks.startHint}
        value={fields.start_day}
        onChange={(event) => change({ start_day: event.currentTarget.value })}
        required
        error={wrong('start_at')}
      />
      <WholeField
        label={tasks.startHours}
        value={fields.start_hours}
        onChange={(start_hours) => change({ start_hours })}
        unit="h"
        error={wrong('start_hours')}
      />
      <WholeField
        label={tasks.leadDays}
        value={fields.lead_days}
        onChange={(lead_days) => change({ lead_days })}
        error={wrong('lead_days')}
      />
      <WholeField
        label={tasks.leadHours}
        value={fields.lead_hours}
        onChange={(lead_hours) => change({ lead_hours })}
        error={wrong('lead_hours')}
      />
    </Stack>
  )
}
