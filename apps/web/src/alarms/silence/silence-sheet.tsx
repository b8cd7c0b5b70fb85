import { Button, Stack, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import classes from '../alarms.module.css'

const HOUR_MS = 3_600_000

interface SilenceSheetProps {
  /** Silences the alarm; undefined: until it ends. */
  silence: UseMutationResult<unknown, Error, Date | undefined>
  onClose: () => void
}

/** Asks how long nothing shall be sent about an alarm: an hour, until it ends, or until a time. */
export function SilenceSheet({ silence, onClose }: SilenceSheetProps) {
  const { silence: texts } = useTexts().alarms
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
