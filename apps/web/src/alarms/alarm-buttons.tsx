import type { Alarm } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconBellOff, IconBellRinging, IconCheck } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import { Problem } from '../ui/problem.tsx'
import classes from './alarms.module.css'
import { isSilent } from './silence/is-silent.ts'
import { SilenceSheet } from './silence/silence-sheet.tsx'

interface AlarmButtonsProps {
  alarm: Pick<Alarm, 'ended_at' | 'acknowledged_at' | 'silenced_at' | 'silenced_until'>
  /** The alarm in words. */
  what: string
  acknowledge: UseMutationResult<unknown, Error, unknown>
  /** Silences the alarm; undefined: until it ends. */
  silence: UseMutationResult<unknown, Error, Date | undefined>
  endSilence: UseMutationResult<unknown, Error, unknown>
  /** There is something to say. */
  onSaid?: (said: string) => void
  /** It is asked at once for how long the alarm shall be silent. */
  asks?: boolean
  /** It is asked no more. */
  onAsked?: () => void
}

/** Acknowledge an open alarm, silence it, or end its silence. */
export function AlarmButtons(props: AlarmButtonsProps) {
  const { alarm, what, acknowledge, silence, endSilence, onSaid, asks = false, onAsked } = props
  const { alarms: texts } = useTexts()
  const silent = isSilent(alarm, useNow())
  const [silencing, setSilencing] = useState(asks && !silent)
  const error = acknowledge.error ?? endSilence.error
  return (
    <>
      <div className={classes.actions}>
        {alarm.acknowledged_at === null && (
          <Button
            leftSection={<IconCheck size={20} aria-hidden />}
            aria-label={texts.acknowledgeOf(what)}
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate(undefined, { onSuccess: () => onSaid?.(texts.isAcknowledged(what)) })}
          >
            {texts.acknowledge}
          </Button>
        )}
        {silent ? (
          <Button
            variant="default"
            leftSection={<IconBellRinging size={20} aria-hidden />}
            aria-label={texts.silence.endOf(what)}
            loading={endSilence.isPending}
            onClick={() => endSilence.mutate(undefined, { onSuccess: () => onSaid?.(texts.silence.isEnded(what)) })}
          >
            {texts.silence.end}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconBellOff size={20} aria-hidden />}
            aria-label={texts.silence.of(what)}
            onClick={() => setSilencing(true)}
          >
            {texts.silence.action}
          </Button>
        )}
      </div>
      {error ? <Problem error={error} /> : null}
      {silencing && (
        <SilenceSheet
          silence={silence}
          onClose={() => {
            setSilencing(false)
            onAsked?.()
          }}
        />
      )}
    </>
  )
}
