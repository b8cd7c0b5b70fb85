import type { ServiceLog } from '@binnacle/contract'
import {
  Button,
  Collapse,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { Problem } from '../ui/problem.tsx'
import { hasDecimals, isWhole, parseDecimal } from './decimal.ts'
import { fieldProblem } from './field-problem.ts'
import { MoneyFields, WholeField } from './fields.tsx'
import { focusFirstError } from './focus-error.ts'
import { tasksQuery } from './queries.ts'
import type { ServiceFields } from './service-fields.ts'

interface ServiceFormProps {
  boatId: string
  initial: ServiceFields
  /** Whether cost, note and the rest are open. */
  detailsOpen?: boolean
  onSubmit: (fields: ServiceFields) => void
  onCancel: () => void
  /** Where the entry is there already. */
  onRemove?: () => void
  pending: boolean
  error: unknown
}

type Change = (change: Partial<ServiceFields>) => void

interface PartProps {
  boatId: string
  fields: ServiceFields
  change: Change
  /** What is wrong with a field. */
  wrong: (field: string) => string | undefined
}

const DETAILS = ['cost', 'currency', 'route', 'note', 'task_id'] as const

/** A service: what, when and at which hours; the rest is there for who wants it. Saved as it opens, it is complete. */
export function ServiceForm({
  boatId,
  initial,
  detailsOpen = false,
  onSubmit,
  onCancel,
  onRemove,
  pending,
  error,
}: ServiceFormProps) {
  const { common, maintenance } = useTexts()
  const { service, form } = maintenance
  const [fields, setFields] = useState(initial)
  const [open, setOpen] = useState(detailsOpen)
  const [tried, setTried] = useState(false)
  const refused = fieldProblem(error)
  const change: Change = (part) => setFields((before) => ({ ...before, ...part }))
  const wrongHere: Record<string, string | false> = {
    title: !fields.title.trim() && service.whatMissing,
    done_at: !fields.day && service.dayMissing,
    engine_hours: !isWhole(fields.engine_hours) && form.whole,
    cost: !hasDecimals(parseDecimal(fields.cost), 2) && form.cost,
  }
  const wrong = (field: string) =>
    (tried && wrongHere[field]) || (refused?.field === field ? form.refused(refused.text) : undefined)
  const part = { boatId, fields, change, wrong }
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
        <Main {...part} />
        <Details
          {...part}
          open={open || DETAILS.some((field) => wrong(field) !== undefined)}
          onToggle={() => setOpen(!open)}
        />
        {error && !refused ? <Problem error={error} /> : null}
        <Group justify="flex-end">
          {onRemove && (
            <Button variant="subtle" c="var(--late)" mr="auto" onClick={onRemove}>
              {maintenance.log.remove}
            </Button>
          )}
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={pending} data-autofocus={initial.title ? true : undefined}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Main({ fields, change, wrong }: PartProps) {
  const { service } = useTexts().maintenance
  return (
    <>
      <TextInput
        label={service.what}
        value={fields.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        maxLength={120}
        required
        error={wrong('title')}
        autoComplete="off"
        data-autofocus={fields.title ? undefined : true}
      />
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '0.75rem' }}>
        <TextInput
          type="date"
          label={service.day}
          value={fields.day}
          onChange={(event) => change({ day: event.currentTarget.value })}
          required
          error={wrong('done_at')}
        />
        <WholeField
          label={service.hours}
          value={fields.engine_hours}
          onChange={(engine_hours) => change({ engine_hours })}
          error={wrong('engine_hours')}
          unit="h"
        />
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

function DetailFields({ boatId, fields, change, wrong }: PartProps) {
  const { service } = useTexts().maintenance
  const { data: tasks = [] } = useQuery(tasksQuery(boatId))
  const routeId = useId()
  return (
    <Stack pt="xs">
      <MoneyFields
        label={service.cost}
        amount={fields.cost}
        currency={fields.currency}
        onAmount={(cost) => change({ cost })}
        onCurrency={(currency) => change({ currency })}
        error={wrong('cost') ?? wrong('currency')}
      />
      <div>
        <Text id={routeId} size="md" fw={500} mb={4}>
          {service.by}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby={routeId}
          value={fields.route}
          onChange={(route) => change({ route: route as ServiceLog['route'] })}
          data={[
            { value: 'diy', label: service.diy },
            { value: 'supplier', label: service.supplier },
          ]}
        />
      </div>
      <Textarea
        label={service.note}
        value={fields.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
        maxLength={2000}
        error={wrong('note')}
      />
      <NativeSelect
        label={service.task}
        value={fields.task_id}
        onChange={(event) => change({ task_id: event.currentTarget.value })}
        data={[{ value: '', label: service.noTask }, ...tasks.map(({ id, title }) => ({ value: id, label: title }))]}
      />
    </Stack>
  )
}
