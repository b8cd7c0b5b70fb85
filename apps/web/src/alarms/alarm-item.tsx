import type { Alarm } from '@binnacle/contract'
import { AlarmActions } from './alarm-actions.tsx'
import { AlarmHead } from './alarm-head.tsx'
import { AlarmSeen } from './alarm-seen.tsx'
import classes from './alarms.module.css'
import type { TakenPicture } from './pictures.ts'
import { SEVERITY_TONE } from './severity.ts'
import { useAlarmText } from './use-alarm-text.ts'

interface AlarmItemProps {
  alarm: Alarm
  pictures: readonly TakenPicture[]
  /** There is something to say. */
  onSaid: (said: string) => void
}

/** An open alarm in words, with the values and the picture of its time, and what can be done. */
export function AlarmItem({ alarm, pictures, onSaid }: AlarmItemProps) {
  const text = useAlarmText()(alarm)
  return (
    <li className={classes.alarm} data-tone={SEVERITY_TONE[alarm.severity]}>
      <AlarmHead severity={alarm.severity} text={text} />
      <AlarmSeen alarm={alarm} pictures={pictures} />
      <AlarmActions alarm={alarm} onSaid={onSaid} />
    </li>
  )
}
