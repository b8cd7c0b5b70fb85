import { type Channel, SEVERITIES, type Severity, WEBHOOK_EVENT_NAMES, type WebhookEvent } from '@binnacle/contract'
import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { meQuery } from '../../shell/queries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useChangeChannel } from './queries.ts'

interface FieldProps {
  /** Of Mantine's form. */
  events: object
  severity: object
  chosen: readonly WebhookEvent[]
}

/** What a webhook is told of, and of alarms how urgent ones. */
export function WebhookEventFields({ events, severity, chosen }: FieldProps) {
  const { channels: texts } = useTexts().account
  const { data: me } = useQuery(meQuery)
  const offered = WEBHOOK_EVENT_NAMES.filter((event) => event !== 'installation.alarm' || me?.operator)
  return (
    <>
      <Checkbox.Group size="md" label={texts.eventsLabel} description={texts.eventsHint} {...events}>
        <Stack gap="sm" mt="xs">
          {offered.map((event) => (
            <Checkbox key={event} value={event} label={texts.events[event]} description={event} />
          ))}
        </Stack>
      </Checkbox.Group>
      {chosen.includes('vessel.alarm') && <SeveritySelect field={severity} />}
    </>
  )
}

export function SeveritySelect({ field }: { field: object }) {
  const { channels: texts } = useTexts().account
  return (
    <NativeSelect
      label={texts.severity}
      data={SEVERITIES.map((value) => ({ value, label: texts.severities[value] }))}
      {...field}
    />
  )
}

/** Whether pictures of the boat go there. `field`: of Mantine's form, as a checkbox. */
export function FramesField({ field }: { field: object }) {
  const { channels: texts } = useTexts().account
  return <Checkbox size="md" label={texts.frames} description={texts.framesHint} {...field} />
}

/** Changes what a webhook is told of. */
export function WebhookEventsDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { channels: texts } = useTexts().account
  const change = useChangeChannel(channel.id)
  useFocusBack()
  const { form, submit, problem } = useCheckedForm({
    initial: {
      events: channel.events ?? ([] as WebhookEvent[]),
      severity: channel.severity as Severity,
      frames: channel.frames,
    },
    check: ({ events }) => ({ events: events.length === 0 && texts.problem.events }),
    error: change.error,
  })
  return (
    <Dialog opened onClose={onClose} title={texts.eventsOf(channel.name)}>
      <form noValidate onSubmit={submit((fields) => change.mutate(fields, { onSuccess: onClose }))}>
        <Stack>
          <WebhookEventFields
            events={form.getInputProps('events')}
            severity={form.getInputProps('severity')}
            chosen={form.values.events}
          />
          {form.values.events.includes('vessel.alarm') && (
            <FramesField field={form.getInputProps('frames', { type: 'checkbox' })} />
          )}
          {problem ? <Problem error={problem} /> : null}
          <FormButtons pending={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
