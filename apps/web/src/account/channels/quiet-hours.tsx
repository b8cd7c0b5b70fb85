import type { QuietHours } from '@binnacle/contract'
import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import classes from '../account.module.css'
import { useEndQuietHours, useSetQuietHours } from './queries.ts'

interface QuietHoursProps {
  /** null: there are none. */
  hours: QuietHours | null
  /** There is something to say. */
  onSaid: (said: string) => void
}

/** When the account is not disturbed. */
export function QuietHoursRow({ hours, onSaid }: QuietHoursProps) {
  const { quiet: texts } = useTexts().account.channels
  const [changing, setChanging] = useState(false)
  return (
    <Group justify="space-between" gap="xs">
      <div>
        <Text fw={600}>{texts.title}</Text>
        <p className={classes.quiet}>{hours ? texts.on(hours.from, hours.until, hours.time_zone) : texts.off}</p>
        {hours && <p className={classes.quiet}>{texts.onHint}</p>}
      </div>
      <Button variant="default" onClick={() => setChanging(true)}>
        {hours ? texts.change : texts.set}
      </Button>
      {changing && (
        <QuietHoursDialog
          hours={hours}
          onClose={() => setChanging(false)}
          onSaid={(said) => {
            setChanging(false)
            onSaid(said)
          }}
        />
      )}
    </Group>
  )
}

function QuietHoursDialog({ hours, onClose, onSaid }: QuietHoursProps & { onClose: () => void }) {
  const { quiet: texts } = useTexts().account.channels
  const set = useSetQuietHours()
  const end = useEndQuietHours()
  useFocusBack()
  const { form, submit, problem } = useCheckedForm({
    initial: hours ?? { from: '22:00', until: '07:00', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    check: ({ from, until }) => ({
      from: !from && texts.none,
      until: until ? until === from && texts.same : texts.none,
    }),
    error: set.error,
  })
  const zones = [...new Set([form.values.time_zone, ...Intl.supportedValuesOf('timeZone')])]
  return (
    <Dialog opened onClose={onClose} title={texts.title}>
      <form noValidate onSubmit={submit((fields) => set.mutate(fields, { onSuccess: () => onSaid(texts.isSet) }))}>
        <Stack>
          <Group grow align="start">
            <TextInput label={texts.from} type="time" data-autofocus {...form.getInputProps('from')} />
            <TextInput label={texts.until} type="time" {...form.getInputProps('until')} />
          </Group>
          <NativeSelect label={texts.zone} data={zones.sort()} {...form.getInputProps('time_zone')} />
          <FormProblem error={problem ?? end.error} />
          <FormButtons pending={set.isPending} onCancel={onClose}>
            {hours && (
              <Button
                variant="subtle"
                mr="auto"
                loading={end.isPending}
                onClick={() => end.mutate(undefined, { onSuccess: () => onSaid(texts.isOff) })}
              >
                {texts.end}
              </Button>
            )}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
