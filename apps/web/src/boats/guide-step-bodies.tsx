import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { ConnectWizard } from '../connections/wizard/connect-wizard.tsx'
import { useFormat } from '../format/use-format.ts'
import { isWhole } from '../maintenance/decimal.ts'
import { WholeField } from '../maintenance/fields.tsx'
import { focusFirstError } from '../maintenance/focus-error.ts'
import { useLogChanged } from '../maintenance/queries.ts'
import { TaskSetChooser } from '../maintenance/task-set-chooser.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Problem } from '../ui/problem.tsx'
import type { StepBodyProps } from './guide-step.tsx'

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
  const [hours, setHours] = useState<number | string>('')
  const [tried, setTried] = useState(false)
  const known = hours !== '' && isWhole(hours)
  const changed = useLogChanged(vessel.id)
  const set = useMutation({
    mutationFn: () =>
      api('POST /v1/vessels/{id}/hours', {
        params: { id: vessel.id },
        body: { hours: Number(hours), source: 'manual' },
      }),
    onSuccess: async () => {
      await changed()
      onward()
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (known) set.mutate()
        else focusFirstError(event.currentTarget)
      }}
    >
      <p>{words.text}</p>
      <Stack maw={280} align="stretch">
        <WholeField
          label={words.label}
          value={hours}
          onChange={setHours}
          unit="h"
          required
          error={tried && !known ? maintenance.hours.hoursMissing : undefined}
        />
        <Button type="submit" loading={set.isPending}>
          {words.save}
        </Button>
      </Stack>
      {set.error && <Problem error={set.error} />}
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

/** The wizard stays until its owner goes on, for it shows the key and waits for the box; the data say "done" much earlier. */
export function BoxStep({ boat, done, onward }: StepBodyProps) {
  const { common, boats } = useTexts()
  const [connecting, setConnecting] = useState(!done)
  if (connecting)
    return (
      <>
        <p>{boats.guide.box.text}</p>
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
      <p>{done ? boats.guide.box.done(boat.box_count) : boats.guide.box.text}</p>
      <Group>
        {done && <Button onClick={onward}>{common.next}</Button>}
        <Button variant={done ? 'default' : 'filled'} onClick={() => setConnecting(true)}>
          {done ? boats.guide.box.another : boats.overview.connect}
        </Button>
      </Group>
    </>
  )
}
