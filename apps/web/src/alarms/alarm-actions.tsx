import type { Alarm } from '@binnacle/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBoatId } from '../shell/use-boat.ts'
import { AlarmButtons } from './alarm-buttons.tsx'
import { useAcknowledge, useEndSilence, useSilence } from './queries.ts'
import { useAlarmText } from './use-alarm-text.ts'

/** What can be done about an open alarm of the boat. A message leads here to silence it. */
export function AlarmActions({ alarm, onSaid }: { alarm: Alarm; onSaid: (said: string) => void }) {
  const boatId = useBoatId()
  const { silence: asked } = useSearch({ strict: false })
  const navigate = useNavigate()
  const asks = asked === alarm.id
  return (
    <AlarmButtons
      alarm={alarm}
      what={useAlarmText()(alarm)}
      acknowledge={useAcknowledge(boatId, alarm.id)}
      silence={useSilence(boatId, alarm.id)}
      endSilence={useEndSilence(boatId, alarm.id)}
      onSaid={onSaid}
      asks={asks}
      // A reload asks no more.
      onAsked={() => void (asks && navigate({ to: '.', search: { silence: undefined }, replace: true }))}
    />
  )
}
