import type { Alarm } from '@binnacle/contract'
import { Link } from '@tanstack/react-router'
import { Picture } from '../cameras/picture.tsx'
import { useFormat } from '../format/use-format.ts'
import { useBoatId } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import { AlarmActions } from './alarm-actions.tsx'
import { AlarmChart, hasChart } from './alarm-chart.tsx'
import { AlarmFacts } from './alarm-facts.tsx'
import { AlarmHead } from './alarm-head.tsx'
import classes from './alarms.module.css'
import { pictureOf, spanOf } from './around.ts'
import type { TakenPicture } from './pictures.ts'
import { SEVERITY_TONE } from './severity.ts'
import { useAlarmText } from './use-alarm-text.ts'
import { useValueText } from './use-value-text.ts'

interface AlarmItemProps {
  alarm: Alarm
  pictures: readonly TakenPicture[]
  /** There is something to say. */
  onSaid: (said: string) => void
}

/** An alarm in words, with the values and the picture of its time; of an open one what can be done. */
export function AlarmItem({ alarm, pictures, onSaid }: AlarmItemProps) {
  const text = useAlarmText()(alarm)
  const value = useValueText()(alarm)
  const isOpen = alarm.ended_at === null
  const picture = pictureOf(pictures, spanOf(alarm, useNow()), alarm.camera_id)
  return (
    <li className={classes.alarm} data-tone={isOpen ? SEVERITY_TONE[alarm.severity] : undefined}>
      <AlarmHead severity={alarm.severity} text={text} />
      <AlarmFacts alarm={alarm} value={value} />
      {(hasChart(alarm) || picture) && (
        <div className={classes.seen}>
          {hasChart(alarm) && <AlarmChart alarm={alarm} />}
          {picture && <AlarmPicture picture={picture} />}
        </div>
      )}
      {isOpen && <AlarmActions alarm={alarm} onSaid={onSaid} />}
    </li>
  )
}

function AlarmPicture({ picture }: { picture: TakenPicture }) {
  const { alarms: texts } = useTexts()
  const format = useFormat()
  const { cameraId, camera, captured_at } = picture
  return (
    <Link to="/boats/$boatId/cameras/$cameraId" params={{ boatId: useBoatId(), cameraId }} className={classes.picture}>
      <Picture frame={picture} alt="" small />
      <span>{texts.picture(camera, format.dateTime(captured_at))}</span>
    </Link>
  )
}
