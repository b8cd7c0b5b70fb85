import { Button, Collapse, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { usePreferences } from '../../format/preferences.ts'
import { hasDecimals, isWhole, parseDecimal } from '../../forms/decimal.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { DecimalField, WholeField } from '../../forms/fields.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import type { BoatFields } from './boat-fields.ts'

interface BoatFormProps {
  initial: BoatFields
  /** The name of its draft. */
  draft: string
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

type Form = UseFormReturnType<BoatFields>

/** What an owner knows of a boat: name and kind are enough, the rest is under "more". */
export function BoatForm(props: BoatFormProps) {
  const { boats, maintenance } = useTexts()
  const { form, submit, problem, draft } = useCheckedForm<BoatFields>({
    initial: props.initial,
    draft: props.draft,
    check: ({ name, engine_hours, length }) => ({
      length: !hasDecimals(parseDecimal(length, 2), 2) && boats.form.lengthWrong,
      name: !name.trim() && boats.form.nameMissing,
      engine_hours: !isWhole(engine_hours) && maintenance.hours.hoursMissing,
    }),
    error: props.error,
    names: { length_m: 'length' },
  })
  const rest = <MoreFields form={form} withHours={props.withHours ?? false} />
  const wrongInRest = Object.keys(form.errors).some((field) => field !== 'name')
  return (
    <form noValidate onSubmit={submit(props.onSubmit)}>
      <Stack maw={560}>
        <DraftNote draft={draft} />
        <NameAndKind form={form} />
        {props.unfolded ? rest : <Folded forced={wrongInRest || draft.restored}>{rest}</Folded>}
        {problem ? <Problem error={problem} /> : null}
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

function Folded({ forced, children }: { forced: boolean; children: ReactNode }) {
  const { form } = useTexts().boats
  const [unfolded, setUnfolded] = useState(false)
  const open = unfolded || forced
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
        onClick={() => setUnfolded(!open)}
      >
        {form.more}
      </Button>
      <Collapse expanded={open} id={id}>
        {children}
      </Collapse>
    </div>
  )
}

function NameAndKind({ form }: { form: Form }) {
  const { common, boats } = useTexts()
  const kinds = Object.entries(common.vesselTypes).map(([value, label]) => ({ value, label }))
  return (
    <>
      <TextInput label={boats.form.name} maxLength={120} required autoComplete="off" {...form.getInputProps('name')} />
      <NativeSelect label={boats.form.type} data={kinds} {...form.getInputProps('vessel_type')} />
    </>
  )
}

const WORDS = [
  ['make', 80],
  ['model', 80],
  ['marina', 120],
] as const

function MoreFields({ form, withHours }: { form: Form; withHours: boolean }) {
  const { form: words } = useTexts().boats
  const { units } = usePreferences().preferences
  const levels = Object.entries(words.serviceLevels).map(([value, label]) => ({ value, label }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} pt="xs">
      {WORDS.map(([name, maxLength]) => (
        <TextInput
          key={name}
          label={words[name]}
          maxLength={maxLength}
          autoComplete="off"
          {...form.getInputProps(name)}
        />
      ))}
      <DecimalField decimals={2} label={words.length(units === 'us' ? 'ft' : 'm')} {...form.getInputProps('length')} />
      <TextInput
        label={words.hin}
        description={words.hinHint}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        {...form.getInputProps('hin')}
      />
      <NativeSelect
        label={words.serviceLevel}
        data={[{ value: '', label: words.notSaid }, ...levels]}
        {...form.getInputProps('service_level')}
      />
      {withHours && (
        <WholeField
          cut
          label={words.engineHours}
          description={words.engineHoursHint}
          unit="h"
          {...form.getInputProps('engine_hours')}
        />
      )}
    </SimpleGrid>
  )
}
