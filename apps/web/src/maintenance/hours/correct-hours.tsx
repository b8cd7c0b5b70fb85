import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useFormat } from '../../format/use-format.ts'
import { isWhole } from '../../forms/decimal.ts'
import { WholeField } from '../../forms/fields.tsx'
import { useAskFirst } from '../../forms/use-ask-first.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useLogChanged } from '../queries.ts'
import classes from './hours.module.css'
import { useHoursDoubt } from './use-hours-doubt.ts'

/** The one way for the meter to fall. */
export function CorrectHours({ onSaved }: { onSaved: (text: string) => void }) {
  const boat = useBoat()
  const { hours: words } = useTexts().maintenance
  const format = useFormat()
  const changed = useLogChanged(boat.id)
  const correct = useMutation({
    mutationFn: (engine_hours: number) =>
      api('PATCH /app/vessels/{id}', { params: { id: boat.id }, body: { engine_hours } }),
    onSuccess: ({ vessel }) => {
      form.reset()
      onSaved(words.corrected(format.hours(vessel.engine_hours ?? 0)))
      void changed()
    },
  })
  const { form, submit, problem } = useCheckedForm({
    initial: { engine_hours: '' as number | string },
    check: ({ engine_hours }) => ({
      engine_hours: (engine_hours === '' || !isWhole(engine_hours)) && words.hoursMissing,
    }),
    error: correct.error,
  })
  const hoursDoubt = useHoursDoubt()
  const { ask, view } = useAskFirst<number>(async (hours) => [await hoursDoubt(hours, Date.now())], correct.mutate)
  return (
    <Panel title={words.correct}>
      <form noValidate onSubmit={submit(({ engine_hours }) => void ask(Number(engine_hours)))}>
        <p className={classes.text}>{words.correctText}</p>
        <Stack>
          <WholeField cut label={words.correctTo} unit="h" {...form.getInputProps('engine_hours')} />
          {problem ? <Problem error={problem} /> : null}
          <Button type="submit" variant="default" loading={correct.isPending}>
            {words.correctAction}
          </Button>
        </Stack>
      </form>
      {view}
    </Panel>
  )
}
