import { Button, Collapse, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { instantOfDay } from '../../forms/calendar-day.ts'
import { dayOf } from '../../forms/day.ts'
import { hasDecimals, isWhole, parseDecimal } from '../../forms/decimal.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { MoneyFields, WholeField } from '../../forms/fields.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useAskFirst } from '../../forms/use-ask-first.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useHoursDoubt } from '../hours/use-hours-doubt.ts'
import { tasksQuery } from '../queries.ts'
import type { ServiceFields } from './service-fields.ts'

interface ServiceFormProps {
  boatId: string
  initial: ServiceFields
  /** The name of its draft. */
  draft: string
  /** Whether cost, note and the rest are open. */
  detailsOpen?: boolean
  onSubmit: (fields: ServiceFields) => void
  onCancel: () => void
  /** Where the entry is there already. */
  onRemove?: () => void
  pending: boolean
  error: unknown
}

interface PartProps {
  boatId: string
  form: UseFormReturnType<ServiceFields>
}

const DETAILS = ['cost', 'currency', 'route', 'note', 'task_id'] as const

/** A service: what, when and at which hours; the rest is there for who wants it. Saved as it opens, it is complete. */
export function ServiceForm({
  boatId,
  initial,
  draft: name,
  detailsOpen = false,
  onSubmit,
  onCancel,
  onRemove,
  pending,
  error,
}: ServiceFormProps) {
  const { maintenance } = useTexts()
  const { service, form: words } = maintenance
  const [open, setOpen] = useState(detailsOpen)
  const { form, submit, problem, draft } = useCheckedForm<ServiceFields>({
    initial,
    draft: name,
    check: (fields) => ({
      title: !fields.title.trim() && service.whatMissing,
      day: !fields.day && service.dayMissing,
      engine_hours: !isWhole(fields.engine_hours) && words.whole,
      cost: !hasDecimals(parseDecimal(fields.cost, 2), 2) && words.cost,
    }),
    error,
    names: { done_at: 'day' },
  })
  const { ask, view } = useAskFirst(useServiceDoubts(initial), onSubmit)
  return (
    <>
      <form noValidate onSubmit={submit((fields) => void ask(fields))}>
        <Stack>
          <DraftNote draft={draft} />
          <Main form={form} />
          <Details
            boatId={boatId}
            form={form}
            open={open || draft.restored || DETAILS.some((field) => form.errors[field])}
            onToggle={() => setOpen(!open)}
          />
          {problem ? <Problem error={problem} /> : null}
          <FormButtons pending={pending} onCancel={onCancel} focused={Boolean(initial.title)}>
            {onRemove && (
              <Button variant="subtle" c="var(--late)" mr="auto" onClick={onRemove}>
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

/** What is asked about before it is saved: a date to come, and hours that the engine cannot have run. What was there before is not. */
function useServiceDoubts(initial: ServiceFields) {
  const { service } = useTexts().maintenance
  const format = useFormat()
  const hoursDoubt = useHoursDoubt()
  return async ({ day, engine_hours }: ServiceFields) => {
    const at = Date.parse(instantOfDay(day, new Date()))
    const same = engine_hours === '' || Number(engine_hours) === Number(initial.engine_hours)
    return [
      day > dayOf(new Date()) && day !== initial.day ? service.future(format.day(at)) : null,
      same ? null : await hoursDoubt(Number(engine_hours), at),
    ]
  }
}

function Main({ form }: Pick<PartProps, 'form'>) {
  const { service } = useTexts().maintenance
  return (
    <>
      <TextInput
        label={service.what}
        maxLength={120}
        required
        autoComplete="off"
        data-autofocus={form.values.title ? undefined : true}
        {...form.getInputProps('title')}
      />
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '0.75rem' }}>
        <TextInput type="date" label={service.day} required {...form.getInputProps('day')} />
        <WholeField cut label={service.hours} unit="h" {...form.getInputProps('engine_hours')} />
      </div>
    </>
  )
}

function Details({ open, onToggle, ...part }: PartProps & { open: boolean; onToggle: () => void }) {
  const { service } = useTexts().maintenance
  const id = useId()
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <div>
      <Button
        variant="subtle"
        px="xs"
        aria-expanded={open}
        aria-controls={id}
        rightSection={<Chevron size={20} aria-hidden />}
        onClick={onToggle}
      >
        {service.details}
      </Button>
      <Collapse expanded={open} id={id}>
        <DetailFields {...part} />
      </Collapse>
    </div>
  )
}

function DetailFields({ boatId, form }: PartProps) {
  const { service } = useTexts().maintenance
  const { data: tasks = [] } = useQuery(tasksQuery(boatId))
  const routeId = useId()
  return (
    <Stack pt="xs">
      <MoneyFields label={service.cost} amount={form.getInputProps('cost')} currency={form.getInputProps('currency')} />
      <div>
        <Text id={routeId} size="md" fw={500} mb={4}>
          {service.by}
        </Text>
        <Segments
          fullWidth
          aria-labelledby={routeId}
          choices={[
            ['diy', service.diy],
            ['supplier', service.supplier],
          ]}
          {...form.getInputProps('route')}
        />
      </div>
      <Textarea label={service.note} maxLength={2000} {...form.getInputProps('note')} />
      <NativeSelect
        label={service.task}
        {...form.getInputProps('task_id')}
        data={[{ value: '', label: service.noTask }, ...tasks.map(({ id, title }) => ({ value: id, label: title }))]}
      />
    </Stack>
  )
}
