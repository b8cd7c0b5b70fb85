import type { Alarm } from '@binnacle/contract'
import { Link } from '@tanstack/react-router'
import { Picture } from '../cameras/picture.tsx'
import { useFormat } from '../format/use-format.ts'
import { useBoatId } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import { AlarmChart, hasChart } from './alarm-chart.tsx'
import { AlarmFacts } from './alarm-facts.tsx'
import classes from './alarms.module.css'
import { pictureOf, spanOf } from './around.ts'
import type { TakenPicture } from './pictures.ts'
import { useValueText } from './use-value-text.ts'

/** When an alarm was and how far it went, with the values and the picture of its time. */
export function AlarmSeen({ alarm, pictures }: { alarm: Alarm; pictures: readonly TakenPicture[] }) {
  const value = useValueText()(alarm)
  const picture = pictureOf(pictures, spanOf(alarm, useNow()), alarm.camera_id)
  return (
    <>
      <AlarmFacts alarm={alarm} value={value} />
      {(hasChart(alarm) || picture) && (
        <div className={classes.seen}>
          {hasChart(alarm) && <AlarmChart alarm={alarm} />}
          {picture && <AlarmPicture picture={picture} />}
        </div>
      )}
    </>
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
