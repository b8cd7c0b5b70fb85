import type { Alarm } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconBellOff, IconBellRinging, IconCheck } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useBoatId } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import { Problem } from '../ui/problem.tsx'
import classes from './alarms.module.css'
import { useAcknowledge, useEndSilence, useSilence } from './queries.ts'
import { isSilent } from './silence/is-silent.ts'
import { SilenceSheet } from './silence/silence-sheet.tsx'
import { useAlarmText } from './use-alarm-text.ts'

/** Acknowledge an open alarm, silence it, or end its silence. */
export function AlarmActions({ alarm, onSaid }: { alarm: Alarm; onSaid: (said: string) => void }) {
  const { alarms: texts } = useTexts()
  const boatId = useBoatId()
  const what = useAlarmText()(alarm)
  const acknowledge = useAcknowledge(boatId)
  const endSilence = useEndSilence(boatId, alarm.id)
  const silence = useSilence(boatId, alarm.id)
  // A message leads here to silence its alarm.
  const { silence: asked } = useSearch({ strict: false })
  const navigate = useNavigate()
  const silent = isSilent(alarm, useNow())
  const [silencing, setSilencing] = useState(asked === alarm.id && !silent)
  const close = () => {
    setSilencing(false)
    // A reload asks no more.
    if (asked === alarm.id) void navigate({ to: '.', search: { silence: undefined }, replace: true })
  }
  const error = acknowledge.error ?? endSilence.error
  return (
    <>
      <div className={classes.actions}>
        {alarm.acknowledged_at === null && (
          <Button
            leftSection={<IconCheck size={20} aria-hidden />}
            aria-label={texts.acknowledgeOf(what)}
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate(alarm.id, { onSuccess: () => onSaid(texts.isAcknowledged(what)) })}
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
            onClick={() => endSilence.mutate(undefined, { onSuccess: () => onSaid(texts.silence.isEnded(what)) })}
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
      {silencing && <SilenceSheet silence={silence} onClose={close} />}
    </>
  )
}
