import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ConnectWizard } from '../../connections/wizard/connect-wizard.tsx'
import { useFormat } from '../../format/use-format.ts'
import { isWhole } from '../../forms/decimal.ts'
import { WholeField } from '../../forms/fields.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useLogChanged } from '../../maintenance/queries.ts'
import { TaskSetChooser } from '../../maintenance/tasks/task-set-chooser.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Problem } from '../../ui/problem.tsx'
import type { StepBodyProps } from './step-body-props.ts'

export function BoatStep({ boat: { vessel }, onward }: StepBodyProps) {
  const { common, boats } = useTexts()
  return (
    <>
      <p>{boats.guide.boatDone(vessel.name)}</p>
      <Group>
        <Button onClick={onward}>{common.next}</Button>
        <LinkButton to="/boats/$boatId/edit" params={{ boatId: vessel.id }} variant="default">
          {boats.guide.change}
        </LinkButton>
      </Group>
    </>
  )
}

export function HoursStep({ boat, done, onward }: StepBodyProps) {
  const { common, boats } = useTexts()
  const format = useFormat()
  if (!done) return <EnterHours boat={boat} onward={onward} />
  return (
    <>
      <p role="status">{boats.guide.hours.done(format.hours(boat.vessel.engine_hours ?? 0))}</p>
      <Button onClick={onward}>{common.next}</Button>
    </>
  )
}

function EnterHours({ boat: { vessel }, onward }: Omit<StepBodyProps, 'done'>) {
  const { boats, maintenance } = useTexts()
  const { hours: words } = boats.guide
  const changed = useLogChanged(vessel.id)
  const set = useMutation({
    mutationFn: (hours: number) =>
      api('POST /v1/vessels/{id}/hours', { params: { id: vessel.id }, body: { hours, source: 'manual' } }),
    onSuccess: async () => {
      await changed()
      onward()
    },
  })
  const { form, submit, problem } = useCheckedForm({
    initial: { hours: '' as number | string },
    check: ({ hours }) => ({ hours: (hours === '' || !isWhole(hours)) && maintenance.hours.hoursMissing }),
    error: set.error,
  })
  return (
    <form noValidate onSubmit={submit(({ hours }) => set.mutate(Number(hours)))}>
      <p>{words.text}</p>
      <Stack maw={280} align="stretch">
        <WholeField cut label={words.label} unit="h" required {...form.getInputProps('hours')} />
        <Button type="submit" loading={set.isPending}>
          {words.save}
        </Button>
      </Stack>
      {problem ? <Problem error={problem} /> : null}
    </form>
  )
}

export function TasksStep({ boat, done, onward }: StepBodyProps) {
  const { common, boats } = useTexts()
  const { overdue, due_soon, ok } = boat.due
  const [choosing, setChoosing] = useState(!done)
  if (choosing)
    return (
      <>
        <p>{boats.guide.tasks.text}</p>
        <TaskSetChooser
          onAdded={() => {
            setChoosing(false)
            onward()
          }}
          onCancel={done ? () => setChoosing(false) : undefined}
        />
      </>
    )
  return (
    <>
      <p>{boats.guide.tasks.done(overdue + due_soon + ok)}</p>
      <Group>
        <Button onClick={onward}>{common.next}</Button>
        <Button variant="default" onClick={() => setChoosing(true)}>
          {boats.overview.chooseTasks}
        </Button>
      </Group>
    </>
  )
}

/**
 * The wizard stays until its owner goes on, for it shows the key and waits for the onboard device; the data say "done" much
 * earlier.
 */
export function OnboardDeviceStep({ boat, done, onward }: StepBodyProps) {
  const { common, boats } = useTexts()
  const [connecting, setConnecting] = useState(!done)
  if (connecting)
    return (
      <>
        <p>{boats.guide.onboardDevice.text}</p>
        <ConnectWizard
          vesselId={boat.vessel.id}
          onClose={() => {
            setConnecting(false)
            onward()
          }}
        />
      </>
    )
  return (
    <>
      <p>{done ? boats.guide.onboardDevice.done(boat.box_count) : boats.guide.onboardDevice.text}</p>
      <Group>
        {done && <Button onClick={onward}>{common.next}</Button>}
        <Button variant={done ? 'default' : 'filled'} onClick={() => setConnecting(true)}>
          {done ? boats.guide.onboardDevice.another : boats.overview.connect}
        </Button>
      </Group>
    </>
  )
}
