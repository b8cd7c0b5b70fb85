import { Button, Collapse, Group, NativeSelect, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { usePreferences } from '../format/preferences.ts'
import { useFormat } from '../format/use-format.ts'
import { isWhole } from '../maintenance/decimal.ts'
import { WholeField } from '../maintenance/fields.tsx'
import { focusFirstError } from '../maintenance/focus-error.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Problem } from '../ui/problem.tsx'
import type { BoatFields } from './boat-fields.ts'

interface BoatFormProps {
  initial: BoatFields
  /** The hour meter is asked for when a boat is added; afterwards it has a page of its own. */
  withHours?: boolean
  /** All fields at once, for a boat that is known; else what is not needed is folded away. */
  unfolded?: boolean
  action: string
  onSubmit: (fields: BoatFields) => void
  pending: boolean
  error: unknown
  /** Beside the button. */
  beside?: ReactNode
}

type Change = (change: Partial<BoatFields>) => void

/** What an owner knows of a boat: name and kind are enough, the rest is under "more". */
export function BoatForm(props: BoatFormProps) {
  const [fields, setFields] = useState(props.initial)
  const change: Change = (part) => setFields((before) => ({ ...before, ...part }))
  const rest = <MoreFields fields={fields} change={change} withHours={props.withHours ?? false} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole(fields.engine_hours)) props.onSubmit(fields)
        else focusFirstError(event.currentTarget)
      }}
    >
      <Stack maw={560}>
        <NameAndKind fields={fields} change={change} />
        {props.unfolded ? rest : <Folded>{rest}</Folded>}
        {props.error ? <Problem error={props.error} /> : null}
        <Group>
          <Button type="submit" loading={props.pending}>
            {props.action}
          </Button>
          {props.beside}
        </Group>
      </Stack>
    </form>
  )
}

function Folded({ children }: { children: ReactNode }) {
  const { form } = useTexts().boats
  const [open, setOpen] = useState(false)
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
        onClick={() => setOpen(!open)}
      >
        {form.more}
      </Button>
      <Collapse expanded={open} id={id}>
        {children}
      </Collapse>
    </div>
  )
}

function NameAndKind({ fields, change }: { fields: BoatFields; change: Change }) {
  const { common, boats } = useTexts()
  const kinds = Object.entries(common.vesselTypes).map(([value, label]) => ({ value, label }))
  return (
    <>
      <TextInput
        label={boats.form.name}
        value={fields.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        maxLength={120}
        required
        pattern=".*\S.*"
        title={boats.form.nameMissing}
        autoComplete="off"
      />
      <NativeSelect
        label={boats.form.type}
        data={kinds}
        value={fields.vessel_type}
        onChange={(event) => change({ vessel_type: event.currentTarget.value as BoatFields['vessel_type'] })}
      />
    </>
  )
}

const WORDS = [
  ['make', 80],
  ['model', 80],
  ['marina', 120],
] as const

function MoreFields({ fields, change, withHours }: { fields: BoatFields; change: Change; withHours: boolean }) {
  const { boats, maintenance } = useTexts()
  const { form } = boats
  const { units } = usePreferences().preferences
  const decimalSeparator = useFormat().number(0.5, 1).includes(',') ? ',' : '.'
  const levels = Object.entries(form.serviceLevels).map(([value, label]) => ({ value, label }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} pt="xs">
      {WORDS.map(([name, maxLength]) => (
        <TextInput
          key={name}
          label={form[name]}
          value={fields[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
          maxLength={maxLength}
          autoComplete="off"
        />
      ))}
      <NumberInput
        label={form.length(units === 'us' ? 'ft' : 'm')}
        value={fields.length}
        onChange={(length) => change({ length })}
        min={0}
        max={units === 'us' ? 1640 : 500}
        decimalScale={2}
        decimalSeparator={decimalSeparator}
        allowedDecimalSeparators={['.', ',']}
        hideControls
      />
      <TextInput
        label={form.hin}
        description={form.hinHint}
        value={fields.hin}
        onChange={(event) => change({ hin: event.currentTarget.value })}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <NativeSelect
        label={form.serviceLevel}
        data={[{ value: '', label: form.notSaid }, ...levels]}
        value={fields.service_level}
        onChange={(event) => change({ service_level: event.currentTarget.value as BoatFields['service_level'] })}
      />
      {withHours && (
        <WholeField
          label={form.engineHours}
          description={form.engineHoursHint}
          value={fields.engine_hours}
          onChange={(engine_hours) => change({ engine_hours })}
          unit="h"
          error={isWhole(fields.engine_hours) ? undefined : maintenance.hours.hoursMissing}
        />
      )}
    </SimpleGrid>
  )
}
