import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import classes from '../alarms.module.css'
import { useSilence } from '../queries.ts'

const HOUR_MS = 3_600_000

/** Asks how long nothing shall be sent about an alarm: an hour, until it ends, or until a time. */
export function SilenceSheet({ alarmId, onClose }: { alarmId: string; onClose: () => void }) {
  const { silence: texts } = useTexts().alarms
  const silence = useSilence(useBoatId(), alarmId)
  const [at, setAt] = useState('')
  useFocusBack()
  const until = (time?: Date) => silence.mutate(time, { onSuccess: onClose })
  const isAhead = Date.parse(at) > Date.now()
  return (
    <Sheet opened onClose={onClose} title={texts.title}>
      <Stack>
        <p className={classes.text}>{texts.text}</p>
        <Button variant="default" data-autofocus onClick={() => until(new Date(Date.now() + HOUR_MS))}>
          {texts.hour}
        </Button>
        <Button variant="default" onClick={() => until()}>
          {texts.toEnd}
        </Button>
        <div className={classes.untilRow}>
          <TextInput
            type="datetime-local"
            label={texts.time}
            value={at}
            onChange={({ currentTarget }) => setAt(currentTarget.value)}
          />
          <Button variant="default" disabled={!isAhead} onClick={() => until(new Date(at))}>
            {texts.toTime}
          </Button>
        </div>
        {silence.error ? <Problem error={silence.error} /> : null}
      </Stack>
    </Sheet>
  )
}
