import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { useFormat } from '../format/use-format.ts'
import { useBoat } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { isWhole } from './decimal.ts'
import { WholeField } from './fields.tsx'
import { focusFirstError } from './focus-error.ts'
import classes from './hours.module.css'
import { useLogChanged } from './queries.ts'

/** The one way for the meter to fall. */
export function CorrectHours({ onSaved }: { onSaved: (text: string) => void }) {
  const boat = useBoat()
  const { hours: words } = useTexts().maintenance
  const format = useFormat()
  const changed = useLogChanged(boat.id)
  const [hours, setHours] = useState<number | string>('')
  const [tried, setTried] = useState(false)
  const known = hours !== '' && isWhole(hours)
  const correct = useMutation({
    mutationFn: () =>
      api('PATCH /app/vessels/{id}', { params: { id: boat.id }, body: { engine_hours: Number(hours) } }),
    onSuccess: async ({ vessel }) => {
      await changed()
      setHours('')
      setTried(false)
      onSaved(words.corrected(format.hours(vessel.engine_hours ?? 0)))
    },
  })
  return (
    <Panel title={words.correct}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (known) correct.mutate()
          else focusFirstError(event.currentTarget)
        }}
      >
        <p className={classes.text}>{words.correctText}</p>
        <Stack>
          <WholeField
            label={words.correctTo}
            value={hours}
            onChange={setHours}
            unit="h"
            error={tried && !known ? words.hoursMissing : undefined}
          />
          {correct.error ? <Problem error={correct.error} /> : null}
          <Button type="submit" variant="default" loading={correct.isPending}>
            {words.correctAction}
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}
